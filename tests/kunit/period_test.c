// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_period.c as a suite. */
#include "unit.h"
#include "../unit/test_period.c"

static struct kunit_case period_cases[] = {
	KUNIT_CASE(preload),
	KUNIT_CASE(overrun),
	KUNIT_CASE(left_out),
	KUNIT_CASE(add_up),
	KUNIT_CASE(frequency),
	KUNIT_CASE(frequency_with_periods_left_out),
	KUNIT_CASE(frequency_of_anything),
	{ }
};

static struct kunit_suite period_suite = {
	.name = "perfcnt_period",
	.test_cases = period_cases,
};

kunit_test_suite(period_suite);
