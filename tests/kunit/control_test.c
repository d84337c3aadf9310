// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_control.c as a suite. */
#include "unit.h"
#include "../unit/test_control.c"

static struct kunit_case control_cases[] = {
	KUNIT_CASE(table_size),
	KUNIT_CASE(every_code),
	KUNIT_CASE(every_filter),
	KUNIT_CASE(filter_range),
	KUNIT_CASE(every_bit),
	KUNIT_CASE(every_name),
	KUNIT_CASE(no_name_is_a_number),
	KUNIT_CASE(names_are_unique),
	KUNIT_CASE(visible_m),
	KUNIT_CASE(decimal),
	KUNIT_CASE(hexadecimal),
	{ }
};

static struct kunit_suite control_suite = {
	.name = "perfcnt_control",
	.test_cases = control_cases,
};

kunit_test_suite(control_suite);
