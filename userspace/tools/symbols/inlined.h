/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that are inlined at an address. */
#ifndef PERFCNT_TOOLS_INLINED_H
#define PERFCNT_TOOLS_INLINED_H

#include "demangle.h"
#include "place.h"
#include "units.h"

/**
 * struct inlined - what was found so far
 * @frames: those of each address
 * @count: how many addresses have any
 */
struct inlined {
	struct place_frame **frames;
	size_t count;
};

/**
 * inlined_find() - find those of an address
 * @inlined: what was found so far, which gets them
 * @units: the file's debug information
 * @symbols: the functions that the file has a symbol of
 * @address: an address that the file was linked for
 * @place: gets them; they stay until inlined_free()
 */
void inlined_find(struct inlined *inlined, struct units *units,
		  struct overloads *symbols, uint64_t address, struct place *place);

/**
 * inlined_free() - free what was found
 * @inlined: what was found
 */
void inlined_free(struct inlined *inlined);

#endif /* PERFCNT_TOOLS_INLINED_H */
