/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that are inlined at an address, and names as people write them. */
#ifndef PERFCNT_TOOLS_INLINED_H
#define PERFCNT_TOOLS_INLINED_H

#include "place.h"

struct Dwfl_Module;

/**
 * demangled() - the name that a function has in its sources
 * @name: its name for the linker: C++ and Rust have such of their own
 *
 * Return: a copy, without arguments; of the name itself if it is none of those, or the
 * tools were built without libiberty.
 */
char *demangled(const char *name);

/**
 * struct inlined - what was found so far
 * @function: the debug information of the last function, which the next address is
 *	      likely to be in; NULL at first
 * @frames: those of each address
 * @count: how many addresses have any
 */
struct inlined {
	struct inlined_function *function;
	struct place_frame **frames;
	size_t count;
};

/**
 * inlined_find() - find those of an address
 * @inlined: what was found so far, which gets them
 * @module: a file of libdwfl
 * @address: an address that the file was linked for
 * @place: gets them; they stay until inlined_free()
 */
void inlined_find(struct inlined *inlined, struct Dwfl_Module *module, uint64_t address,
		  struct place *place);

/**
 * inlined_free() - free what was found
 * @inlined: what was found
 */
void inlined_free(struct inlined *inlined);

#endif /* PERFCNT_TOOLS_INLINED_H */
