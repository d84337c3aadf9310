// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_what.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_what.c"

static int what_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite what_suite = {
	.name = "perfcnt_what",
	.suite_init = what_init,
	.test_cases = unit_cases,
};

kunit_test_suite(what_suite);
