// SPDX-License-Identifier: GPL-2.0
/* A core with two VPEs, of which Linux runs on one: on the other something else may run. */
#include <errno.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define ITERATIONS 20000UL

FIXTURE(lone_vpe) {
	int fd;
};

FIXTURE_SETUP(lone_vpe)
{
	self->fd = open_device();
	if (describe(self->fd).vpes < 2 || sysconf(_SC_NPROCESSORS_CONF) > 1)
		SKIP(return, "Linux runs on all VPEs");
	find_event();
}

FIXTURE_TEARDOWN(lone_vpe)
{
	EXPECT_TRUE(none_claimed());
	close(self->fd);
}

/* Without a filter the other VPE's events would be the task's, without a word. */
TEST_F(lone_vpe, what_runs_there_is_not_the_tasks)
{
	struct follower both = follower(0);

	EXPECT_TRUE(describe(self->fd).flags & PERFCNT_HAS_SHARED);
	EXPECT_REFUSED(both.fd, follow(&both, 0, 0), EINVAL,
		       "counts all VPEs in one register; use @vpeN");
	EXPECT_EQ(0, follow(&both, 0, PERFCNT_SCOPE_SHARED));
	EXPECT_EQ(0, call(both.fd, PERFCNT_IOC_LEAVE, NULL));
	close(both.fd);
}

/* With one each VPE has its own, as where both are Linux's. */
TEST_F(lone_vpe, each_its_own)
{
	struct follower own = follower_of(0, "instructions:u@vpe0");
	struct follower other = follower_of(1, "instructions:u@vpe1");

	EXPECT_EQ(0, follow(&own, 0, 0)) TH_LOG("%s", reason(own.fd));
	EXPECT_EQ(0, follow(&other, 0, 0)) TH_LOG("%s", reason(other.fd));
	short_loop(ITERATIONS);
	EXPECT_LE(ITERATIONS * SHORT_INSTRUCTIONS, counted(&own));
	EXPECT_EQ(0, counted(&other));
	close(own.fd);
	close(other.fd);
}

TEST_HARNESS_MAIN
