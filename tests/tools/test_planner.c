// SPDX-License-Identifier: GPL-2.0
/*
 * The planner: no plan has fewer runs, by a flow network that knows
 * nothing of how the planner works, and what belongs together is together.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "session/planner.h"
#include "unit.h"

#define TRIES		1000
#define MOST_EVENTS	40
#define MOST_COUNTERS	16
#define MOST_NODES	(2 + MOST_EVENTS + 3 * MOST_EVENTS)

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
 * From node 0 to each event, from there to the banks of each run that can count
 * it, from these to the run, and from it to node 1.
 */
static void connect(const struct plan_event *events, int count, int runs,
		    const struct plan_counters *counters)
{
	int i, run;

	memset(rest, 0, sizeof(rest));
	for (run = 0; run < runs; run++) {
		int node = 2 + count + 3 * run;

		rest[node + 1][node] = counters->bank[PLAN_EVEN];
		rest[node + 2][node] = counters->bank[PLAN_ODD];
		rest[node][1] = counters->at_once;
		for (i = 0; i < count; i++) {
			rest[2 + i][node + 1] = events[i].can[PLAN_EVEN];
			rest[2 + i][node + 2] = events[i].can[PLAN_ODD];
		}
	}
	for (i = 0; i < count; i++)
		rest[0][2 + i] = 1;
}

/* Does each event reach a run? */
static bool all_flow(int count, int runs)
{
	int flow = 0;

	while (memset(seen, 0, sizeof(seen)),
	       augment(0, 1, 2 + count + 3 * runs))
		flow++;
	return flow == count;
}

/* As many even counters as odd ones, or one more. */
static struct plan_counters all_of(unsigned int counters)
{
	return (struct plan_counters){
		.bank = { (counters + 1) / 2, counters / 2 },
		.at_once = counters,
	};
}

/* Others have some of them, and some cannot count at the same time. */
static struct plan_counters some_of(unsigned int counters)
{
	struct plan_counters some = all_of(counters);

	if (rand() % 2)
		return some;
	some.bank[PLAN_EVEN] -= rand() % (some.bank[PLAN_EVEN] + 1);
	some.bank[PLAN_ODD] -= rand() % (some.bank[PLAN_ODD] + 1);
	some.at_once = rand() % (counters + 1);
	return some;
}

/* 0 if there is nothing to count, -1 if nothing can. */
static int fewest_runs(const struct plan_event *events, int count,
		       const struct plan_counters *counters)
{
	int runs;

	for (runs = 0; runs <= count; runs++) {
		connect(events, count, runs, counters);
		if (all_flow(count, runs))
			return runs;
	}
	return -1;
}

/* An event of any kind: even, odd, or either with one preferred. */
static void any_event(struct plan_event *event, int either)
{
	bool movable = rand() % 100 < either;

	event->preferred = rand() % PLAN_BANKS;
	event->can[event->preferred] = true;
	event->can[!event->preferred] = movable;
	event->run = ~0u;
	event->counter = ~0u;
}

/* Every event has a counter of its own that can count it. */
static void expect_places(struct __test_metadata *_metadata,
			  const struct plan_event *events, int count, int runs,
			  const struct plan_counters *counters)
{
	unsigned int used[MOST_EVENTS] = { 0 };
	bool taken[MOST_EVENTS][MOST_COUNTERS] = { 0 };
	int i;

	for (i = 0; i < count; i++) {
		unsigned int run = events[i].run, counter = events[i].counter;

		ASSERT_LT(run, (unsigned int)runs);
		ASSERT_LT(counter / 2, counters->bank[counter % 2]);
		ASSERT_TRUE(events[i].can[counter % 2]);
		ASSERT_FALSE(taken[run][counter]);
		taken[run][counter] = true;
		ASSERT_LE(++used[run], counters->at_once);
	}
}

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE(plan) {
};

FIXTURE_SETUP(plan)
{
}

FIXTURE_TEARDOWN(plan)
{
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

TEST_F(plan, fewest_runs)
{
	struct plan_event events[MOST_EVENTS];
	unsigned int parts[MOST_EVENTS][3];
	struct plan_set sets[MOST_EVENTS];
	int try, i;

	for (try = 0; try < TRIES; try++) {
		int count = rand() % (MOST_EVENTS + 1);
		struct plan_counters counters =
			some_of(1 + rand() % MOST_COUNTERS);
		int either = rand() % 101, runs;

		memset(events, 0, sizeof(events));
		for (i = 0; i < count; i++) {
			any_event(&events[i], either);
			parts[i][0] = rand() % count;
			parts[i][1] = rand() % count;
			parts[i][2] = rand() % count;
			sets[i].events = parts[i];
			sets[i].count = 1 + rand() % 3;
		}
		runs = perfcnt_plan(events, count, sets,
				    count ? rand() % count : 0, &counters);
		ASSERT_EQ(runs, fewest_runs(events, count, &counters));
		if (runs >= 0)
			expect_places(_metadata, events, count, runs,
				      &counters);
	}
}

/* Software events take what the others leave, and a run more only if nothing is left. */
TEST_F(plan, software_events)
{
	struct plan_event events[MOST_EVENTS], others[MOST_EVENTS];
	int try, i, count, hardware, least, runs;
	struct plan_counters counters;
	unsigned int all;

	for (try = 0; try < TRIES; try++) {
		counters = all_of(1 + rand() % MOST_COUNTERS);
		all = counters.at_once;
		counters.at_once = 1 + rand() % all;
		count = rand() % (MOST_EVENTS + 1);
		memset(events, 0, sizeof(events));
		for (i = 0, hardware = 0; i < count; i++) {
			any_event(&events[i], 100);
			events[i].software = rand() % 2;
			if (!events[i].software)
				others[hardware++] = events[i];
		}
		least = perfcnt_plan(others, hardware, NULL, 0, &counters);
		runs = perfcnt_plan(events, count, NULL, 0, &counters);
		if (least * (int)all < count)
			least = (count + all - 1) / all;
		ASSERT_EQ(least, runs);
		for (i = 0, hardware = 0; i < count; i++)
			if (!events[i].software)
				others[hardware++] = events[i];
		expect_places(_metadata, others, hardware, runs, &counters);
		counters.at_once = all;
		expect_places(_metadata, events, count, runs, &counters);
	}
}

/* Can all be counted in so many runs, and the set's in the first of them? */
static bool set_fits(const struct plan_event *events, int count,
		     const struct plan_set *set, int runs,
		     const struct plan_counters *counters)
{
	unsigned int i;
	int run;

	connect(events, count, runs, counters);
	for (i = 0; i < set->count; i++)
		for (run = 1; run < runs; run++) {
			int node = 2 + count + 3 * run;

			rest[2 + set->events[i]][node + 1] = 0;
			rest[2 + set->events[i]][node + 2] = 0;
		}
	return all_flow(count, runs);
}

TEST_F(plan, first_set_is_whole)
{
	struct plan_event events[MOST_EVENTS];
	int try, i, whole = 0, split = 0;

	for (try = 0; try < TRIES; try++) {
		struct plan_counters counters = all_of(2 + rand() % 4);
		int count = 3 + rand() % 12;
		unsigned int parts[] = { rand() % count, rand() % count,
					 rand() % count };
		struct plan_set set = { .events = parts, .count = 3 };
		bool same;
		int runs;

		memset(events, 0, sizeof(events));
		for (i = 0; i < count; i++)
			any_event(&events[i], 40);
		runs = perfcnt_plan(events, count, &set, 1, &counters);
		same = events[parts[0]].run == events[parts[1]].run &&
		       events[parts[0]].run == events[parts[2]].run;
		ASSERT_EQ(same, set_fits(events, count, &set, runs,
					 &counters));
		if (same)
			whole++;
		else
			split++;
	}
	/* both kinds were there */
	ASSERT_GE(whole, 100);
	ASSERT_GE(split, 20);
}

/* Where either bank will do, an event stays in the preferred one if it can. */
TEST_F(plan, preferred_bank)
{
	const struct plan_counters four = all_of(4);
	struct plan_event events[] = {
		{ .can = { true, true }, .preferred = PLAN_EVEN },
		{ .can = { true, true }, .preferred = PLAN_ODD },
		{ .can = { true, true }, .preferred = PLAN_ODD },
		{ .can = { true, true }, .preferred = PLAN_ODD },
	};

	ASSERT_EQ(perfcnt_plan(events, 4, NULL, 0, &four), 1);
	ASSERT_EQ(events[0].counter, 0);
	ASSERT_EQ(events[1].counter, 1);
	ASSERT_EQ(events[2].counter, 3);
	ASSERT_EQ(events[3].counter, 2);
}

TEST_F(plan, what_cannot_be)
{
	struct plan_event odd = { .can = { false, true }, .preferred = PLAN_ODD };
	struct plan_counters one = all_of(1), none = all_of(4);

	none.at_once = 0;
	ASSERT_EQ(perfcnt_plan(NULL, 0, NULL, 0, &none), 0);
	ASSERT_EQ(perfcnt_plan(&odd, 1, NULL, 0, &one), -1);
	ASSERT_EQ(perfcnt_plan(&odd, 1, NULL, 0, &none), -1);
}

/* The seed is one for all, and told. */
int main(int argc, char **argv)
{
	const char *given = getenv("SEED");
	unsigned int seed = given ? atoi(given) : 1;

	printf("# SEED=%u\n", seed);
	srand(seed);
	return test_harness_run(argc, argv);
}
