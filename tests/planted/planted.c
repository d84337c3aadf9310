// SPDX-License-Identifier: GPL-2.0
/* A test of each kind that must be seen, in the kernel's harness. */
#include <signal.h>
#include <unistd.h>

#include "kselftest_harness.h"

TEST(passes)
{
	EXPECT_EQ(1, 1);
}

TEST(fails)
{
	EXPECT_EQ(1, 2);
}

TEST(asserts)
{
	ASSERT_EQ(1, 2);
}

TEST(crashes)
{
	raise(SIGSEGV);
}

TEST(skips)
{
	SKIP(return, "planted");
}

/* The harness itself is gone, before its result. */
TEST(ends_all)
{
	kill(getppid(), SIGKILL);
}

FIXTURE(fixture) {
};

FIXTURE_VARIANT(fixture) {
	bool good;
};

FIXTURE_VARIANT_ADD(fixture, good) {
	.good = true
};

FIXTURE_VARIANT_ADD(fixture, bad) {
};

FIXTURE_SETUP(fixture)
{
}

/* What is left behind is a failure, too. */
FIXTURE_TEARDOWN(fixture)
{
	EXPECT_TRUE(variant->good);
}

TEST_F(fixture, leaves_something)
{
}

TEST_F(fixture, crashes_within)
{
	if (!variant->good)
		raise(SIGSEGV);
}

TEST_F_TIMEOUT(fixture, hangs, 10)
{
	if (!variant->good)
		pause();
}

TEST_F(fixture, fails_as_expected)
{
	EXPECT_TRUE(variant->good);
}

XFAIL_ADD(fixture, bad, fails_as_expected);

TEST_F(fixture, passes_unexpectedly)
{
}

XFAIL_ADD(fixture, good, passes_unexpectedly);

TEST_HARNESS_MAIN
