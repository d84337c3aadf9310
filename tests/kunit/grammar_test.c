// SPDX-License-Identifier: GPL-2.0
/* tests/unit/test_grammar.c as a suite. */
#include "unit.h"
#include "../unit/test_grammar.c"

static struct kunit_case grammar_cases[] = {
	KUNIT_CASE(refused),
	KUNIT_CASE(taken),
	KUNIT_CASE(line_too_long),
	KUNIT_CASE(nul_byte),
	KUNIT_CASE(long_word),
	KUNIT_CASE(error_sentence),
	KUNIT_CASE(error_without_word),
	KUNIT_CASE(format),
	KUNIT_CASE(format_counts),
	KUNIT_CASE(format_room),
	{ }
};

static struct kunit_suite grammar_suite = {
	.name = "perfcnt_grammar",
	.test_cases = grammar_cases,
};

kunit_test_suite(grammar_suite);
