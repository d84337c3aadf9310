// SPDX-License-Identifier: GPL-2.0
/* The statistics, beside values that were worked out by other means. */
#include <math.h>
#include <string.h>

#include "data/statistics.h"
#include "unit.h"

#define COUNT(array)	(sizeof(array) / sizeof(*(array)))

static void assert_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) * 1000000 < 1);
}

static void find(const uint64_t *values, unsigned int count, bool *outlier,
		 struct statistics *found)
{
	memset(outlier, 0, count);
	assert_int_equal(statistics_outliers(values, count, outlier), 0);
	assert_int_equal(statistics_of(values, outlier, count, found), 0);
}

static void test_one(void **state)
{
	const uint64_t values[] = { UINT64_MAX };
	struct statistics found;
	bool outlier[1];

	(void)state;
	find(values, 1, outlier, &found);
	assert_true(found.median == UINT64_MAX && found.low == UINT64_MAX &&
		    found.high == UINT64_MAX);
	assert_true(found.spread == 0 && found.confidence == 0);
	assert_false(outlier[0]);
}

/* The middle of two that have no common sum in 64 bits. */
static void test_even_number(void **state)
{
	const uint64_t values[] = { UINT64_MAX, UINT64_MAX - 4 };
	struct statistics found;
	bool outlier[2];

	(void)state;
	find(values, 2, outlier, &found);
	assert_true(found.median == UINT64_MAX - 2);
	assert_true(found.low == UINT64_MAX - 4 && found.high == UINT64_MAX);
	assert_true(found.confidence == 0.5);
}

/*
 * The deviations from 100 are 0 0 1 1 1 2 2 3 900, their median 1: a score of 3
 * is 2.02, one of 900 is 607.
 */
static void test_outlier(void **state)
{
	const uint64_t values[] = { 100, 98, 1000, 101, 99, 103, 100, 99, 102 };
	struct statistics found;
	bool outlier[COUNT(values)];
	unsigned int i;

	(void)state;
	find(values, COUNT(values), outlier, &found);
	for (i = 0; i < COUNT(values); i++)
		assert_int_equal(outlier[i], values[i] == 1000);
	assert_int_equal(found.kept, 8);
	assert_int_equal(found.median, 100);
	assert_int_equal(found.least, 98);
	assert_int_equal(found.most, 103);
	/* of 0 0 1 1 1 2 2 3: 1 */
	assert_near(found.spread, 1.4826);
	/* binomial: 1 - 2 * 1 / 256 is enough, 1 - 2 (1 + 8) / 256 is not */
	assert_int_equal(found.low, 98);
	assert_int_equal(found.high, 103);
	assert_near(found.confidence, 1 - 2. / 256);
}

/* Most are the same: the mean deviation, 1 of 10, says what is far. */
static void test_same(void **state)
{
	uint64_t values[] = { 50, 50, 50, 50, 50, 50, 50, 50, 50, 60 };
	struct statistics found;
	bool outlier[COUNT(values)];
	unsigned int i;

	(void)state;
	find(values, COUNT(values), outlier, &found);
	assert_true(outlier[9]);
	assert_int_equal(found.kept, 9);
	assert_int_equal(found.high, 50);
	/* 5 of 10 are elsewhere: nothing is an outlier */
	for (i = 0; i < 4; i++)
		values[i] = 60;
	find(values, COUNT(values), outlier, &found);
	assert_int_equal(found.kept, 10);
}

/* With 20 values: the 6th least to the 6th greatest, at 95.86 %. */
static void test_interval(void **state)
{
	uint64_t values[20];
	struct statistics found;
	bool outlier[COUNT(values)];
	unsigned int i;

	(void)state;
	for (i = 0; i < COUNT(values); i++)
		values[i] = 1000 + (i * 7) % 20;
	find(values, COUNT(values), outlier, &found);
	assert_int_equal(found.low, 1005);
	assert_int_equal(found.high, 1014);
	assert_near(found.confidence, 0.9586105);
	assert_int_equal(found.median, 1009);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one),
		cmocka_unit_test(test_even_number),
		cmocka_unit_test(test_outlier),
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
