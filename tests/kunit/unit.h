/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests/unit takes from the kernel's harness for user space, on KUnit: its
 * files are included here as they are, and each TEST is a case of a suite.
 */
#ifndef PERFCNT_UNIT_H
#define PERFCNT_UNIT_H

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

/* What the harness calls _metadata is the test of KUnit. */
#define __test_metadata kunit

#define TEST(name) static void name(struct kunit *_metadata)
#define TEST_HARNESS_MAIN

#define TH_LOG(...) kunit_err(_metadata, __VA_ARGS__)

/*
 * Two values are compared; a statement that follows is done if that was wrong, as
 * with the harness.
 */
#define UNIT_COMPARE(kind, a, op, b, assert)				\
	for (bool bad = ({						\
		typeof(a) _a = (a);					\
		typeof(b) _b = (b);					\
									\
		KUNIT_##kind##_##assert##_MSG(_metadata, _a, _b,	\
					      "%s " #op " %s", #a, #b);	\
		!(_a op _b);						\
	}); bad; bad = false)

#define UNIT_STRINGS(kind, a, b)					\
	for (bool bad = ({						\
		const char *_a = (a);					\
		const char *_b = (b);					\
									\
		KUNIT_##kind##_STREQ_MSG(_metadata, _a, _b,		\
					 "%s is %s", #a, #b);		\
		strcmp(_a, _b) != 0;					\
	}); bad; bad = false)

#define ASSERT_EQ(a, b) UNIT_COMPARE(ASSERT, a, ==, b, EQ)
#define ASSERT_NE(a, b) UNIT_COMPARE(ASSERT, a, !=, b, NE)
#define ASSERT_LT(a, b) UNIT_COMPARE(ASSERT, a, <, b, LT)
#define ASSERT_TRUE(a) UNIT_COMPARE(ASSERT, a, !=, 0, NE)
#define ASSERT_FALSE(a) UNIT_COMPARE(ASSERT, a, ==, 0, EQ)
#define ASSERT_STREQ(a, b) UNIT_STRINGS(ASSERT, a, b)

#define EXPECT_EQ(a, b) UNIT_COMPARE(EXPECT, a, ==, b, EQ)
#define EXPECT_TRUE(a) UNIT_COMPARE(EXPECT, a, !=, 0, NE)
#define EXPECT_STREQ(a, b) UNIT_STRINGS(EXPECT, a, b)

#endif /* PERFCNT_UNIT_H */
