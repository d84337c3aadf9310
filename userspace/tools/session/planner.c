// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The planner.  It places event after event, and none where the rest would no
 * longer fit.  That can be told from three sums, so it never has to go back:
 * what is left fits exactly if the even events fit into the even counters that
 * are free in all runs together, the odd ones into the odd ones, and all of
 * them into all.  A network from events by way of banks to runs has no other
 * cuts.  Software events go where counters are left then: no hardware limits them.
 */
#include <stdlib.h>
#include <string.h>

#include "planner.h"

/* The counters that are free in one run or in all, or the events that are left. */
struct sums {
	long bank[PLAN_BANKS];
	long all;
};

struct planner {
	struct plan_event *events;
	bool *placed;
	struct sums *runs;
	unsigned int run_count;
	unsigned int full;	/* runs before this one have no counter free */
	struct sums free;	/* in all runs together */
	struct sums left;	/* a bank: events that no other can count */
};

static long min(long a, long b)
{
	return a < b ? a : b;
}

/* What can still be placed in a run, by the banks alone and all in all. */
static struct sums usable(const struct sums *run)
{
	struct sums sums = {
		.all = min(run->bank[PLAN_EVEN] + run->bank[PLAN_ODD],
			   run->all),
	};

	sums.bank[PLAN_EVEN] = min(run->bank[PLAN_EVEN], run->all);
	sums.bank[PLAN_ODD] = min(run->bank[PLAN_ODD], run->all);
	return sums;
}

static void add(struct sums *to, const struct sums *sums, long times)
{
	to->bank[PLAN_EVEN] += times * sums->bank[PLAN_EVEN];
	to->bank[PLAN_ODD] += times * sums->bank[PLAN_ODD];
	to->all += times * sums->all;
}

static bool fits(const struct sums *left, const struct sums *free)
{
	return left->bank[PLAN_EVEN] <= free->bank[PLAN_EVEN] &&
	       left->bank[PLAN_ODD] <= free->bank[PLAN_ODD] &&
	       left->all <= free->all;
}

static bool is_movable(const struct plan_event *event)
{
	return event->can[PLAN_EVEN] && event->can[PLAN_ODD];
}

/* The event is counted there; with -1, no longer. */
static void occupy(struct planner *planner, unsigned int index,
		   unsigned int run, unsigned int bank, long times)
{
	const struct plan_event *event = &planner->events[index];
	struct sums *free = &planner->runs[run];
	struct sums before = usable(free), after;

	free->bank[bank] -= times;
	free->all -= times;
	after = usable(free);
	add(&planner->free, &before, -1);
	add(&planner->free, &after, 1);
	if (!is_movable(event))
		planner->left.bank[bank] -= times;
	planner->left.all -= times;
	planner->placed[index] = times > 0;
}

/* One event into this run and bank, unless the rest would not fit then. */
static bool place_at(struct planner *planner, unsigned int index,
		     unsigned int run, unsigned int bank)
{
	struct sums free = usable(&planner->runs[run]);

	if (!planner->events[index].can[bank] || free.bank[bank] < 1)
		return false;
	occupy(planner, index, run, bank, 1);
	if (!fits(&planner->left, &planner->free)) {
		occupy(planner, index, run, bank, -1);
		return false;
	}
	planner->events[index].run = run;
	planner->events[index].counter = bank; /* which one: number_counters() */
	return true;
}

static bool place_in(struct planner *planner, unsigned int index,
		     unsigned int run)
{
	unsigned int preferred = planner->events[index].preferred;

	return place_at(planner, index, run, preferred) ||
	       place_at(planner, index, run, !preferred);
}

/* The first run that has a counter free: what is placed stays there. */
static unsigned int first_open(struct planner *planner)
{
	while (planner->full < planner->run_count &&
	       !usable(&planner->runs[planner->full]).all)
		planner->full++;
	return planner->full;
}

/* In the preferred bank of any run before the other bank of the first. */
static void place(struct planner *planner, unsigned int index)
{
	unsigned int preferred = planner->events[index].preferred;
	unsigned int run;

	for (run = first_open(planner); run < planner->run_count; run++)
		if (place_at(planner, index, run, preferred))
			return;
	for (run = planner->full; run < planner->run_count; run++)
		if (place_at(planner, index, run, !preferred))
			return;
}

/*
 * All events of a set that have no place yet into this run, or none: those first
 * that cannot give way to others.
 */
static bool place_set(struct planner *planner, const struct plan_set *set,
		      unsigned int run)
{
	unsigned int mine = 0;
	unsigned int i, movable;

	for (movable = 0; movable < 2; movable++) {
		for (i = 0; i < set->count; i++) {
			unsigned int index = set->events[i];

			if (planner->placed[index] ||
			    is_movable(&planner->events[index]) != movable)
				continue;
			if (!place_in(planner, index, run))
				goto undo;
			mine |= 1u << i;
		}
	}
	return true;
undo:
	for (i = 0; i < set->count; i++)
		if (mine & 1u << i)
			occupy(planner, set->events[i], run,
			       planner->events[set->events[i]].counter, -1);
	return false;
}

/* Where those are that have a place already, or else the first that has one. */
static void place_together(struct planner *planner,
			   const struct plan_set *set)
{
	const struct plan_event *first = NULL;
	unsigned int i, run;

	for (i = 0; i < set->count; i++) {
		const struct plan_event *event = &planner->events[set->events[i]];

		if (!planner->placed[set->events[i]] || event->software)
			continue;
		if (first && first->run != event->run)
			return;
		first = event;
	}
	if (first) {
		place_set(planner, set, first->run);
		return;
	}
	for (run = first_open(planner); run < planner->run_count; run++)
		if (place_set(planner, set, run))
			return;
}

/* From the bank to the counter: 0, 2, 4 or 1, 3, 5, in each run anew. */
static void number_counters(struct planner *planner, unsigned int count)
{
	unsigned int i;

	memset(planner->runs, 0, planner->run_count * sizeof(*planner->runs));
	for (i = 0; i < count; i++) {
		struct plan_event *event = &planner->events[i];
		unsigned int bank = event->counter;

		if (!event->software)
			event->counter += 2 * planner->runs[event->run].bank[bank]++;
	}
}

/* A counter of a bank that is left in a run: runs have the number of those that are used. */
static bool take_counter(struct planner *planner, struct plan_event *event, unsigned int run,
			 unsigned int bank, const struct plan_counters *counters)
{
	long *used = &planner->runs[run].bank[bank];

	if (!event->can[bank] || *used == (long)counters->bank[bank])
		return false;
	event->run = run;
	event->counter = bank + 2 * (*used)++;
	return true;
}

static bool add_run(struct planner *planner)
{
	struct sums *runs = realloc(planner->runs, (planner->run_count + 1) * sizeof(*runs));

	if (!runs)
		return false;
	memset(&runs[planner->run_count++], 0, sizeof(*runs));
	planner->runs = runs;
	return true;
}

/* Into the first run that has a counter left, or into one more. */
static bool place_software(struct planner *planner, struct plan_event *event,
			   const struct plan_counters *counters)
{
	const unsigned int preferred = event->preferred;
	unsigned int run;

	if (!(event->can[PLAN_EVEN] && counters->bank[PLAN_EVEN]) &&
	    !(event->can[PLAN_ODD] && counters->bank[PLAN_ODD]))
		return false;
	for (run = 0;; run++) {
		if (run == planner->run_count && !add_run(planner))
			return false;
		if (take_counter(planner, event, run, preferred, counters) ||
		    take_counter(planner, event, run, !preferred, counters))
			return true;
	}
}

/* The fewest runs whose counters together are enough. */
static bool count_runs(struct planner *planner, unsigned int count,
		       const struct plan_counters *counters)
{
	struct sums run = {
		.bank = { counters->bank[PLAN_EVEN], counters->bank[PLAN_ODD] },
		.all = counters->at_once,
	};
	struct sums each = usable(&run);
	unsigned int i;

	for (i = 0; i < count; i++) {
		const struct plan_event *event = &planner->events[i];

		if (event->software)
			continue;
		planner->left.all++;
		if (!is_movable(event))
			planner->left.bank[event->preferred]++;
	}
	if ((planner->left.bank[PLAN_EVEN] && !each.bank[PLAN_EVEN]) ||
	    (planner->left.bank[PLAN_ODD] && !each.bank[PLAN_ODD]) ||
	    (planner->left.all && !each.all))
		return false;
	while (!fits(&planner->left, &planner->free)) {
		add(&planner->free, &each, 1);
		planner->run_count++;
	}
	planner->runs = malloc((planner->run_count + 1) * sizeof(run));
	planner->placed = calloc(count + 1, sizeof(*planner->placed));
	if (!planner->runs || !planner->placed)
		return false;
	for (i = 0; i < planner->run_count; i++)
		planner->runs[i] = run;
	for (i = 0; i < count; i++)
		planner->placed[i] = planner->events[i].software;
	return true;
}

int perfcnt_plan(struct plan_event *events, unsigned int count,
		 const struct plan_set *sets, unsigned int set_count,
		 const struct plan_counters *counters)
{
	struct planner planner = { .events = events };
	unsigned int i;
	int runs = -1;

	if (count_runs(&planner, count, counters)) {
		for (i = 0; i < set_count; i++)
			place_together(&planner, &sets[i]);
		for (i = 0; i < count; i++)
			if (!planner.placed[i])
				place(&planner, i);
		number_counters(&planner, count);
		for (i = 0; i < count; i++)
			if (events[i].software &&
			    !place_software(&planner, &events[i], counters))
				break;
		runs = i < count ? -1 : (int)planner.run_count;
	}
	free(planner.runs);
	free(planner.placed);
	return runs;
}
