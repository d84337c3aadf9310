/* SPDX-License-Identifier: GPL-2.0 */
/* Short loops whose events are known, to find out what the events cost. */
#ifndef PERFCNT_PERFEX_WORKLOADS_H
#define PERFCNT_PERFEX_WORKLOADS_H

#include <stdbool.h>
#include <stddef.h>

#include "costs.h"

/**
 * struct area - the memory of a loop
 * @memory: the memory
 * @size: its bytes
 * @stride: how far an access is from the next
 * @start: where a chain of pointers begins, if there is one
 */
struct area {
	char *memory;
	size_t size;
	size_t stride;
	void **start;
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

/**
 * area_make() - make the memory of a loop
 * @area: comes back; never freed
 * @size: its bytes
 * @stride: how far an access is from the next
 * @shuffled: the chain of pointers goes through the strides in a random order
 *
 * Ends the tool if there is no memory.
 */
void area_make(struct area *area, size_t size, size_t stride, bool shuffled);

/**
 * area_make_sparse() - make memory whose words are each in a page of their own
 * @area: comes back; never freed
 * @count: how many words
 *
 * Of memory there are few pages, which are there again and again: the words have places
 * of their own in these, so that a cache holds them and a TLB does not.
 *
 * Ends the tool if there is no memory.
 */
void area_make_sparse(struct area *area, size_t count);

/**
 * area_randomize() - fill the memory with random bytes
 * @area: the memory; has no chain of pointers any more
 */
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

/**
 * struct loop - a loop in a memory
 * @run: the loop
 * @area: its memory
 */
struct loop {
	workload *run;
	enum area_name area;
};

/**
 * struct method - how the cost of an event is measured
 * @number: the event
 * @unit: the unit of its costs
 * @with: the loop that has the event, for each column
 * @without: the loop that does not
 */
struct method {
	int number;
	enum perfex_unit unit;
	struct loop with[COLUMNS];
	struct loop without[COLUMNS];
};

/* Up to one with the number -1. */
extern const struct method methods[];

#endif /* PERFCNT_PERFEX_WORKLOADS_H */
