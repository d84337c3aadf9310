/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which event is counted in which run, by which counter.  Nothing but
 * arithmetic: it knows no machine.
 */
#ifndef PERFCNT_PLANNER_H
#define PERFCNT_PLANNER_H

#include <stdbool.h>

/* The banks: a counter's is its number modulo 2. */
#define PLAN_EVEN	0
#define PLAN_ODD	1
#define PLAN_BANKS	2

/**
 * struct plan_counters - the counters that there are, in each run the same
 * @bank: how many even and how many odd ones
 * @at_once: how many of them can count hardware events at the same time
 */
struct plan_counters {
	unsigned int bank[PLAN_BANKS];
	unsigned int at_once;
};

/**
 * struct plan_event - something to be counted once
 * @can: which banks can count it
 * @preferred: one of them: where it is counted if it can be
 * @software: it needs a counter, and no hardware
 * @run: comes back: the run, from 0
 * @counter: comes back: the counter; 0, 2, 4 are the even ones in their order,
 *	     1, 3, 5 the odd ones
 */
struct plan_event {
	bool can[PLAN_BANKS];
	unsigned int preferred;
	bool software;
	unsigned int run;
	unsigned int counter;
};

/**
 * struct plan_set - events that are best counted in the same run
 * @events: indices
 * @count: how many, 32 at most
 */
struct plan_set {
	const unsigned int *events;
	unsigned int count;
};

/**
 * perfcnt_plan() - plan the fewest runs
 * @events: what is to be counted
 * @count: how many these are
 * @sets: which of them belong together, the most wanted first; they cost no run
 * @set_count: how many sets
 * @counters: the counters of a run
 *
 * Events keep their order where nothing speaks against it.  Software events come last, on the
 * counters that are left in the first runs.
 *
 * Return: the number of runs; 0 if there are no events; -1 if one of them can be
 * counted by none of the counters, or without memory.
 */
int perfcnt_plan(struct plan_event *events, unsigned int count,
		 const struct plan_set *sets, unsigned int set_count,
		 const struct plan_counters *counters);

#endif /* PERFCNT_PLANNER_H */
