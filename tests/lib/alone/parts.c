// SPDX-License-Identifier: GPL-2.0
/* Parts of a thread, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perfcnt.h>

#include "object.h"

/* A stop drops the part that is open, keeps the one that has ended, and none can begin. */
TEST(parts_after_the_end)
{
	struct perfcnt *perfcnt;
	unsigned int multiplexed, i;
	uint64_t count, stays;

	setenv("PERFCNT_READ", "device", 1);
	for (multiplexed = 0; multiplexed < 2; multiplexed++) {
		perfcnt = perfcnt_open_process(0);
		ASSERT_NE(NULL, perfcnt);
		if (multiplexed)
			ASSERT_EQ(0, perfcnt_multiplex(perfcnt, 0));
		ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
		EXPECT_REFUSED(perfcnt, perfcnt_stop(perfcnt), EINVAL);
		EXPECT_REFUSED(perfcnt, perfcnt_reset(perfcnt), EINVAL);
		EXPECT_REFUSED(perfcnt, perfcnt_read(perfcnt, &count, 1), EINVAL);
		ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		EXPECT_REFUSED(perfcnt, perfcnt_start(perfcnt), EALREADY);
		perfcnt_begin(perfcnt);
		EXPECT_REFUSED(perfcnt, perfcnt_reset(perfcnt), EINVAL);
		ASSERT_EQ(0, perfcnt_stop(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		EXPECT_EQ(-1, perfcnt_end(perfcnt)) TH_LOG("multiplexed: %u", multiplexed);
		EXPECT_EQ(-1, perfcnt_count(perfcnt, 0, &count));
		EXPECT_EQ(ENODATA, errno);
		for (i = 0; i < 2; i++) {
			unsigned int changes = stand_in.changes;

			perfcnt_begin(perfcnt);
			EXPECT_REFUSED(perfcnt, perfcnt_end(perfcnt), EINVAL);
			EXPECT_EQ(-1, perfcnt_count(perfcnt, 0, &count));
			EXPECT_EQ(changes, stand_in.changes);
		}
		EXPECT_EQ(0, perfcnt_read(perfcnt, &stays, 1));
		EXPECT_EQ(0, perfcnt_read(perfcnt, &count, 1));
		EXPECT_EQ(stays, count);
		ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		perfcnt_begin(perfcnt);
		EXPECT_EQ(0, perfcnt_end(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		ASSERT_EQ(0, perfcnt_stop(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		EXPECT_EQ(0, perfcnt_count(perfcnt, 0, &count));
		perfcnt_close(perfcnt);
		EXPECT_EQ(0, stand_in.claimed);
	}
}

/* At the end a counter is behind where it was: the part has no counts. */
TEST_F(object, part_that_goes_back)
{
	struct perfcnt_estimated estimate = { .size = sizeof(estimate) };
	uint64_t count;

	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	perfcnt_begin(self->perfcnt);
	stand_in.falls = 1001;
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EPROTO, errno);
	stand_in.falls = 0;
	EXPECT_TRUE(says(self->perfcnt, "event 0: its counter went back from "));
	EXPECT_REFUSED(self->perfcnt, perfcnt_count(self->perfcnt, 0, &count), ENODATA);
	EXPECT_REFUSED(self->perfcnt, perfcnt_estimate(self->perfcnt, 0, &estimate), ENODATA);
	EXPECT_REFUSED(self->perfcnt, perfcnt_count(self->perfcnt, 1, &count), ENODATA);
	perfcnt_begin(self->perfcnt);
	EXPECT_EQ(0, perfcnt_end(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0, perfcnt_count(self->perfcnt, 0, &count));
	EXPECT_EQ(0, count);
}

/* What the macro perfcnt_start() does, of which parts fail. */
static void calibrate(struct perfcnt *perfcnt)
{
	while (perfcnt_calibrate(perfcnt)) {
		perfcnt_begin(perfcnt);
		perfcnt_end(perfcnt);
	}
}

/* What the readings themselves count is not known then: a part is exact, or refused. */
TEST_F(object, cost_that_goes_back)
{
	uint64_t count;

	ASSERT_EQ(0, (perfcnt_start)(self->perfcnt));
	stand_in.falls = 1001;
	calibrate(self->perfcnt);
	stand_in.falls = 0;
	perfcnt_begin(self->perfcnt);
	if (perfcnt_end(self->perfcnt)) {
		EXPECT_EQ(EPROTO, errno);
	} else {
		EXPECT_EQ(0, perfcnt_count(self->perfcnt, 0, &count));
		EXPECT_EQ(0, count);
	}
}

/* Counter N counts 1000 * (N + 1) for each reading: here of counters 0 and 2. */
TEST_F(object, part)
{
	struct perfcnt_estimated estimate = { .size = sizeof(estimate) };
	struct perfcnt *thread = self->perfcnt;
	uint64_t count, counts[2];
	const char *why;

	EXPECT_EQ(PERFCNT_WAY_DEVICE, perfcnt_reads_by(thread, &why));
	EXPECT_STREQ("PERFCNT_READ is device", why);
	ASSERT_EQ(0, perfcnt_start(thread)) TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_EQ(0, perfcnt_calibrate(thread));
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
	uint64_t count;

	ASSERT_EQ(0, (perfcnt_start)(self->perfcnt));
	EXPECT_EQ(1, perfcnt_calibrate(self->perfcnt));
	stand_in.fails = 2;
	perfcnt_begin(self->perfcnt);
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EIO, errno);
	EXPECT_EQ(0, stand_in.fails);
	calibrate(self->perfcnt);
	perfcnt_begin(self->perfcnt);
	EXPECT_EQ(0, perfcnt_end(self->perfcnt)) TH_LOG("%s", strerror(errno));
	EXPECT_EQ(0, perfcnt_count(self->perfcnt, 0, &count));
	EXPECT_EQ(0, count);
}

/* A begin that is not ended is no part more: the end says so once, and the next one counts. */
TEST_F(object, begun_twice)
{
	uint64_t count;

	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	perfcnt_begin(self->perfcnt);
	perfcnt_begin(self->perfcnt);
	EXPECT_REFUSED(self->perfcnt, perfcnt_end(self->perfcnt), EALREADY);
	EXPECT_REFUSED(self->perfcnt, perfcnt_count(self->perfcnt, 0, &count), ENODATA);
	EXPECT_REFUSED(self->perfcnt, perfcnt_end(self->perfcnt), EPROTO);
	perfcnt_begin(self->perfcnt);
	EXPECT_EQ(0, perfcnt_end(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0, perfcnt_count(self->perfcnt, 0, &count));
	EXPECT_EQ(0, count);
}

/* A loss is said until somebody counts from 0 on. */
TEST_F(object, stays_lost)
{
	uint64_t counts[2];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, perfcnt_start(self->perfcnt))
			TH_LOG("%s", perfcnt_strerror(self->perfcnt));
		EXPECT_EQ(0, perfcnt_read(self->perfcnt, counts, 2));
		stand_in.lost = 1;
		EXPECT_EQ(-1, perfcnt_read(self->perfcnt, counts, 2));
		EXPECT_EQ(EIO, errno);
		EXPECT_EQ(-1, perfcnt_read(self->perfcnt, counts, 2));
		EXPECT_EQ(EIO, errno);
		if (!i) {
			EXPECT_EQ(0, perfcnt_reset(self->perfcnt));
			EXPECT_EQ(0, perfcnt_read(self->perfcnt, counts, 2));
			EXPECT_EQ(0, perfcnt_stop(self->perfcnt));
		} else {
			EXPECT_EQ(-1, perfcnt_stop(self->perfcnt));
			EXPECT_EQ(EIO, errno);
			EXPECT_EQ(-1, perfcnt_read(self->perfcnt, counts, 2));
			EXPECT_EQ(EIO, errno);
		}
	}
	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0, perfcnt_read(self->perfcnt, counts, 2));
}

TEST_HARNESS_MAIN
