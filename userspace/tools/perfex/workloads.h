/* SPDX-License-Identifier: GPL-2.0 */
/* Short loops whose events are known, to find out what the events cost. */
#ifndef PERFCNT_PERFEX_WORKLOADS_H
#define PERFCNT_PERFEX_WORKLOADS_H

#include <stdbool.h>
#include <stddef.h>

#include "costs.h"

/* The memory of a loop. */
struct area {
	char *memory;
	size_t size; /* its bytes */
	size_t stride; /* how far an access is from the next */
	void **start; /* where a chain of pointers begins, if there is one */
};

/* What a loop does, as often as it is told. */
typedef void workload(const struct area *area, unsigned long turns);

workload load_words; /* one word after the other */
workload load_strides; /* a word of each stride; none waits for another */
workload chase_pointers; /* each load says where the next one is */
workload store_strides; /* a word of each stride */
workload count_turns; /* as the loops above, without an access */
workload add_numbers; /* floating point additions that do not wait */
workload chain_additions; /* each waits for the one before */
workload chain_roots; /* divisions and square roots, each waits */
workload branch_by_bytes; /* a branch for each byte that is odd */

/* Makes the memory of a loop, which is never freed.  Ends the tool if there is none. */
void area_make(struct area *area, size_t size, size_t stride, bool shuffled);

/*
 * The same, but its words are each in a page of their own.  Of memory there are few pages, which
 * are there again and again: the words have places of their own in these, so that a cache holds
 * them and a TLB does not.
 */
void area_make_sparse(struct area *area, size_t count);

/* Fills the memory with random bytes: it has no chain of pointers any more. */
void area_randomize(struct area *area);

/* Which of the costs: their order in a table. */
enum column { TYPICAL, MINIMUM, MAXIMUM, COLUMNS };

/* The memories of the loops. */
enum area_name {
	IN_L1,
	BEYOND_L1,
	BEYOND_L2,
	DENSE, /* as many words as SPARSE has, in few pages */
	SPARSE, /* each in a page of its own */
	EVEN_BYTES,
	RANDOM_BYTES,
	AREAS,
};

/* A loop in a memory. */
struct loop {
	workload *run; /* the loop */
	enum area_name area; /* its memory */
};

/* How the cost of an event is measured. */
struct method {
	int number; /* the event */
	enum perfex_unit unit; /* the unit of its costs */
	struct loop with[COLUMNS]; /* the loop that has the event, for each column */
	struct loop without[COLUMNS]; /* the loop that does not */
};

/* Up to one with the number -1. */
extern const struct method methods[];

#endif /* PERFCNT_PERFEX_WORKLOADS_H */
