// SPDX-License-Identifier: GPL-2.0
/* Who has which slice of a round, and what an event's slices add up to. */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "core/multiplex_schedule.h"

#define EVEN PERFCNT_BANK_IS_EVEN
#define ODD PERFCNT_BANK_IS_ODD

static struct perfcnt_multiplex_event entries[PERFCNT_MULTIPLEX_EVENTS];
static struct perfcnt_multiplex_round round;
static struct perfcnt_multiplex_slice slice;

/* Begins anew with each test. */
static struct rnd_state random;

static u32 any(u32 below)
{
	return ((u64)prandom_u32_state(&random) * below) >> 32;
}

/* No exchange: the order is that of the numbers. */
static u32 last(u32 below)
{
	return below - 1;
}

/* The first @even events are even, the rest is odd; every third has no filter. */
static void begin(unsigned int even, unsigned int odd)
{
	unsigned int i;

	memset(entries, 0, sizeof(entries));
	for (i = 0; i < even + odd; i++) {
		entries[i].banks = i < even ? EVEN : ODD;
		entries[i].alone = i % 3;
	}
}

/* How many slices a round has; each event must have one, on counters that can count it. */
static unsigned int slices_of_round(struct kunit *test, unsigned int events,
				    unsigned long counters, unsigned int vpes)
{
	unsigned int had[PERFCNT_MULTIPLEX_EVENTS] = { 0 };
	unsigned int i, slices = 0;

	perfcnt_multiplex_round_begin(&round, events, any);
	while (round.left) {
		if (!perfcnt_multiplex_round_next(&round, entries, counters, vpes, &slice))
			break;
		slices++;
		for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
			int event = slice.event[i];

			if (event == PERFCNT_NO_EVENT)
				continue;
			KUNIT_EXPECT_TRUE(test, counters & BIT(i));
			KUNIT_EXPECT_TRUE(test, entries[event].banks & BIT(i & 1));
			had[event]++;
		}
	}
	KUNIT_EXPECT_EQ(test, round.left, 0U);
	for (i = 0; i < events; i++)
		KUNIT_EXPECT_EQ(test, had[i], perfcnt_multiplex_round_parts(&entries[i], vpes));
	return slices;
}

/* A 34K's 105 events: 53 even ones and 52 odd ones. */
static void test_each_once(struct kunit *test)
{
	begin(53, 52);
	KUNIT_EXPECT_EQ(test, slices_of_round(test, 105, 0xf, 1), 27U);
	KUNIT_EXPECT_EQ(test, slices_of_round(test, 105, 0x3, 1), 53U);
	KUNIT_EXPECT_EQ(test, slices_of_round(test, 105, 0xb, 1), 53U);
	begin(1, 0);
	KUNIT_EXPECT_EQ(test, slices_of_round(test, 1, 0xf, 1), 1U);
	begin(0, 120);
	KUNIT_EXPECT_EQ(test, slices_of_round(test, 120, 0xffff, 1), 15U);
}

/* With a counter for each VPE, those without a filter have one counter still. */
static void test_two_vpes(struct kunit *test)
{
	unsigned int slices;

	begin(53, 52);
	slices = slices_of_round(test, 105, 0xf, 2);
	KUNIT_EXPECT_LE(test, slices, 53U);
	KUNIT_EXPECT_GE(test, slices, 44U); /* 35 pairs, 18 alone of 53 */
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_next(&round, entries, 0xf, 2, &slice), 0U);
	begin(3, 0);
	perfcnt_multiplex_round_begin(&round, 3, last);
	/* 0 has no filter, 1 needs two counters, 2 too */
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_next(&round, entries, 0x5, 2, &slice), 1U);
	KUNIT_EXPECT_EQ(test, slice.event[0], 0);
	KUNIT_EXPECT_EQ(test, slice.event[2], PERFCNT_NO_EVENT);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_next(&round, entries, 0x5, 2, &slice), 1U);
	KUNIT_EXPECT_EQ(test, slice.event[0], 1);
	KUNIT_EXPECT_EQ(test, slice.event[2], 1);
	KUNIT_EXPECT_EQ(test, slice.vpe[0], 0);
	KUNIT_EXPECT_EQ(test, slice.vpe[2], 1);
	KUNIT_EXPECT_EQ(test, round.left, 1U);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_capacity(&entries[1], 0xa), 0U);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_capacity(&entries[1], 0xf), 2U);
}

/* An event of both banks goes where there is room. */
static void test_both_banks(struct kunit *test)
{
	unsigned int slices;

	begin(6, 0);
	entries[4].banks = EVEN | ODD;
	entries[5].banks = EVEN | ODD;
	/* 3, if the order lets an event of both banks have an even counter first */
	slices = slices_of_round(test, 6, 0x7, 1);
	KUNIT_EXPECT_LE(test, slices, 3U);
	KUNIT_EXPECT_GE(test, slices, 2U);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_capacity(&entries[4], 0xb), 2U);
}

/* 24 orders of four events: in 200 rounds, none is nearly always the same. */
static void test_random(struct kunit *test)
{
	unsigned int first[4] = { 0 }, i;

	for (i = 0; i < 200; i++) {
		perfcnt_multiplex_round_begin(&round, 4, any);
		first[round.event[0]]++;
	}
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_GT(test, first[i], 10U); /* 50 +- 6 */
		KUNIT_EXPECT_LT(test, first[i], 120U);
	}
}

/* What cannot be counted together has another turn; what cannot be alone, none. */
static void test_take_back(struct kunit *test)
{
	begin(4, 0);
	perfcnt_multiplex_round_begin(&round, 4, last);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_next(&round, entries, 0x15, 1, &slice), 3U);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_take_back(&round, &slice), 2U);
	KUNIT_EXPECT_EQ(test, round.left, 2U);
	KUNIT_EXPECT_EQ(test, slice.event[4], PERFCNT_NO_EVENT);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_take_back(&round, &slice), 1U);
	KUNIT_EXPECT_EQ(test, round.left, 3U);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_take_back(&round, &slice), 0U);
	KUNIT_EXPECT_EQ(test, round.left, 3U);
	KUNIT_EXPECT_EQ(test, perfcnt_multiplex_round_take_back(&round, &slice), 0U);
}

static void test_without(struct kunit *test)
{
	begin(4, 0);
	perfcnt_multiplex_round_begin(&round, 4, last);
	perfcnt_multiplex_round_next(&round, entries, 0x5, 1, &slice);
	perfcnt_multiplex_round_begin(&round, 4, last);
	perfcnt_multiplex_round_without(&round, &slice);
	KUNIT_EXPECT_EQ(test, round.left, 2U);
	KUNIT_EXPECT_EQ(test, round.event[0], 2);
	KUNIT_EXPECT_EQ(test, round.event[1], 3);
}

/* Two slices of 2 ms, with 3 and 5: 9 / 2000 + 25 / 2000 = 0.017. */
static void test_squares(struct kunit *test)
{
	struct perfcnt_multiplexed_event counted = { 0 };

	perfcnt_multiplex_stats_add(&counted, 0, 0);
	KUNIT_EXPECT_EQ(test, counted.slices, 0U);
	perfcnt_multiplex_stats_add(&counted, 3, 2000000);
	perfcnt_multiplex_stats_add(&counted, 5, 2000000);
	KUNIT_EXPECT_EQ(test, counted.count, 8ULL);
	KUNIT_EXPECT_EQ(test, counted.running, 4000000ULL);
	KUNIT_EXPECT_EQ(test, counted.slices, 2U);
	KUNIT_EXPECT_EQ(test, counted.squares, 0ULL);
	KUNIT_EXPECT_EQ(test, counted.fraction, 73014443U); /* 0.017 * 2^32, less two */
	perfcnt_multiplex_stats_add(&counted, 0, 2000000);
	KUNIT_EXPECT_EQ(test, counted.slices, 3U);
	perfcnt_multiplex_stats_add(&counted, 1, 0); /* in less than a nanosecond */
	KUNIT_EXPECT_EQ(test, counted.running, 6000001ULL);
	KUNIT_EXPECT_EQ(test, counted.squares, 1000ULL);
}

/* A fraction above one is carried, and large counts do not overflow. */
static void test_large_squares(struct kunit *test)
{
	struct perfcnt_multiplexed_event counted = { 0 };
	unsigned int i;

	for (i = 0; i < 4; i++)
		perfcnt_multiplex_stats_add(&counted, 30, 2000000); /* 0.45 each */
	KUNIT_EXPECT_EQ(test, counted.squares, 1ULL);
	KUNIT_EXPECT_LT(test, counted.fraction, 3435973837U);
	KUNIT_EXPECT_GT(test, counted.fraction, 3435973832U); /* 0.8 */
	memset(&counted, 0, sizeof(counted));
	perfcnt_multiplex_stats_add(&counted, 1ULL << 32, 1ULL << 40);
	/* 2^64 * 1000 / 2^40 */
	KUNIT_EXPECT_EQ(test, counted.squares, 1000ULL << 24);
	/* 10^12 * 1000 / 2^33, and no fraction of a slice of more than four seconds */
	perfcnt_multiplex_stats_add(&counted, 1000000, 1ULL << 33);
	KUNIT_EXPECT_EQ(test, counted.squares, (1000ULL << 24) + 116415ULL);
	KUNIT_EXPECT_EQ(test, counted.fraction, 0U);
}

/*
 * 128 CPUs at 4 GHz for an hour: in each slice of 10 ms, (5120 * 10^6)^2 / 10^4, which is
 * 2.6 * 10^15; more than 2^64 after 70 s.
 */
static void test_squares_for_long(struct kunit *test)
{
	const u64 count = 5120000000ULL, square = 2621440000000000ULL;
	struct perfcnt_multiplexed_event counted = { 0 };
	const unsigned int slices = 360000;
	unsigned int i;

	for (i = 0; i < slices; i++)
		perfcnt_multiplex_stats_add(&counted, count, 10000000);
	KUNIT_EXPECT_EQ(test, counted.squares_high, 51U);
	KUNIT_EXPECT_EQ(test, counted.squares, slices * square);
	memset(&counted, 0, sizeof(counted));
	/* no counter counts so much, nor less than nothing */
	KUNIT_EXPECT_TRUE(test, perfcnt_multiplex_stats_add(&counted, 1ULL << 57, 1ULL << 57));
	KUNIT_EXPECT_FALSE(test, perfcnt_multiplex_stats_add(&counted, 1ULL << 58, 1ULL << 58));
	KUNIT_EXPECT_FALSE(test, perfcnt_multiplex_stats_add(&counted, 1ULL << 57, 1));
	KUNIT_EXPECT_FALSE(test, perfcnt_multiplex_stats_add(&counted, -1ULL, 1000000));
}

static void test_on_vpe(struct kunit *test)
{
	struct perfcnt_multiplex_event entry = { .control.word = 0x28 };
	struct perfcnt_control control = perfcnt_multiplex_event_on_vpe(&entry, 1);

	KUNIT_EXPECT_EQ(test, control.word, 0x110028U);
	KUNIT_EXPECT_EQ(test, control.unit, 1U);
	KUNIT_EXPECT_EQ(test, entry.control.word, 0x28U);
}

static struct kunit_case multiplex_cases[] = {
	KUNIT_CASE(test_each_once),
	KUNIT_CASE(test_two_vpes),
	KUNIT_CASE(test_both_banks),
	KUNIT_CASE(test_random),
	KUNIT_CASE(test_take_back),
	KUNIT_CASE(test_without),
	KUNIT_CASE(test_squares),
	KUNIT_CASE(test_large_squares),
	KUNIT_CASE(test_squares_for_long),
	KUNIT_CASE(test_on_vpe),
	{ }
};

static int multiplex_init(struct kunit *test)
{
	prandom_seed_state(&random, 1);
	return 0;
}

static struct kunit_suite multiplex_suite = {
	.name = "perfcnt_multiplexer",
	.init = multiplex_init,
	.test_cases = multiplex_cases,
};

kunit_test_suite(multiplex_suite);
