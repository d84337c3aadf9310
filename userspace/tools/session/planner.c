// SPDX-License-Identifier: GPL-2.0
/*
 * The planner.  It places item after item, and none where the rest would no
 * longer fit.  That can be told from three sums, so it never has to go back:
 * what is left fits exactly if the even items fit into the even counters that
 * are free in all runs together, the odd ones into the odd ones, and all of
 * them into all.  A network from items by way of banks to runs has no other
 * cuts.
 */
#include <stdlib.h>
#include <string.h>

#include "planner.h"

/* What one run or all runs have free, or what is left to be placed. */
struct room {
	long bank[PLAN_BANKS];
	long all;
};

struct planner {
	struct plan_item *items;
	bool *placed;
	struct room *runs;
	unsigned int run_count;
	struct room free;	/* in all runs together */
	struct room left;	/* a bank: items that no other can count */
	unsigned int counters;
};

static long min(long a, long b)
{
	return a < b ? a : b;
}

/* What can still be placed in a run, by the banks alone and all in all. */
static struct room usable(const struct room *run)
{
	struct room room = {
		.all = min(run->bank[PLAN_EVEN] + run->bank[PLAN_ODD],
			   run->all),
	};

	room.bank[PLAN_EVEN] = min(run->bank[PLAN_EVEN], run->all);
	room.bank[PLAN_ODD] = min(run->bank[PLAN_ODD], run->all);
	return room;
}

static void add(struct room *sum, const struct room *room, long times)
{
	sum->bank[PLAN_EVEN] += times * room->bank[PLAN_EVEN];
	sum->bank[PLAN_ODD] += times * room->bank[PLAN_ODD];
	sum->all += times * room->all;
}

static bool fits(const struct room *left, const struct room *free)
{
	return left->bank[PLAN_EVEN] <= free->bank[PLAN_EVEN] &&
	       left->bank[PLAN_ODD] <= free->bank[PLAN_ODD] &&
	       left->all <= free->all;
}

static bool is_movable(const struct plan_item *item)
{
	return item->can[PLAN_EVEN] && item->can[PLAN_ODD];
}

/* The item is counted there; with -1, no longer. */
static void take(struct planner *planner, unsigned int index, unsigned int run,
		 unsigned int bank, long times)
{
	const struct plan_item *item = &planner->items[index];
	struct room *room = &planner->runs[run];
	struct room before = usable(room), after;

	room->bank[bank] -= times;
	room->all -= times;
	after = usable(room);
	add(&planner->free, &before, -1);
	add(&planner->free, &after, 1);
	if (!is_movable(item))
		planner->left.bank[bank] -= times;
	planner->left.all -= times;
	planner->placed[index] = times > 0;
}

/* One item into this run and bank, unless the rest would not fit then. */
static bool place_at(struct planner *planner, unsigned int index,
		     unsigned int run, unsigned int bank)
{
	struct room room = usable(&planner->runs[run]);

	if (!planner->items[index].can[bank] || room.bank[bank] < 1)
		return false;
	take(planner, index, run, bank, 1);
	if (!fits(&planner->left, &planner->free)) {
		take(planner, index, run, bank, -1);
		return false;
	}
	planner->items[index].run = run;
	planner->items[index].counter = bank; /* which one: number_counters() */
	return true;
}

static bool place_in(struct planner *planner, unsigned int index,
		     unsigned int run)
{
	unsigned int home = planner->items[index].home;

	return place_at(planner, index, run, home) ||
	       place_at(planner, index, run, !home);
}

/* At home in any run before elsewhere in the first. */
static void place(struct planner *planner, unsigned int index)
{
	unsigned int home = planner->items[index].home;
	unsigned int run;

	for (run = 0; run < planner->run_count; run++)
		if (place_at(planner, index, run, home))
			return;
	for (run = 0; run < planner->run_count; run++)
		if (place_at(planner, index, run, !home))
			return;
}

/*
 * All items of a set that have no place yet into this run, or none: those first
 * that cannot make room for others.
 */
static bool place_set(struct planner *planner, const struct plan_set *set,
		      unsigned int run)
{
	unsigned int mine = 0;
	unsigned int i, movable;

	for (movable = 0; movable < 2; movable++) {
		for (i = 0; i < set->count; i++) {
			unsigned int index = set->items[i];

			if (planner->placed[index] ||
			    is_movable(&planner->items[index]) != movable)
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
			take(planner, set->items[i], run,
			     planner->items[set->items[i]].counter, -1);
	return false;
}

/* Where those are that have a place already, or else the first with room. */
static void join(struct planner *planner, const struct plan_set *set)
{
	const struct plan_item *first = NULL;
	unsigned int i, run;

	for (i = 0; i < set->count; i++) {
		const struct plan_item *item = &planner->items[set->items[i]];

		if (!planner->placed[set->items[i]])
			continue;
		if (first && first->run != item->run)
			return;
		first = item;
	}
	if (first) {
		place_set(planner, set, first->run);
		return;
	}
	for (run = 0; run < planner->run_count; run++)
		if (place_set(planner, set, run))
			return;
}

/* From the bank to the counter: 0, 2, 4 or 1, 3, 5, in each run anew. */
static void number_counters(struct planner *planner, unsigned int count)
{
	unsigned int i;

	memset(planner->runs, 0, planner->run_count * sizeof(*planner->runs));
	for (i = 0; i < count; i++) {
		struct plan_item *item = &planner->items[i];
		unsigned int bank = item->counter;

		item->counter += 2 * planner->runs[item->run].bank[bank]++;
	}
}

/* The fewest runs whose counters together are enough. */
static bool count_runs(struct planner *planner, unsigned int count,
		       unsigned int room)
{
	struct room run = {
		.bank = { (planner->counters + 1) / 2, planner->counters / 2 },
		.all = room,
	};
	struct room each = usable(&run);
	unsigned int i;

	for (i = 0; i < count; i++) {
		const struct plan_item *item = &planner->items[i];

		planner->left.all++;
		if (!is_movable(item))
			planner->left.bank[item->home]++;
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
	return true;
}

int plan_make(struct plan_item *items, unsigned int count,
	      const struct plan_set *sets, unsigned int set_count,
	      unsigned int counters, unsigned int room)
{
	struct planner planner = { .items = items, .counters = counters };
	unsigned int i;
	int runs = -1;

	if (count_runs(&planner, count, room)) {
		for (i = 0; i < set_count; i++)
			join(&planner, &sets[i]);
		for (i = 0; i < count; i++)
			if (!planner.placed[i])
				place(&planner, i);
		number_counters(&planner, count);
		runs = planner.run_count;
	}
	free(planner.runs);
	free(planner.placed);
	return runs;
}
