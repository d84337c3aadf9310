// SPDX-License-Identifier: GPL-2.0
/*
 * pc_sweep's planner: no plan has fewer runs, by a flow network that knows
 * nothing of how the planner works, and what belongs together is together.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session/planner.h"
#include "unit.h"

#define TRIES		1000
#define MOST_ITEMS	40
#define MOST_COUNTERS	16
#define MOST_NODES	(2 + MOST_ITEMS + 3 * MOST_ITEMS)

/* The network: how much more can flow from one node to another. */
static int rest[MOST_NODES][MOST_NODES];
static bool seen[MOST_NODES];

static bool augment(int from, int to, int nodes)
{
	int next;

	if (from == to)
		return true;
	seen[from] = true;
	for (next = 0; next < nodes; next++) {
		if (seen[next] || !rest[from][next] ||
		    !augment(next, to, nodes))
			continue;
		rest[from][next]--;
		rest[next][from]++;
		return true;
	}
	return false;
}

/*
 * From node 0 to each item, from there to the banks of each run that can count
 * it, from these to the run, and from it to node 1.
 */
static void connect(const struct plan_item *items, int count, int runs,
		    int counters, int room)
{
	int i, run;

	memset(rest, 0, sizeof(rest));
	for (run = 0; run < runs; run++) {
		int node = 2 + count + 3 * run;

		rest[node + 1][node] = (counters + 1) / 2;
		rest[node + 2][node] = counters / 2;
		rest[node][1] = room;
		for (i = 0; i < count; i++) {
			rest[2 + i][node + 1] = items[i].can[PLAN_EVEN];
			rest[2 + i][node + 2] = items[i].can[PLAN_ODD];
		}
	}
	for (i = 0; i < count; i++)
		rest[0][2 + i] = 1;
}

/* Does each item reach a run? */
static bool all_flow(int count, int runs)
{
	int flow = 0;

	while (memset(seen, 0, sizeof(seen)),
	       augment(0, 1, 2 + count + 3 * runs))
		flow++;
	return flow == count;
}

/* 0 if there is nothing to count, -1 if nothing can. */
static int fewest_runs(const struct plan_item *items, int count, int counters,
		       int room)
{
	int runs;

	for (runs = 0; runs <= count; runs++) {
		connect(items, count, runs, counters, room);
		if (all_flow(count, runs))
			return runs;
	}
	return -1;
}

/* An item of any kind: even, odd, or either with a home. */
static void any_item(struct plan_item *item, int either)
{
	bool movable = rand() % 100 < either;

	item->home = rand() % PLAN_BANKS;
	item->can[item->home] = true;
	item->can[!item->home] = movable;
	item->run = ~0u;
	item->counter = ~0u;
}

/* Every item has a counter of its own that can count it. */
static void check_places(const struct plan_item *items, int count, int runs,
			 int counters, int room)
{
	int used[MOST_ITEMS] = { 0 };
	bool taken[MOST_ITEMS][MOST_COUNTERS] = { 0 };
	int i;

	for (i = 0; i < count; i++) {
		unsigned int run = items[i].run, counter = items[i].counter;

		assert_in_range(run, 0, runs - 1);
		assert_in_range(counter, 0, counters - 1);
		assert_true(items[i].can[counter % 2]);
		assert_false(taken[run][counter]);
		taken[run][counter] = true;
		assert_in_range(++used[run], 1, room);
	}
}

static void test_fewest_runs(void **state)
{
	struct plan_item items[MOST_ITEMS];
	unsigned int parts[MOST_ITEMS][3];
	struct plan_set sets[MOST_ITEMS];
	int try, i;

	(void)state;
	for (try = 0; try < TRIES; try++) {
		int count = rand() % (MOST_ITEMS + 1);
		int counters = 1 + rand() % MOST_COUNTERS;
		int room = rand() % 4 ? counters : 1 + rand() % counters;
		int either = rand() % 101, runs;

		memset(items, 0, sizeof(items));
		for (i = 0; i < count; i++) {
			any_item(&items[i], either);
			parts[i][0] = rand() % count;
			parts[i][1] = rand() % count;
			parts[i][2] = rand() % count;
			sets[i].items = parts[i];
			sets[i].count = 1 + rand() % 3;
		}
		runs = plan_make(items, count, sets, count ? rand() % count : 0,
				 counters, room);
		assert_int_equal(runs, fewest_runs(items, count, counters,
						   room));
		if (runs >= 0)
			check_places(items, count, runs, counters, room);
	}
}

/* Can all be counted in so many runs, and the set's in the first of them? */
static bool set_fits(const struct plan_item *items, int count,
		     const struct plan_set *set, int runs, int counters)
{
	unsigned int i;
	int run;

	connect(items, count, runs, counters, counters);
	for (i = 0; i < set->count; i++)
		for (run = 1; run < runs; run++) {
			int node = 2 + count + 3 * run;

			rest[2 + set->items[i]][node + 1] = 0;
			rest[2 + set->items[i]][node + 2] = 0;
		}
	return all_flow(count, runs);
}

static void test_first_set_is_whole(void **state)
{
	struct plan_item items[MOST_ITEMS];
	int try, i, whole = 0, split = 0;

	(void)state;
	for (try = 0; try < TRIES; try++) {
		int count = 3 + rand() % 12, counters = 2 + rand() % 4;
		unsigned int parts[] = { rand() % count, rand() % count,
					 rand() % count };
		struct plan_set set = { .items = parts, .count = 3 };
		bool same;
		int runs;

		memset(items, 0, sizeof(items));
		for (i = 0; i < count; i++)
			any_item(&items[i], 40);
		runs = plan_make(items, count, &set, 1, counters, counters);
		same = items[parts[0]].run == items[parts[1]].run &&
		       items[parts[0]].run == items[parts[2]].run;
		assert_int_equal(same, set_fits(items, count, &set, runs,
						counters));
		if (same)
			whole++;
		else
			split++;
	}
	/* both kinds were there */
	assert_in_range(whole, 100, TRIES);
	assert_in_range(split, 20, TRIES);
}

/* Where either bank will do, and there is room at home, an item stays there. */
static void test_home(void **state)
{
	struct plan_item items[] = {
		{ .can = { true, true }, .home = PLAN_EVEN },
		{ .can = { true, true }, .home = PLAN_ODD },
		{ .can = { true, true }, .home = PLAN_ODD },
		{ .can = { true, true }, .home = PLAN_ODD },
	};

	(void)state;
	assert_int_equal(plan_make(items, 4, NULL, 0, 4, 4), 1);
	assert_int_equal(items[0].counter, 0);
	assert_int_equal(items[1].counter, 1);
	assert_int_equal(items[2].counter, 3);
	assert_int_equal(items[3].counter, 2);
}

static void test_what_cannot_be(void **state)
{
	struct plan_item odd = { .can = { false, true }, .home = PLAN_ODD };

	(void)state;
	assert_int_equal(plan_make(NULL, 0, NULL, 0, 4, 4), 0);
	assert_int_equal(plan_make(&odd, 1, NULL, 0, 1, 1), -1);
	assert_int_equal(plan_make(&odd, 1, NULL, 0, 4, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fewest_runs),
		cmocka_unit_test(test_first_set_is_whole),
		cmocka_unit_test(test_home),
		cmocka_unit_test(test_what_cannot_be),
	};
	const char *given = getenv("SEED");
	unsigned int seed = given ? atoi(given) : (int)time(NULL);

	printf("# SEED=%u\n", seed);
	srand(seed);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
