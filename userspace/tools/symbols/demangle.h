/* SPDX-License-Identifier: GPL-2.0 */
/* Names as people write them. */
#ifndef PERFCNT_TOOLS_DEMANGLE_H
#define PERFCNT_TOOLS_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No name has more bytes: one of C++ can double with each letter of its linker's name. */
#define DEMANGLE_MOST	4096

/*
 * The name that a function has in its sources, from that for the linker: C++ and Rust have such of
 * their own.  With @with_parameters it also has the types of its parameters, as overloaded
 * functions need.  It is a copy of the name itself if it is none of those, would have more than
 * DEMANGLE_MOST bytes, or the tools were built without libiberty.  What is still longer is cut, and
 * ends in "...".  It is to be freed by free().
 */
char *demangled(const char *name, bool with_parameters);

/* Names for the linker. */
struct overloads {
	struct overloads_name *names; /* the names, each with a hash of what it is in the sources */
	size_t count;
	bool is_sorted; /* are they in the order of their hashes? */
};

/*
 * Adds a function by its name for the linker, which must outlive the names; those of other
 * languages than C++ are left out.
 */
void overloads_add(struct overloads *overloads, const char *name);

/* Does another function among the names differ from this one by its parameters alone? */
bool overloads_has(struct overloads *overloads, const char *name);

void overloads_free(struct overloads *overloads);

#endif /* PERFCNT_TOOLS_DEMANGLE_H */
