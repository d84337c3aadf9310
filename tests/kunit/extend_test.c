// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_extend.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_extend.c"

static int extend_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite extend_suite = {
	.name = "perfcnt_extend",
	.suite_init = extend_init,
	.test_cases = unit_cases,
};

kunit_test_suite(extend_suite);
