/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that are inlined at an address. */
#ifndef PERFCNT_TOOLS_INLINED_H
#define PERFCNT_TOOLS_INLINED_H

#include "demangle.h"
#include "place.h"

struct Dwfl_Module;

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
 * @symbols: the functions that the file has a symbol of
 * @address: an address that the file was linked for
 * @place: gets them; they stay until inlined_free()
 */
void inlined_find(struct inlined *inlined, struct Dwfl_Module *module,
		  struct overloads *symbols, uint64_t address, struct place *place);

/**
 * inlined_free() - free what was found
 * @inlined: what was found
 */
void inlined_free(struct inlined *inlined);

#endif /* PERFCNT_TOOLS_INLINED_H */
