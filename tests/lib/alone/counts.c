// SPDX-License-Identifier: GPL-2.0
/* Counts, and estimates of events that take turns, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include <perfcnt.h>

#include "event_set.h"

/* The standard error of the first of two events that take turns. */
static double error_of_multiplexing(struct __test_metadata *_metadata, struct perfcnt *perfcnt)
{
	struct perfcnt_event_set *set = perfcnt_event_set_new(perfcnt);
	struct multiplex_sum sum;
	double standard;

	ASSERT_EQ(0, perfcnt_event_set_multiplex(set, 0));
	ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
	ASSERT_EQ(0, perfcnt_event_set_add(set, "branches:u"));
	ASSERT_EQ(0, perfcnt_event_set_enter(set, 0, 0));
	ASSERT_EQ(0, perfcnt_event_set_start(set));
	ASSERT_EQ(0, perfcnt_event_set_read(set));
	ASSERT_EQ(0, perfcnt_event_set_sum(set, 0, &sum));
	standard = perfcnt_multiplex_error(&sum);
	perfcnt_event_set_free(set);
	return standard;
}

/* Sums of squares that have more than 64 bits. */
TEST_F(alone, error_of_large_counts)
{
	double small = error_of_multiplexing(_metadata, self->perfcnt), large;

	EXPECT_LT(193.6, small); /* 10000 sqrt(2.5 / 4000 * 0.6) */
	EXPECT_GT(193.7, small);
	stand_in.large = 1;
	large = error_of_multiplexing(_metadata, self->perfcnt) / 4294967296.0;
	stand_in.large = 0;
	EXPECT_LT(193.6, large);
	EXPECT_GT(193.7, large);
}

/* Slices that are alike do not say how far the others are from them. */
TEST_F(alone, slices_that_do_not_differ)
{
	struct perfcnt_estimated estimate = { .size = sizeof(estimate) };
	struct perfcnt *program = perfcnt_open_process(0);

	ASSERT_EQ(0, perfcnt_multiplex(program, 0)) TH_LOG("%s", perfcnt_strerror(program));
	ASSERT_EQ(0, perfcnt_add(program, "instructions:u"));
	stand_in.even = 1;
	ASSERT_EQ(0, perfcnt_start(program)) TH_LOG("%s", perfcnt_strerror(program));
	perfcnt_begin(program);
	EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_estimate(program, 0, &estimate));
	EXPECT_EQ(750, estimate.count);
	EXPECT_EQ(-1, estimate.error);
	ASSERT_EQ(0, perfcnt_stop(program)) TH_LOG("%s", perfcnt_strerror(program));
	stand_in.whole = 1;
	ASSERT_EQ(0, perfcnt_start(program)) TH_LOG("%s", perfcnt_strerror(program));
	perfcnt_begin(program);
	EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_estimate(program, 0, &estimate));
	EXPECT_EQ(300, estimate.count);
	EXPECT_EQ(0, estimate.error);
	stand_in.whole = 0;
	stand_in.even = 0;
	perfcnt_close(program);
}

#define LEFT_ADVICE	PERFCNT_LEFT_WORDS "; perfcnt_estimate(3) has what was counted"

/*
 * What a task did that has left at execve() is in no count: a count is refused, an estimate
 * says that it is one of the rest.
 */
TEST_F(alone, left_at_execve)
{
	struct perfcnt_estimated estimate = { .size = sizeof(estimate) };
	struct perfcnt *program;
	uint64_t count;
	int turns;

	for (turns = 0; turns < 2; turns++) {
		program = perfcnt_open_process(0);
		if (turns)
			ASSERT_EQ(0, perfcnt_multiplex(program, 0));
		ASSERT_EQ(0, perfcnt_add(program, "instructions:u"));
		ASSERT_EQ(0, perfcnt_start(program)) TH_LOG("%s", perfcnt_strerror(program));
		for (stand_in.left = 0; stand_in.left < 2; stand_in.left++) {
			int refused = stand_in.left ? -1 : 0;

			perfcnt_begin(program);
			EXPECT_EQ(0, perfcnt_end(program))
				TH_LOG("%s", perfcnt_strerror(program));
			errno = 0;
			EXPECT_EQ(refused, perfcnt_count(program, 0, &count));
			EXPECT_EQ(refused ? EIO : 0, errno);
			EXPECT_EQ(!!refused, says(program, LEFT_ADVICE));
			EXPECT_EQ(0, perfcnt_estimate(program, 0, &estimate));
			EXPECT_EQ(refused ? PERFCNT_ESTIMATED_LEFT : 0,
				  estimate.flags & PERFCNT_ESTIMATED_LEFT);
			errno = 0;
			EXPECT_EQ(refused, perfcnt_read(program, &count, 1));
			EXPECT_EQ(refused ? EIO : 0, errno);
			/* a reading has what there is */
			EXPECT_EQ(!!refused,
				  !strcmp(perfcnt_strerror(program), PERFCNT_LEFT_WORDS));
		}
		/* what has left is not counted from 0 on either */
		EXPECT_EQ(0, perfcnt_reset(program)) TH_LOG("%s", perfcnt_strerror(program));
		EXPECT_EQ(-1, perfcnt_count(program, 0, &count));
		EXPECT_EQ(ENODATA, errno);
		EXPECT_EQ(-1, perfcnt_read(program, &count, 1));
		EXPECT_EQ(EIO, errno);
		perfcnt_begin(program);
		EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
		EXPECT_EQ(-1, perfcnt_count(program, 0, &count));
		EXPECT_EQ(EIO, errno);
		EXPECT_EQ(-1, perfcnt_stop(program));
		EXPECT_EQ(EIO, errno);
		EXPECT_EQ(-1, perfcnt_stop(program)); /* it has stopped all the same */
		EXPECT_EQ(EINVAL, errno);
		/* of those that are counted from the next start on, none has left */
		stand_in.left = 0;
		EXPECT_EQ(0, perfcnt_start(program)) TH_LOG("%s", perfcnt_strerror(program));
		EXPECT_EQ(0, perfcnt_read(program, &count, 1))
			TH_LOG("%s", perfcnt_strerror(program));
		perfcnt_close(program);
	}
}

/* A reading of multiplexed events is what there was since the start, and is no part's. */
TEST(reading_beside_a_part)
{
	struct perfcnt_estimated estimate = { .size = sizeof(estimate) }, again = estimate;
	struct perfcnt *program = perfcnt_open_process(0);
	uint64_t count, first, second;

	ASSERT_EQ(0, perfcnt_multiplex(program, 0)) TH_LOG("%s", perfcnt_strerror(program));
	ASSERT_EQ(0, perfcnt_add(program, "instructions:u"));
	ASSERT_EQ(0, perfcnt_add(program, "branches:u"));
	ASSERT_EQ(0, perfcnt_start(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_read(program, &first, 1));
	perfcnt_begin(program);
	EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_count(program, 1, &count));
	EXPECT_EQ(2 * 750, count);
	EXPECT_EQ(0, perfcnt_estimate(program, 1, &estimate));
	EXPECT_EQ(600, estimate.counted);
	EXPECT_EQ(4000000, estimate.running_ns);
	EXPECT_EQ(10000000, estimate.enabled_ns);
	EXPECT_EQ(2, estimate.slices);
	EXPECT_EQ(2, estimate.rounds);
	EXPECT_EQ(PERFCNT_ESTIMATED_MULTIPLEXED, estimate.flags);
	EXPECT_EQ(0, perfcnt_read(program, &second, 1));
	/* the part's two readings, and this one */
	EXPECT_EQ(first + 3 * 750, second);
	EXPECT_EQ(0, perfcnt_count(program, 1, &count));
	EXPECT_EQ(2 * 750, count);
	EXPECT_EQ(0, perfcnt_estimate(program, 1, &again));
	EXPECT_EQ(0, memcmp(&estimate, &again, sizeof(again)));
	/* nor is one within a part the end of it */
	perfcnt_begin(program);
	EXPECT_EQ(0, perfcnt_read(program, &second, 1));
	EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_count(program, 0, &count));
	EXPECT_EQ(2 * 750, count);
	EXPECT_EQ(0, perfcnt_reset(program));
	EXPECT_EQ(0, perfcnt_read(program, &second, 1));
	EXPECT_EQ(first, second);
	/* a count that goes back is no success, of a reading either */
	stand_in.less = 1000;
	EXPECT_EQ(-1, perfcnt_read(program, &second, 1));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(program, "event 0: its count went back from "));
	stand_in.less = 0;
	perfcnt_close(program);
}

/* Events that take turns: what the kernel says can be no count. */
TEST_F(alone, turns_that_go_back)
{
	struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);
	uint64_t count;

	ASSERT_EQ(0, perfcnt_event_set_multiplex(set, 0));
	ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
	ASSERT_EQ(0, perfcnt_event_set_enter(set, 0, 0));
	ASSERT_EQ(0, perfcnt_event_set_start(set));
	EXPECT_EQ(0, perfcnt_event_set_read(set));
	stand_in.less = 301;
	EXPECT_EQ(-1, perfcnt_event_set_read(set));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "event 0: its count went back from 300 to 299"));
	EXPECT_EQ(-1, perfcnt_event_set_count(set, 0, &count));
	EXPECT_EQ(ENODATA, errno);
	stand_in.less = 1;
	EXPECT_EQ(0, perfcnt_event_set_reset(set));
	EXPECT_EQ(0, perfcnt_event_set_read(set));
	EXPECT_EQ(0, perfcnt_event_set_reset(set));
	stand_in.less = 400;
	EXPECT_EQ(-1, perfcnt_event_set_read(set));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "event 0: its count went back from 0 to -100"));
	stand_in.less = 0;
	stand_in.large = 1;
	EXPECT_EQ(0, perfcnt_event_set_read(set));
	stand_in.large = 0;
	perfcnt_event_set_free(set);
}

/* Nor is it one that counters have. */
TEST_F(alone, counters_that_go_back)
{
	ASSERT_EQ(0, perfcnt_event_set_enter(self->set, 0, 0));
	ASSERT_EQ(0, perfcnt_event_set_start(self->set));
	EXPECT_EQ(0, perfcnt_event_set_read(self->set));
	stand_in.falls = 1000000;
	EXPECT_EQ(-1, perfcnt_event_set_read(self->set));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "counter 0: its count went back to -998000"));
	stand_in.falls = 0;
}

TEST_HARNESS_MAIN
