// SPDX-License-Identifier: GPL-2.0
/* The 64-bit sum over a 32-bit count register. */
#include "encoding/extend.h"
#include "unit.h"

/* Whatever the register holds at first is where counting begins. */
TEST(start)
{
	struct perfcnt_extend extend = { .sum = 5 };

	perfcnt_extend_start(&extend, 0xdeadbeef);
	ASSERT_EQ(perfcnt_extend_advance(&extend, 0xdeadbeef), 5);
	ASSERT_EQ(perfcnt_extend_advance(&extend, 0xdeadbef0), 6);
}

TEST(half_full)
{
	struct perfcnt_extend extend = { 0 };

	perfcnt_extend_start(&extend, 0x7ffffffe);
	ASSERT_FALSE(perfcnt_extend_half_full(&extend));
	perfcnt_extend_advance(&extend, 0x7fffffff);
	ASSERT_FALSE(perfcnt_extend_half_full(&extend));
	perfcnt_extend_advance(&extend, 0x80000000);
	ASSERT_TRUE(perfcnt_extend_half_full(&extend));
	perfcnt_extend_advance(&extend, 0xffffffff);
	ASSERT_TRUE(perfcnt_extend_half_full(&extend));
	ASSERT_EQ(perfcnt_extend_advance(&extend, 0), 0x80000002);
	ASSERT_FALSE(perfcnt_extend_half_full(&extend));
}

/* Nothing is lost when nobody looked for all but one event of a lap. */
TEST(longest_gap)
{
	struct perfcnt_extend extend = { 0 };

	perfcnt_extend_start(&extend, 1);
	ASSERT_EQ(perfcnt_extend_advance(&extend, 0), 0xffffffff);
}

/* More than half of the range at once, wherever it begins. */
TEST(late)
{
	static const u32 from[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff };
	struct perfcnt_extend extend = { 0 };
	unsigned int i;

	for (i = 0; i < sizeof(from) / sizeof(*from); i++) {
		perfcnt_extend_start(&extend, from[i]);
		ASSERT_FALSE(perfcnt_extend_is_late(&extend, from[i]));
		ASSERT_FALSE(perfcnt_extend_is_late(&extend, from[i] + 0x80000000));
		ASSERT_TRUE(perfcnt_extend_is_late(&extend, from[i] + 0x80000001));
		ASSERT_TRUE(perfcnt_extend_is_late(&extend, from[i] - 1));
	}
}

/* 2^64 is passed as 2^32 is: a count is modulo 2^64. */
TEST(wrap_64)
{
	struct perfcnt_extend extend = { .sum = ~0ULL };

	perfcnt_extend_start(&extend, 0);
	ASSERT_EQ(perfcnt_extend_advance(&extend, 1), 0);
}

/*
 * Looks at random moments against a 64-bit reference; the steps are below a
 * lap, many just around half full and the end of the register.
 */
TEST(against_reference)
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
		ASSERT_TRUE(perfcnt_extend_advance(&extend,
						   start + (u32)reference) ==
			    reference);
		ASSERT_TRUE(perfcnt_extend_half_full(&extend) ==
			    (start + (u32)reference >= 0x80000000));
	}
}

TEST_HARNESS_MAIN
