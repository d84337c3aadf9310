// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_extend.c as a suite. */
#include "unit.h"
#include "../unit/test_extend.c"

static struct kunit_case extend_cases[] = {
	KUNIT_CASE(start),
	KUNIT_CASE(half_full),
	KUNIT_CASE(longest_gap),
	KUNIT_CASE(late),
	KUNIT_CASE(wrap_64),
	KUNIT_CASE(against_reference),
	{ }
};

static struct kunit_suite extend_suite = {
	.name = "perfcnt_extend",
	.test_cases = extend_cases,
};

kunit_test_suite(extend_suite);
