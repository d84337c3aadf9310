// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_perf_names.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_perf_names.c"

static int perf_names_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite perf_names_suite = {
	.name = "perfcnt_perf_names",
	.suite_init = perf_names_init,
	.test_cases = unit_cases,
};

kunit_test_suite(perf_names_suite);
