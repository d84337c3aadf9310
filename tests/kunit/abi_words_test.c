// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_abi_words.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_abi_words.c"

static int abi_words_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite abi_words_suite = {
	.name = "perfcnt_abi_words",
	.suite_init = abi_words_init,
	.test_cases = unit_cases,
};

kunit_test_suite(abi_words_suite);
