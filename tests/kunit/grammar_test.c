// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_grammar.c as a suite. */
#include "unit.h"

#define main unit_main
static int main(void);
#include "../unit/test_grammar.c"

static int grammar_init(struct kunit_suite *suite)
{
	return unit_main();
}

static struct kunit_suite grammar_suite = {
	.name = "perfcnt_grammar",
	.suite_init = grammar_init,
	.test_cases = unit_cases,
};

kunit_test_suite(grammar_suite);
