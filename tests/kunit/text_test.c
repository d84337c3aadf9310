// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_text.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_text.c"

static int text_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite text_suite = {
	.name = "perfcnt_text",
	.suite_init = text_init,
	.test_cases = unit_cases,
};

kunit_test_suite(text_suite);
