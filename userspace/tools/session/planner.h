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

/* The counters that there are, in each run the same. */
struct plan_counters {
	unsigned int bank[PLAN_BANKS]; /* how many even and how many odd ones */
	unsigned int at_once; /* how many of them can count hardware events at the same time */
};

/* Something to be counted once. */
struct plan_event {
	bool can[PLAN_BANKS]; /* which banks can count it */
	unsigned int preferred; /* one of these: where it is counted if it can be */
	bool software; /* does it need a counter, and no hardware? */
	unsigned int run; /* comes back: the run, from 0 */
	/* comes back: 0, 2, 4 are the even ones in their order, 1, 3, 5 the odd ones */
	unsigned int counter;
};

/* Events that are best counted in the same run. */
struct plan_set {
	const unsigned int *events; /* indices */
	unsigned int count; /* 32 at most */
};

/*
 * Plans the fewest runs.  @sets: which events belong together, the most wanted first; they cost no
 * run.  Events keep their order where nothing speaks against it.  Software events come last, on the
 * counters that are left in the first runs.  Returns the number of runs; 0 if there are no events;
 * -1 if one of them can be counted by none of the counters, or without memory.
 */
int perfcnt_plan(struct plan_event *events, unsigned int count,
		 const struct plan_set *sets, unsigned int set_count,
		 const struct plan_counters *counters);

#endif /* PERFCNT_PLANNER_H */
