// SPDX-License-Identifier: GPL-2.0
/* Parts of a thread, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>

#include <perfcnt.h>

#include "object.h"

/* A part can end after the counting, and keeps its counts, but none can begin. */
TEST(parts_after_the_end)
{
	struct perfcnt *perfcnt;
	unsigned int turns, i;
	uint64_t count;

	setenv("PERFCNT_READ", "device", 1);
	for (turns = 0; turns < 2; turns++) {
		perfcnt = perfcnt_open_program();
		ASSERT_NE(NULL, perfcnt);
		if (turns)
			ASSERT_EQ(0, perfcnt_multiplex(perfcnt, 0));
		ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
		perfcnt_begin(perfcnt);
		ASSERT_EQ(0, perfcnt_leave(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		EXPECT_EQ(0, perfcnt_end(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		EXPECT_EQ(0, perfcnt_count(perfcnt, 0, &count));
		for (i = 0; i < 2; i++) {
			unsigned int changes = stand_in.changes;

			perfcnt_begin(perfcnt);
			EXPECT_EQ(-1, perfcnt_end(perfcnt)) TH_LOG("turns: %u", turns);
			EXPECT_EQ(EINVAL, errno);
			EXPECT_TRUE(says(perfcnt, "perfcnt_leave(3) has ended the counting"));
			EXPECT_EQ(-1, perfcnt_count(perfcnt, 0, &count));
			EXPECT_EQ(changes, stand_in.changes);
		}
		EXPECT_EQ(0, perfcnt_read(perfcnt, &count, 1));
		perfcnt_close(perfcnt);
	}
}

/* At the end a counter is behind where it was. */
TEST_F(object, part_that_goes_back)
{
	struct perfcnt_estimate estimate = { .size = sizeof(estimate) };
	uint64_t count;

	perfcnt_begin(self->perfcnt);
	stand_in.falls = 1001;
	EXPECT_EQ(0, perfcnt_end(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	stand_in.falls = 0;
	EXPECT_EQ(-1, perfcnt_count(self->perfcnt, 0, &count));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "event 0: its counter went back from "));
	EXPECT_EQ(-1, perfcnt_estimate(self->perfcnt, 0, &estimate));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_EQ(0, perfcnt_count(self->perfcnt, 1, &count));
}

/* What the readings themselves count is not known then. */
TEST_F(object, cost_that_goes_back)
{
	stand_in.falls = 1001;
	perfcnt_begin(self->perfcnt);
	stand_in.falls = 0;
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EPROTO, errno);
}

/* Counter N counts 1000 * (N + 1) for each reading: here of counters 0 and 2. */
TEST_F(object, part)
{
	struct perfcnt_estimate estimate = { .size = sizeof(estimate) };
	struct perfcnt *thread = self->perfcnt;
	uint64_t count, counts[2];
	const char *why;

	EXPECT_STREQ("device", perfcnt_way(thread, &why));
	EXPECT_STREQ("PERFCNT_READ is device", why);
	perfcnt_begin(thread);
	EXPECT_EQ(0, perfcnt_read(thread, counts, 2));
	EXPECT_EQ(0, perfcnt_read(thread, counts, 2));
	ASSERT_EQ(0, perfcnt_end(thread));
	/* two readings more than in an empty part */
	EXPECT_EQ(0, perfcnt_count(thread, 0, &count));
	EXPECT_EQ(2 * 1000, count);
	EXPECT_EQ(0, perfcnt_count(thread, 1, &count));
	EXPECT_EQ(2 * 3000, count);
	EXPECT_EQ(0, perfcnt_estimate(thread, 1, &estimate));
	EXPECT_EQ(2 * 3000, estimate.count);
	EXPECT_EQ(0, estimate.flags);
	estimate.size--;
	EXPECT_EQ(-1, perfcnt_estimate(thread, 1, &estimate));
	EXPECT_EQ(EINVAL, errno);
}

/* An empty part that fails is the error of one part: the next one is counted. */
TEST_F(object, empty_part_fails)
{
	stand_in.fails = 2;
	perfcnt_begin(self->perfcnt);
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EIO, errno);
	EXPECT_EQ(0, stand_in.fails);
	perfcnt_begin(self->perfcnt);
	EXPECT_EQ(0, perfcnt_end(self->perfcnt)) TH_LOG("%s", strerror(errno));
}

TEST_HARNESS_MAIN
