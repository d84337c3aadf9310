// SPDX-License-Identifier: GPL-2.0
/* Periods of samples: what registers hold, and what is left out. */
#include "encoding/extend.h"
#include "encoding/period.h"
#include "unit.h"

TEST(preload)
{
	static const struct {
		u64 events;
		u32 value;
		u64 left;
	} rows[] = {
		{ 1, 0x7fffffff, 0 },
		{ 1000, 0x7ffffc18, 0 },
		{ 500000, 0x7ff85ee0, 0 },
		{ 0x80000000, 0, 0 },
		{ 0x80000001, 0, 1 },
		{ (u64)1 << 48, 0, ((u64)1 << 48) - 0x80000000 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 left;

		EXPECT_EQ(perfcnt_period_preload(rows[i].events, &left),
			  rows[i].value);
		EXPECT_EQ(left, rows[i].left);
	}
}

/* A register that was read late: the next period began when this one ended. */
TEST(overrun)
{
	static const struct {
		u32 value;	/* of the register */
		u32 preload;	/* for the next period of 1000 */
		u64 missed;
	} rows[] = {
		{ 0x80000000, 0x7ffffc18, 0 },
		{ 0x80000003, 0x7ffffc1b, 0 },
		{ 0x800003e7, 0x7fffffff, 0 },
		{ 0x800003e8, 0x7ffffc18, 1 },
		{ 0x800009c4, 0x7ffffe0c, 2 },
		{ 0xffffffff, 0x7ffffe9f, 2147483 },
	};
	struct perfcnt_period period;
	size_t i;

	EXPECT_EQ(perfcnt_period_begin(&period, 1000, 0, 1), 1000ULL);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 left, next;

		next = perfcnt_period_next(&period,
					   rows[i].value - PERFCNT_HALF_FULL, 0);
		EXPECT_EQ(perfcnt_period_preload(next, &left), rows[i].preload);
		EXPECT_EQ(period.left_out, rows[i].missed);
		EXPECT_EQ(period.length, 1000ULL);
	}
}

TEST(left_out)
{
	struct perfcnt_period period;

	perfcnt_period_begin(&period, 10, 0, 1);
	EXPECT_EQ(perfcnt_period_next(&period, 3, 7), 77ULL);
	EXPECT_EQ(period.left_out, 7ULL);
	EXPECT_EQ(period.length, 10ULL);
	EXPECT_EQ(perfcnt_period_next(&period, 0, 0), 10ULL);
	EXPECT_EQ(period.left_out, 0ULL);
	/* two have ended, and the third has had 5 of its events */
	EXPECT_EQ(perfcnt_period_next(&period, 25, 7), 75ULL);
	EXPECT_EQ(period.left_out, 9ULL);
}

/* Whatever the overruns are, all events are in one period each. */
TEST(add_up)
{
	struct perfcnt_period period;
	u64 events, accounted, next, i, shortest = 1000, longest = 0;

	next = perfcnt_period_begin(&period, 1000, 999, 12345);
	events = 0;
	accounted = 0;
	for (i = 0; i < 100000; i++) {
		u32 over = i % 7 ? 0 : i * 31 % 5000;

		EXPECT_TRUE(next > 0);
		EXPECT_TRUE(period.length > 0);
		events += next + over;
		accounted += (1 + period.left_out) * period.length;
		if (period.length < shortest)
			shortest = period.length;
		if (period.length > longest)
			longest = period.length;
		next = perfcnt_period_next(&period, over, i % 3);
		/* what is over belongs to the periods before the next sample */
		EXPECT_EQ(events + next,
			  accounted + (1 + period.left_out) * period.length);
	}
	EXPECT_TRUE(shortest < 50);
	EXPECT_TRUE(longest > 1950);
}

/* How many samples it takes, from a period to one of the next second, to be within 1/8. */
static unsigned int samples_to_adapt(struct perfcnt_period *period, u64 per_second,
				     u64 wanted)
{
	unsigned int n;

	for (n = 0; n < 100; n++) {
		u64 length = period->length;

		if (length - length / 8 <= wanted && wanted <= length + length / 8)
			return n;
		perfcnt_period_adapt(period, length, 0, length * 1000000000 / per_second);
		perfcnt_period_next(period, 0, 0);
	}
	return n;
}

/* So many events a second, then others: the period follows within a few samples. */
TEST(frequency)
{
	static const struct {
		u32 frequency;
		u64 per_second;
		u64 wanted;
	} rows[] = {
		{ 1000, 1000000000, 1000000 },	/* from 1 */
		{ 1000, 4000000000, 4000000 },
		{ 1000, 1000000, 1000 },
		{ 1000, 1000, 1 },
		{ 1000, 100, 1 },		/* more often is not possible */
		{ 1, 10000000, 10000000 },
		{ 10000, 30000, 3 },
		{ 1000000, 1000000000, 1000 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct perfcnt_period period;

		EXPECT_EQ(perfcnt_period_begin_frequency(&period, rows[i].frequency,
							 1), 1ULL);
		EXPECT_TRUE(samples_to_adapt(&period, rows[i].per_second,
					     rows[i].wanted) <= 20);
		/* a hundred times as many events, and as few as before */
		EXPECT_TRUE(samples_to_adapt(&period, 100 * rows[i].per_second,
					     100 * rows[i].per_second /
					     rows[i].frequency) <= 20);
		EXPECT_TRUE(samples_to_adapt(&period, rows[i].per_second,
					     rows[i].wanted) <= 20);
		/* and so it stays */
		EXPECT_EQ(samples_to_adapt(&period, rows[i].per_second, rows[i].wanted), 0U);
	}
}

/* What were ten periods is expected to be as long as one of them. */
TEST(frequency_with_periods_left_out)
{
	struct perfcnt_period period;

	perfcnt_period_begin_frequency(&period, 1000, 1);
	samples_to_adapt(&period, 100000000, 100000);
	perfcnt_period_adapt(&period, 100000, 9, 10000000);
	EXPECT_TRUE(period.mean > 90000);
	EXPECT_TRUE(period.mean < 110000);
}

/* Times and numbers that cannot be, or nearly: a period has 1 event at least, and an end. */
TEST(frequency_of_anything)
{
	static const u64 odd[] = { 0, 1, 2, 1000000000, (u64)1 << 40, (u64)1 << 48, ~(u64)0 };
	struct perfcnt_period period;
	size_t length, left_out, elapsed;
	u64 before;

	for (length = 0; length < ARRAY_SIZE(odd); length++)
		for (left_out = 0; left_out < ARRAY_SIZE(odd); left_out++)
			for (elapsed = 0; elapsed < ARRAY_SIZE(odd); elapsed++) {
				perfcnt_period_begin_frequency(&period, 1, 1);
				before = odd[length] ?: 1;
				perfcnt_period_adapt(&period, before, odd[left_out],
						     odd[elapsed]);
				EXPECT_TRUE(period.mean >= 1);
				EXPECT_TRUE(period.mean <= (u64)1 << 40);
				EXPECT_TRUE(period.mean <= 4 * before + 1);
				perfcnt_period_next(&period, 0, 0);
				EXPECT_EQ(period.length, period.mean);
			}
}

TEST_HARNESS_MAIN
