// SPDX-License-Identifier: GPL-2.0
/* Last of all: has anything been leaked?  Where the kernel can tell. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"
#include "watch.h"

#define KMEMLEAK "/sys/kernel/debug/kmemleak"

FIXTURE(leaks)
{
};

FIXTURE_SETUP(leaks)
{
}

FIXTURE_TEARDOWN(leaks)
{
}

/* A scan goes through all memory: long on a busy host, so that only the boot has a limit. */
TEST_F(leaks, none)
{
	char found[4096];
	int i;

	if (access(KMEMLEAK, W_OK))
		SKIP(return, "this kernel has no kmemleak");
	/* what is younger than 5 s is never said to be a leak */
	for (i = 0; i < 2; i++) {
		sleep(6);
		ASSERT_EQ(0, write_file(KMEMLEAK, "scan"));
	}
	read_file(KMEMLEAK, found, sizeof(found));
	EXPECT_STREQ("", found);
}

TEST_HARNESS_MAIN
