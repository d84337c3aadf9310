// SPDX-License-Identifier: GPL-2.0
/* The 64-bit sum over a 32-bit count register. */
#include "words/extend.h"
#include "unit.h"

/* Whatever the register holds at first is where counting begins. */
static void test_start(void **state)
{
	struct perfcnt_extend extend = { .sum = 5 };

	perfcnt_extend_start(&extend, 0xdeadbeef);
	assert_int_equal(perfcnt_extend_advance(&extend, 0xdeadbeef), 5);
	assert_int_equal(perfcnt_extend_advance(&extend, 0xdeadbef0), 6);
}

static void test_half_full(void **state)
{
	struct perfcnt_extend extend = { 0 };

	perfcnt_extend_start(&extend, 0x7ffffffe);
	assert_false(perfcnt_extend_half_full(&extend));
	perfcnt_extend_advance(&extend, 0x7fffffff);
	assert_false(perfcnt_extend_half_full(&extend));
	perfcnt_extend_advance(&extend, 0x80000000);
	assert_true(perfcnt_extend_half_full(&extend));
	perfcnt_extend_advance(&extend, 0xffffffff);
	assert_true(perfcnt_extend_half_full(&extend));
	assert_int_equal(perfcnt_extend_advance(&extend, 0), 0x80000002);
	assert_false(perfcnt_extend_half_full(&extend));
}

/* Nothing is lost when nobody looked for all but one event of a lap. */
static void test_longest_gap(void **state)
{
	struct perfcnt_extend extend = { 0 };

	perfcnt_extend_start(&extend, 1);
	assert_int_equal(perfcnt_extend_advance(&extend, 0), 0xffffffff);
}

/* 2^64 is passed as 2^32 is: a count is modulo 2^64. */
static void test_wrap_64(void **state)
{
	struct perfcnt_extend extend = { .sum = ~0ULL };

	perfcnt_extend_start(&extend, 0);
	assert_int_equal(perfcnt_extend_advance(&extend, 1), 0);
}

/*
 * Looks at random moments against a 64-bit reference; the steps are below a
 * lap, many just around half full and the end of the register.
 */
static void test_against_reference(void **state)
{
	struct perfcnt_extend extend = { 0 };
	u64 reference = 0, random = 88172645463325252ULL;
	u32 step, start = 0x12345678;
	int i;

	perfcnt_extend_start(&extend, start);
	for (i = 0; i < 1000000; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		step = (u32)random;
		if (i % 3 == 1)
			step = 0x80000000 - (u32)(reference + start) +
			       step % 5 - 2;
		if (i % 3 == 2)
			step = 0 - (u32)(reference + start) + step % 5 - 2;
		reference += step;
		assert_true(perfcnt_extend_advance(&extend,
						   start + (u32)reference) ==
			    reference);
		assert_true(perfcnt_extend_half_full(&extend) ==
			    (start + (u32)reference >= 0x80000000));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_start),
		cmocka_unit_test(test_half_full),
		cmocka_unit_test(test_longest_gap),
		cmocka_unit_test(test_wrap_64),
		cmocka_unit_test(test_against_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
