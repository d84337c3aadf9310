/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests/unit takes from cmocka, on KUnit: its files are included here as
 * they are, and their tests, in a table each, become a suite's parameters.
 */
#ifndef PERFCNT_UNIT_H
#define PERFCNT_UNIT_H

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

typedef void (*unit_function)(void **state);

struct unit_test {
	const char *name;
	unit_function test_func;
	void *initial_state;
};

#define cmocka_unit_test(function) \
	{ .name = #function, .test_func = function }

/* The tests of one file. */
static struct unit_test unit_tests[256];
static size_t unit_count;

static inline int unit_remember(const struct unit_test *tests, size_t size)
{
	if (size > sizeof(unit_tests))
		return -E2BIG;
	memcpy(unit_tests, tests, size);
	unit_count = size / sizeof(*tests);
	return 0;
}

#define cmocka_run_group_tests(tests, setup, teardown) \
	unit_remember(tests, sizeof(tests))

/* cmocka's comparisons do not know what they compare, either. */
#define assert_int_equal(a, b) \
	KUNIT_ASSERT_EQ(current->kunit_test, (u64)(a), (u64)(b))
#define assert_int_not_equal(a, b) \
	KUNIT_ASSERT_NE(current->kunit_test, (u64)(a), (u64)(b))
#define assert_true(a) KUNIT_ASSERT_TRUE(current->kunit_test, a)
#define assert_false(a) KUNIT_ASSERT_FALSE(current->kunit_test, a)
#define assert_non_null(a) \
	KUNIT_ASSERT_TRUE(current->kunit_test, (a) != NULL)
#define assert_string_equal(a, b) \
	KUNIT_ASSERT_STREQ(current->kunit_test, a, b)
#define assert_memory_equal(a, b, size) \
	KUNIT_ASSERT_EQ(current->kunit_test, memcmp(a, b, size), 0)

static const void *unit_next(const void *previous, char *description)
{
	const struct unit_test *test = previous;

	test = test ? test + 1 : unit_tests;
	if (test >= unit_tests + unit_count)
		return NULL;
	strscpy(description, test->name, KUNIT_PARAM_DESC_SIZE);
	return test;
}

static void unit_run(struct kunit *test)
{
	const struct unit_test *unit = test->param_value;
	void *state = unit->initial_state;

	unit->test_func(&state);
}

static struct kunit_case unit_cases[] = {
	KUNIT_CASE_PARAM(unit_run, unit_next),
	{ }
};

#endif /* PERFCNT_UNIT_H */
