// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_abi_words.c as a suite. */
#include "unit.h"
#include "../unit/test_abi_words.c"

static struct kunit_case abi_words_cases[] = {
	KUNIT_CASE(every_row),
	{ }
};

static struct kunit_suite abi_words_suite = {
	.name = "perfcnt_abi_words",
	.test_cases = abi_words_cases,
};

kunit_test_suite(abi_words_suite);
