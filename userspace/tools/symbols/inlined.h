/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that are inlined at an address. */
#ifndef PERFCNT_TOOLS_INLINED_H
#define PERFCNT_TOOLS_INLINED_H

#include "demangle.h"
#include "place.h"
#include "units.h"

/* What was found so far. */
struct inlined {
	struct place_frame **frames; /* those of each address */
	size_t count; /* how many addresses have any */
};

/*
 * Finds the functions that are inlined at an address that the file was linked for, and gives them
 * to the place; they stay until inlined_free().  @symbols: the functions that the file has a symbol
 * of.
 */
void inlined_find(struct inlined *inlined, struct units *units,
		  struct overloads *symbols, uint64_t address, struct place *place);

void inlined_free(struct inlined *inlined);

#endif /* PERFCNT_TOOLS_INLINED_H */
