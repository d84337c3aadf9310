/* SPDX-License-Identifier: GPL-2.0 */
/* Names as people write them. */
#ifndef PERFCNT_TOOLS_DEMANGLE_H
#define PERFCNT_TOOLS_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No name has more bytes: one of C++ can double with each letter of its linker's name. */
#define DEMANGLE_MOST	4096

/**
 * demangled() - the name that a function has in its sources
 * @name: its name for the linker: C++ and Rust have such of their own
 * @with_parameters: also the types of its parameters, as overloaded functions need
 *
 * Return: a copy; of the name itself if it is none of those, would have more than
 * DEMANGLE_MOST bytes, or the tools were built without libiberty.  What is still longer is
 * cut, and ends in "...".
 */
char *demangled(const char *name, bool with_parameters);

/**
 * struct overloads - names for the linker
 * @names: the names, each with a hash of what it is in the sources
 * @count: how many
 * @is_sorted: they are in the order of their hashes
 */
struct overloads {
	struct overloads_name *names;
	size_t count;
	bool is_sorted;
};

/**
 * overloads_add() - add a function
 * @overloads: the names
 * @name: its name for the linker, which must outlive the names
 *
 * Names that are not those of C++ are left out.
 */
void overloads_add(struct overloads *overloads, const char *name);

/**
 * overloads_has() - is a function overloaded?
 * @overloads: the names
 * @name: its name for the linker
 *
 * Return: whether another function among the names differs by its parameters alone.
 */
bool overloads_has(struct overloads *overloads, const char *name);

/**
 * overloads_free() - free the names
 * @overloads: the names
 */
void overloads_free(struct overloads *overloads);

#endif /* PERFCNT_TOOLS_DEMANGLE_H */
