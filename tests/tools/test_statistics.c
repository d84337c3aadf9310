// SPDX-License-Identifier: GPL-2.0
/* The statistics, beside values that were worked out by other means. */
#include <math.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "base/statistics.h"
#include "unit.h"

#define COUNT(array)	(sizeof(array) / sizeof(*(array)))

static void expect_near(struct __test_metadata *_metadata, double value,
			double wanted)
{
	ASSERT_TRUE(fabs(value - wanted) * 1000000 < 1);
}

static void find(struct __test_metadata *_metadata, const uint64_t *values,
		 unsigned int count, bool *outlier, struct statistics *found)
{
	memset(outlier, 0, count);
	ASSERT_EQ(statistics_outliers(values, count, outlier), 0);
	ASSERT_EQ(statistics_of(values, outlier, count, found), 0);
}

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE(statistics) {
};

FIXTURE_SETUP(statistics)
{
}

FIXTURE_TEARDOWN(statistics)
{
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

TEST_F(statistics, one)
{
	const uint64_t values[] = { UINT64_MAX };
	struct statistics found;
	bool outlier[1];

	find(_metadata, values, 1, outlier, &found);
	ASSERT_TRUE(found.median == UINT64_MAX && found.low == UINT64_MAX &&
		    found.high == UINT64_MAX);
	ASSERT_TRUE(found.spread == 0 && found.confidence == 0);
	ASSERT_FALSE(outlier[0]);
}

/* The middle of two that have no common sum in 64 bits. */
TEST_F(statistics, even_number)
{
	const uint64_t values[] = { UINT64_MAX, UINT64_MAX - 4 };
	struct statistics found;
	bool outlier[2];

	find(_metadata, values, 2, outlier, &found);
	ASSERT_TRUE(found.median == UINT64_MAX - 2);
	ASSERT_TRUE(found.low == UINT64_MAX - 4 && found.high == UINT64_MAX);
	ASSERT_TRUE(found.confidence == 0.5);
}

/*
 * The deviations from 100 are 0 0 1 1 1 2 2 3 900, their median 1: a score of 3
 * is 2.02, one of 900 is 607.
 */
TEST_F(statistics, outlier)
{
	const uint64_t values[] = { 100, 98, 1000, 101, 99, 103, 100, 99, 102 };
	struct statistics found;
	bool outlier[COUNT(values)];
	unsigned int i;

	find(_metadata, values, COUNT(values), outlier, &found);
	for (i = 0; i < COUNT(values); i++)
		ASSERT_EQ(outlier[i], values[i] == 1000);
	ASSERT_EQ(found.kept, 8);
	ASSERT_EQ(found.median, 100);
	ASSERT_EQ(found.least, 98);
	ASSERT_EQ(found.most, 103);
	/* of 0 0 1 1 1 2 2 3: 1 */
	expect_near(_metadata, found.spread, 1.4826);
	/* binomial: 1 - 2 * 1 / 256 is enough, 1 - 2 (1 + 8) / 256 is not */
	ASSERT_EQ(found.low, 98);
	ASSERT_EQ(found.high, 103);
	expect_near(_metadata, found.confidence, 1 - 2. / 256);
}

/* Most are the same: the mean deviation, 1 of 10, says what is far. */
TEST_F(statistics, same)
{
	uint64_t values[] = { 50, 50, 50, 50, 50, 50, 50, 50, 50, 60 };
	struct statistics found;
	bool outlier[COUNT(values)];
	unsigned int i;

	find(_metadata, values, COUNT(values), outlier, &found);
	ASSERT_TRUE(outlier[9]);
	ASSERT_EQ(found.kept, 9);
	ASSERT_EQ(found.high, 50);
	/* 5 of 10 are elsewhere: nothing is an outlier */
	for (i = 0; i < 4; i++)
		values[i] = 60;
	find(_metadata, values, COUNT(values), outlier, &found);
	ASSERT_EQ(found.kept, 10);
}

/* With 20 values: the 6th least to the 6th greatest, at 95.86 %. */
TEST_F(statistics, interval)
{
	uint64_t values[20];
	struct statistics found;
	bool outlier[COUNT(values)];
	unsigned int i;

	for (i = 0; i < COUNT(values); i++)
		values[i] = 1000 + (i * 7) % 20;
	find(_metadata, values, COUNT(values), outlier, &found);
	ASSERT_EQ(found.low, 1005);
	ASSERT_EQ(found.high, 1014);
	expect_near(_metadata, found.confidence, 0.9586105);
	ASSERT_EQ(found.median, 1009);
}

/* 2^-1100 is no double: of so many the interval is as narrow, by exact fractions. */
TEST_F(statistics, interval_of_many)
{
	static uint64_t values[5000];
	static bool outlier[COUNT(values)];
	struct statistics found;
	unsigned int i;

	for (i = 0; i < COUNT(values); i++)
		values[i] = 1000000 + (i * 7) % 1100;
	ASSERT_EQ(0, statistics_of(values, outlier, 1100, &found));
	EXPECT_EQ(found.low, 1000517);
	EXPECT_EQ(found.high, 1000582);
	expect_near(_metadata, found.confidence, 0.9500329);
	for (i = 0; i < COUNT(values); i++)
		values[i] = 1000000 + (i * 7) % 5000;
	ASSERT_EQ(0, statistics_of(values, outlier, 5000, &found));
	EXPECT_EQ(found.low, 1002430);
	EXPECT_EQ(found.high, 1002569);
	expect_near(_metadata, found.confidence, 0.9506841);
}

TEST_HARNESS_MAIN
