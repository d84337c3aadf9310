// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_perf_names.c as a suite. */
#include "unit.h"
#include "../unit/test_perf_names.c"

static struct kunit_case perf_names_cases[] = {
	KUNIT_CASE(every_row),
	KUNIT_CASE(events_of_models),
	KUNIT_CASE(raw_on_each_kind),
	KUNIT_CASE(visible),
	KUNIT_CASE(word),
	KUNIT_CASE(word_forgets_native),
	KUNIT_CASE(elsewhere),
	KUNIT_CASE(same),
	KUNIT_CASE(reasons),
	KUNIT_CASE(add_pmus),
	{ }
};

static struct kunit_suite perf_names_suite = {
	.name = "perfcnt_perf_names",
	.test_cases = perf_names_cases,
};

kunit_test_suite(perf_names_suite);
