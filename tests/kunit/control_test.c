// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_control.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_control.c"

static int control_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite control_suite = {
	.name = "perfcnt_control",
	.suite_init = control_init,
	.test_cases = unit_cases,
};

kunit_test_suite(control_suite);
