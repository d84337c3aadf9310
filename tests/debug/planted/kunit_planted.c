// SPDX-License-Identifier: GPL-2.0
/* A case of each kind that must be seen, in KUnit. */
#include <kunit/test.h>
#include <linux/compiler.h>
#include <linux/module.h>

static bool crash;
module_param(crash, bool, 0444);
MODULE_PARM_DESC(crash, "one case crashes");

static void passes(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 1, 1);
}

static void fails(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 1, 2);
}

static void asserts(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, 1, 2);
}

static void crashes(struct kunit *test)
{
	int *nowhere = NULL;

	if (!crash)
		kunit_skip(test, "this kernel would wait for what has crashed");
	OPTIMIZER_HIDE_VAR(nowhere);
	WRITE_ONCE(*nowhere, 1);
}

static void skips(struct kunit *test)
{
	kunit_skip(test, "planted");
}

static struct kunit_case planted_cases[] = {
	KUNIT_CASE(passes),
	KUNIT_CASE(fails),
	KUNIT_CASE(asserts),
	KUNIT_CASE(crashes),
	KUNIT_CASE(skips),
	{ }
};

static struct kunit_suite planted_suite = {
	.name = "perfcnt_planted",
	.test_cases = planted_cases,
};

kunit_test_suite(planted_suite);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Tests that fail");
