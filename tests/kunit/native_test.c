// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_native.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_native.c"

static int native_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite native_suite = {
	.name = "perfcnt_native",
	.suite_init = native_init,
	.test_cases = unit_cases,
};

kunit_test_suite(native_suite);
