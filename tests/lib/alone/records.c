// SPDX-License-Identifier: GPL-2.0
/* Records of threads, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>

#include <perfcnt.h>

#include "says.h"

/* When the counting ends there is a record of what still runs, and its counts stay. */
TEST(threads_that_run)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	uint64_t count;

	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(0, perfcnt_record_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	EXPECT_EQ(-1, perfcnt_stop(perfcnt));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_REFUSED(perfcnt, perfcnt_next_thread(perfcnt, &info, &count, 1), ENODATA);
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_REFUSED(perfcnt, perfcnt_next_thread(perfcnt, &info, &count, 2), ENODATA);
	EXPECT_EQ(0, perfcnt_stop(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &count, 1));
	EXPECT_EQ(PERFCNT_THREAD_RUNS, info.flags);
	EXPECT_REFUSED(perfcnt, perfcnt_next_thread(perfcnt, &info, &count, 1), ENODATA);
	EXPECT_EQ(0, perfcnt_read(perfcnt, &count, 1));
	perfcnt_close(perfcnt);
	EXPECT_EQ(0, stand_in.claimed);
}

/*
 * What is refused has moved no event: a record of before is of the counters of before.  With 0
 * and 1 alone, branches would have the even one, where instructions were; and when others have
 * that one, instructions would be sampled on the odd one.
 */
static int try_branches(struct perfcnt *perfcnt)
{
	return perfcnt_add(perfcnt, "branches:u");
}

static int try_samples(struct perfcnt *perfcnt)
{
	const struct perfcnt_sampling sampling = { .size = sizeof(sampling), .period = 1000 };

	stand_in.claimed |= 1;
	return perfcnt_sample(perfcnt, 0, &sampling);
}

static int try_start(struct perfcnt *perfcnt)
{
	stand_in.claimed |= 1;
	return perfcnt_start(perfcnt);
}

static void expect_record_after(struct __test_metadata *_metadata, unsigned long refuses,
				int (*try)(struct perfcnt *perfcnt))
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	uint64_t before, after;

	ASSERT_EQ(0, perfcnt_record_threads(perfcnt));
	stand_in.claimed = ~3u;
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &before, 1));
	EXPECT_EQ(1, before); /* of counter 0 */
	EXPECT_EQ(0, perfcnt_stop(perfcnt));
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(0, perfcnt_stop(perfcnt));
	stand_in.refuses = refuses;
	EXPECT_EQ(-1, try(perfcnt));
	stand_in.refuses = 0;
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &after, 1))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(before, after);
	perfcnt_close(perfcnt);
	stand_in.claimed = 0;
}

TEST(record_after_a_refusal)
{
	expect_record_after(_metadata, PERFCNT_IOC_CLAIM, try_branches);
	expect_record_after(_metadata, PERFCNT_IOC_SET, try_branches);
	expect_record_after(_metadata, PERFCNT_IOC_SAMPLE, try_samples);
	expect_record_after(_metadata, PERFCNT_IOC_CLAIM, try_start);
	expect_record_after(_metadata, PERFCNT_IOC_SET, try_start);
	expect_record_after(_metadata, PERFCNT_IOC_SCOPE, try_start);
}

/* A thread's record has no counts of less than nothing. */
TEST(threads_that_go_back)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	uint64_t count;

	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(0, perfcnt_record_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	stand_in.less = 100;
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &info, &count, 1));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(perfcnt, "thread 101: a count went back to -99"));
	stand_in.less = 0;
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &info, &count, 1));
	EXPECT_EQ(EAGAIN, errno);
	perfcnt_close(perfcnt);
}

/* Threads are those of a process or a command. */
TEST(records_of_no_threads)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *objects[] = { perfcnt_open_thread(), perfcnt_open_cpus() };
	uint64_t count;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		ASSERT_NE(NULL, objects[i]);
		EXPECT_REFUSED(objects[i], perfcnt_record_threads(objects[i]), EINVAL);
		EXPECT_REFUSED(objects[i], perfcnt_next_thread(objects[i], &info, &count, 1),
			       EINVAL);
		perfcnt_close(objects[i]);
	}
}

TEST_HARNESS_MAIN
