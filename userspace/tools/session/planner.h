/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which event is counted in which run, by which counter.  Nothing but
 * arithmetic: it knows no machine.
 */
#ifndef PERFCNT_TOOLS_PLANNER_H
#define PERFCNT_TOOLS_PLANNER_H

#include <stdbool.h>

#include "events/bank.h"

/**
 * struct plan_event - something to be counted once
 * @can: which banks can count it
 * @preferred: one of them: where it is counted if it can be
 * @run: comes back: the run, from 0
 * @counter: comes back: the counter, from 0
 */
struct plan_event {
	bool can[BANK_COUNT];
	unsigned int preferred;
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
 * plan_make() - plan the fewest runs
 * @events: what is to be counted
 * @count: how many these are
 * @sets: which of them belong together, the most wanted first; they cost no run
 * @set_count: how many sets
 * @counters: how many counters there are
 * @at_once: how many of them can count at the same time
 *
 * Events keep their order where nothing speaks against it.
 *
 * Return: the number of runs; 0 if there are no events; -1 if one of them can be
 * counted by none of the counters, or without memory.
 */
int plan_make(struct plan_event *events, unsigned int count,
	      const struct plan_set *sets, unsigned int set_count,
	      unsigned int counters, unsigned int at_once);

#endif /* PERFCNT_TOOLS_PLANNER_H */
