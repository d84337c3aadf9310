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
		u64 missed, left, next;

		next = perfcnt_period_next(&period,
					   rows[i].value - PERFCNT_HALF_FULL, 0,
					   &missed);
		EXPECT_EQ(perfcnt_period_preload(next, &left), rows[i].preload);
		EXPECT_EQ(missed, rows[i].missed);
		EXPECT_EQ(period.length, 1000ULL);
	}
}

TEST(left_out)
{
	struct perfcnt_period period;
	u64 missed;

	perfcnt_period_begin(&period, 10, 0, 1);
	EXPECT_EQ(perfcnt_period_next(&period, 3, 7, &missed), 77ULL);
	EXPECT_EQ(period.left_out, 7ULL);
	EXPECT_EQ(period.length, 10ULL);
	EXPECT_EQ(perfcnt_period_next(&period, 0, 0, &missed), 10ULL);
	EXPECT_EQ(period.left_out, 0ULL);
}

/* Whatever the overruns are, all events are in one period each. */
TEST(add_up)
{
	struct perfcnt_period period;
	u64 events, accounted, next, missed, i, shortest = 1000, longest = 0;

	next = perfcnt_period_begin(&period, 1000, 999, 12345);
	events = 0;
	accounted = 0;
	for (i = 0; i < 100000; i++) {
		u32 over = i % 7 ? 0 : i * 31 % 5000;

		EXPECT_TRUE(next > 0);
		EXPECT_TRUE(period.length > 0);
		events += next + over;
		accounted += period.left_out * 1000 + period.length;
		if (period.length < shortest)
			shortest = period.length;
		if (period.length > longest)
			longest = period.length;
		next = perfcnt_period_next(&period, over, i % 3, &missed);
		accounted += missed * 1000;
		/* what is over belongs to the period that runs */
		EXPECT_EQ(events + next,
			  accounted + period.left_out * 1000 + period.length);
	}
	EXPECT_TRUE(shortest < 50);
	EXPECT_TRUE(longest > 1950);
}

TEST_HARNESS_MAIN
