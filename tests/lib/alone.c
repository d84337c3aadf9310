// SPDX-License-Identifier: GPL-2.0
/*
 * The library over stand_in.c, which is linked to this: calls that the kernel refuses, what
 * other programs claim, parts, threads and children.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/perfcnt.h>
#include <perfcnt.h>
#include <samples.h>
#include <task_tree.h>

#include "../unit/unit.h"
#include "stand_in.h"

/* Of the C library. */
void *__libc_malloc(size_t size);

/* A handler of a signal may have interrupted malloc(3), and cannot call it. */
static __thread bool handles;

void *malloc(size_t size)
{
	if (handles)
		abort();
	return __libc_malloc(size);
}

FIXTURE(alone) {
	struct perfcnt *perfcnt;
	struct perfcnt_tree *tree;
};

FIXTURE_SETUP(alone)
{
	setenv("PERFCNT_READ", "device", 1); /* the host's PMU is not asked */
	self->perfcnt = perfcnt_open();
	ASSERT_NE(NULL, self->perfcnt);
	self->tree = perfcnt_tree_new(self->perfcnt);
	ASSERT_NE(NULL, self->tree);
	ASSERT_EQ(0, perfcnt_tree_add(self->tree, "instructions:u"));
	ASSERT_EQ(0, perfcnt_tree_add(self->tree, "branches:u"));
}

FIXTURE_TEARDOWN(alone)
{
	perfcnt_tree_free(self->tree);
	perfcnt_close(self->perfcnt);
}

/* After a refusal nothing is claimed that a second try would miss. */
TEST_F(alone, refused_once)
{
	static const struct {
		unsigned long command;
		bool claimed; /* what comes before has been done */
	} calls[] = {
		{ PERFCNT_IOC_DESCRIBE, false },
		{ PERFCNT_IOC_CLAIM, false },
		{ PERFCNT_IOC_SET, false },
		{ PERFCNT_IOC_SCOPE, true },
	};
	unsigned int i;

	for (i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		struct perfcnt_tree *tree = perfcnt_tree_new(self->perfcnt);

		ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
		stand_in.refuses = calls[i].command;
		errno = 0;
		EXPECT_EQ(-1, perfcnt_tree_enter(tree, 0, 0));
		EXPECT_EQ(EXDEV, errno);
		stand_in.refuses = 0;
		EXPECT_EQ(calls[i].claimed, !!stand_in.claimed) TH_LOG("call %u", i);
		EXPECT_EQ(0, perfcnt_tree_enter(tree, 0, 0)) TH_LOG("call %u", i);
		EXPECT_EQ(0, perfcnt_tree_start(tree));
		EXPECT_EQ(0, perfcnt_tree_read(tree)) TH_LOG("call %u", i);
		EXPECT_EQ(0, perfcnt_tree_leave(tree));
		perfcnt_tree_free(tree);
	}
}

/* The device has 16 counters or more, and each eight of them a process. */
#define HOLDERS \
	"process 1000 holds counters 0 1 2 3 4 5 6 7; process 1001 holds counters 8 9 10"
#define FULL "'instructions:u': no counter is left that can count it beside the others"
#define TAKEN "other programs have claimed counters since the events were added"

static bool says(struct perfcnt *perfcnt, const char *words)
{
	const char *said = perfcnt_strerror(perfcnt);

	if (!strncmp(said, words, strlen(words)))
		return true;
	printf("# %s\n", said);
	return false;
}

/* Where no counter is left, who holds them is said. */
TEST_F(alone, says_who_holds_them)
{
	struct perfcnt_tree *tree = perfcnt_tree_new(self->perfcnt);

	stand_in.claimed = ~0u;
	EXPECT_EQ(-1, perfcnt_tree_add(tree, "instructions:u"));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, FULL "; " HOLDERS));
	stand_in.claimed = 0;
	ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
	stand_in.claimed = ~0u;
	EXPECT_EQ(-1, perfcnt_tree_claim(tree));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, TAKEN "; " HOLDERS));
	stand_in.claimed = 0;
	perfcnt_tree_free(tree);
}

/* Counters of both banks are side by side: they are read by fewer instructions. */
TEST_F(alone, counters_side_by_side)
{
	struct perfcnt_tree *tree = perfcnt_tree_new(self->perfcnt);
	unsigned int i;

	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
	ASSERT_EQ(0, perfcnt_tree_claim(tree));
	EXPECT_EQ(0xf, stand_in.claimed);
	perfcnt_tree_free(tree);
}

/* Another process claims what was free a moment ago: there are other counters. */
TEST_F(alone, another_claims_first)
{
	const unsigned int theirs = 1;

	stand_in.first = theirs;
	EXPECT_EQ(0, perfcnt_tree_claim(self->tree))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(2, __builtin_popcount(stand_in.claimed & ~theirs));
	perfcnt_tree_free(self->tree);
	self->tree = NULL;
	EXPECT_EQ(theirs, stand_in.claimed);
	stand_in.claimed = 0;
}

/* Nor is multiplexing refused: the events take turns on those that are left. */
TEST_F(alone, another_claims_first_of_turns)
{
	const unsigned int theirs = 1;
	struct perfcnt_tree *tree = perfcnt_tree_new(self->perfcnt);

	ASSERT_EQ(0, perfcnt_tree_multiplex(tree, 0));
	ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
	stand_in.first = theirs;
	EXPECT_EQ(0, perfcnt_tree_claim(tree)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0x0ffe, stand_in.claimed & ~theirs);
	perfcnt_tree_free(tree);
	EXPECT_EQ(theirs, stand_in.claimed);
	stand_in.claimed = 0;
}

/* What /proc/perf has is not claimed, and only cannot be: there are other counters. */
TEST_F(alone, proc_perf_has_one)
{
	const unsigned int theirs = 1;

	stand_in.proc_perf = theirs;
	EXPECT_EQ(0, perfcnt_tree_claim(self->tree))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(2, __builtin_popcount(stand_in.claimed));
	EXPECT_EQ(0, stand_in.claimed & theirs);
	stand_in.proc_perf = 0;
}

TEST_F(alone, another_claims_all)
{
	stand_in.first = ~0u;
	EXPECT_EQ(-1, perfcnt_tree_claim(self->tree));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, TAKEN "; " HOLDERS));
	stand_in.claimed = 0;
}

/* What takes turns leaves four counters to others, and has four at least. */
TEST_F(alone, leaves_counters)
{
	static const struct {
		uint32_t taken, claims;
	} rows[] = {
		{ 0, 0x0fff }, { 0xff00, 0x000f }, { 0xfe00, 0x001f }, { 0xfff0, 0x000f },
		{ 0xf0f0, 0x000f }, { 0xffe0, 0x000f }, { 0xfff8, 0x0007 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct perfcnt_tree *tree = perfcnt_tree_new(self->perfcnt);

		stand_in.claimed = rows[i].taken;
		ASSERT_EQ(0, perfcnt_tree_multiplex(tree, 0));
		ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
		ASSERT_EQ(0, perfcnt_tree_claim(tree));
		EXPECT_EQ(rows[i].claims, stand_in.claimed & ~rows[i].taken)
			TH_LOG("row %u", i);
		perfcnt_tree_free(tree);
	}
	stand_in.claimed = 0;
}

/* The standard error of the first of two events that take turns. */
static double error_of_multiplexing(struct __test_metadata *_metadata, struct perfcnt *perfcnt)
{
	struct perfcnt_tree *tree = perfcnt_tree_new(perfcnt);
	double standard = -1;

	ASSERT_EQ(0, perfcnt_tree_multiplex(tree, 0));
	ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
	ASSERT_EQ(0, perfcnt_tree_add(tree, "branches:u"));
	ASSERT_EQ(0, perfcnt_tree_enter(tree, 0, 0));
	ASSERT_EQ(0, perfcnt_tree_start(tree));
	ASSERT_EQ(0, perfcnt_tree_read(tree));
	EXPECT_EQ(0, perfcnt_tree_error(tree, 0, &standard));
	perfcnt_tree_free(tree);
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
	struct perfcnt_estimate estimate = { .size = sizeof(estimate) };
	struct perfcnt *program = perfcnt_open_program();

	ASSERT_EQ(0, perfcnt_multiplex(program, 0)) TH_LOG("%s", perfcnt_strerror(program));
	ASSERT_EQ(0, perfcnt_add(program, "instructions:u"));
	stand_in.even = 1;
	perfcnt_begin(program);
	EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_estimate(program, 0, &estimate));
	EXPECT_EQ(750, estimate.count);
	EXPECT_EQ(-1, estimate.error);
	stand_in.whole = 1;
	perfcnt_begin(program);
	EXPECT_EQ(0, perfcnt_end(program)) TH_LOG("%s", perfcnt_strerror(program));
	EXPECT_EQ(0, perfcnt_estimate(program, 0, &estimate));
	EXPECT_EQ(300, estimate.count);
	EXPECT_EQ(0, estimate.error);
	stand_in.whole = 0;
	stand_in.even = 0;
	perfcnt_close(program);
}

/*
 * What a task did that has left at execve() is in no count: a count is refused, an estimate
 * says that it is one of the rest.
 */
TEST_F(alone, left_at_execve)
{
	struct perfcnt_estimate estimate = { .size = sizeof(estimate) };
	struct perfcnt *program;
	uint64_t count;
	int turns;

	for (turns = 0; turns < 2; turns++) {
		program = perfcnt_open_program();
		if (turns)
			ASSERT_EQ(0, perfcnt_multiplex(program, 0));
		ASSERT_EQ(0, perfcnt_add(program, "instructions:u"));
		for (stand_in.left = 0; stand_in.left < 2; stand_in.left++) {
			int refused = stand_in.left ? -1 : 0;

			perfcnt_begin(program);
			EXPECT_EQ(0, perfcnt_end(program))
				TH_LOG("%s", perfcnt_strerror(program));
			errno = 0;
			EXPECT_EQ(refused, perfcnt_count(program, 0, &count));
			EXPECT_EQ(refused ? EIO : 0, errno);
			EXPECT_EQ(!!refused, says(program, "left at execve: "));
			EXPECT_EQ(0, perfcnt_estimate(program, 0, &estimate));
			EXPECT_EQ(refused ? PERFCNT_ESTIMATE_LEFT : 0,
				  estimate.flags & PERFCNT_ESTIMATE_LEFT);
			errno = 0;
			EXPECT_EQ(refused, perfcnt_read(program, &count, 1));
			EXPECT_EQ(refused ? EIO : 0, errno);
			EXPECT_EQ(!!refused, says(program, "left at execve: "));
		}
		perfcnt_close(program);
	}
	stand_in.left = 0;
}

/* Events that take turns: what the kernel says can be no count. */
TEST_F(alone, turns_that_go_back)
{
	struct perfcnt_tree *tree = perfcnt_tree_new(self->perfcnt);
	uint64_t count;

	ASSERT_EQ(0, perfcnt_tree_multiplex(tree, 0));
	ASSERT_EQ(0, perfcnt_tree_add(tree, "instructions:u"));
	ASSERT_EQ(0, perfcnt_tree_enter(tree, 0, 0));
	ASSERT_EQ(0, perfcnt_tree_start(tree));
	EXPECT_EQ(0, perfcnt_tree_read(tree));
	stand_in.less = 1;
	EXPECT_EQ(-1, perfcnt_tree_read(tree));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "event 0: its count went back from 300 to 299"));
	EXPECT_EQ(-1, perfcnt_tree_count(tree, 0, &count));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(0, perfcnt_tree_reset(tree));
	EXPECT_EQ(0, perfcnt_tree_read(tree));
	EXPECT_EQ(0, perfcnt_tree_reset(tree));
	stand_in.less = 400;
	EXPECT_EQ(-1, perfcnt_tree_read(tree));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "event 0: its count went back from 0 to -100"));
	stand_in.less = 0;
	stand_in.large = 1;
	EXPECT_EQ(0, perfcnt_tree_read(tree));
	stand_in.large = 0;
	perfcnt_tree_free(tree);
}

/* Nor is it one that counters have. */
TEST_F(alone, counters_that_go_back)
{
	ASSERT_EQ(0, perfcnt_tree_enter(self->tree, 0, 0));
	ASSERT_EQ(0, perfcnt_tree_start(self->tree));
	EXPECT_EQ(0, perfcnt_tree_read(self->tree));
	stand_in.falls = 1000000;
	EXPECT_EQ(-1, perfcnt_tree_read(self->tree));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(self->perfcnt, "counter 0: its count went back to -998000"));
	stand_in.falls = 0;
}

/* Rings are smaller where there is a limit, down to a page. */
TEST_F(alone, rings_within_the_limit)
{
	struct perfcnt_samples *samples = perfcnt_samples_new(self->tree);

	ASSERT_NE(NULL, samples);
	stand_in.order_most = 3;
	EXPECT_EQ(0, perfcnt_samples_add(samples, 0, 1000, 0));
	EXPECT_EQ(3, stand_in.order);
	stand_in.order_most = 0;
	EXPECT_EQ(0, perfcnt_samples_add(samples, 1, 1000, 0));
	EXPECT_EQ(0, stand_in.order);
	stand_in.order_most = PERFCNT_SAMPLING_ORDER_MAX;
	perfcnt_samples_free(samples);
}

/* The calls that change anything: a child makes none of them on its parent's events. */
static bool is_unchanged(const struct stand_in *before)
{
	return stand_in.claimed == before->claimed && stand_in.changes == before->changes;
}

static bool child_changes_nothing(struct perfcnt *perfcnt, struct perfcnt_tree *tree)
{
	struct stand_in before = stand_in;
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		perfcnt_tree_free(tree);
		perfcnt_close(perfcnt);
		_exit(!is_unchanged(&before));
	}
	return waitpid(pid, &status, 0) == pid && !status;
}

TEST_F(alone, child_that_frees)
{
	ASSERT_EQ(0, perfcnt_tree_enter(self->tree, 0, 0));
	EXPECT_TRUE(child_changes_nothing(self->perfcnt, self->tree));
	EXPECT_EQ(0, perfcnt_tree_leave(self->tree));
}

/* An object of its own opens the device again, which is the one that is stood in for. */
FIXTURE(object) {
	struct perfcnt *perfcnt;
};

FIXTURE_SETUP(object)
{
	setenv("PERFCNT_READ", "device", 1);
	self->perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, self->perfcnt) TH_LOG("%s", perfcnt_strerror(NULL));
	ASSERT_EQ(0, perfcnt_add(self->perfcnt, "instructions:u"));
	ASSERT_EQ(0, perfcnt_add(self->perfcnt, "branches:u"));
}

FIXTURE_TEARDOWN(object)
{
	perfcnt_close(self->perfcnt);
	EXPECT_EQ(0, stand_in.claimed);
}

TEST_F(object, child_that_frees)
{
	ASSERT_EQ(0, perfcnt_read(self->perfcnt, NULL, 0))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_TRUE(child_changes_nothing(self->perfcnt, NULL));
}

/* Where its parent has a ring, a child has nothing, or something of its own. */
static bool child_has_no_ring(struct perfcnt *perfcnt)
{
	struct perfcnt_losses losses = { .size = sizeof(losses) };
	char *own = mmap(stand_in.ring, 1, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (own != stand_in.ring)
		return false;
	if (perfcnt_next_sample(perfcnt, 0) || errno != EPERM ||
	    perfcnt_losses(perfcnt, &losses) != -1 || errno != EPERM)
		return false;
	*own = 1;
	perfcnt_close(perfcnt);
	return *own == 1;
}

/* A program of a later release has a larger struct: it hears how much is filled in. */
TEST_F(object, a_larger_struct)
{
	struct {
		struct perfcnt_losses known;
		uint64_t more;
	} losses = { .known.size = sizeof(losses), .more = 17 };

	stand_in.rings = 1;
	ASSERT_EQ(0, perfcnt_sample(self->perfcnt, 0, 1000, 0));
	ASSERT_EQ(0, perfcnt_read(self->perfcnt, NULL, 0))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0, perfcnt_losses(self->perfcnt, &losses.known));
	EXPECT_EQ(sizeof(losses.known), losses.known.size);
	EXPECT_EQ(17, losses.more);
	losses.known.size = sizeof(losses.known) - 1;
	EXPECT_EQ(-1, perfcnt_losses(self->perfcnt, &losses.known));
	EXPECT_EQ(EINVAL, errno);
	stand_in.rings = 0;
}

TEST_F(object, child_that_asks_for_samples)
{
	struct perfcnt_losses losses = { .size = sizeof(losses) };
	int status;
	pid_t pid;

	stand_in.rings = 1;
	ASSERT_EQ(0, perfcnt_sample(self->perfcnt, 0, 1000, 0));
	ASSERT_EQ(0, perfcnt_read(self->perfcnt, NULL, 0))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	ASSERT_NE(NULL, stand_in.ring);
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(!child_has_no_ring(self->perfcnt));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(NULL, perfcnt_next_sample(self->perfcnt, 0));
	EXPECT_EQ(EAGAIN, errno);
	EXPECT_EQ(0, perfcnt_losses(self->perfcnt, &losses));
	stand_in.rings = 0;
}

/* Nor takes it records of threads away from its parent. */
TEST(child_that_asks_for_threads)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt;
	uint64_t count;
	int status;
	pid_t pid;

	setenv("PERFCNT_READ", "device", 1);
	perfcnt = perfcnt_open_program();
	ASSERT_NE(NULL, perfcnt);
	ASSERT_EQ(0, perfcnt_threads(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	ASSERT_EQ(0, perfcnt_read(perfcnt, &count, 1)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(perfcnt_next_thread(perfcnt, &info, &count, 1) != -1 || errno != EPERM);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	perfcnt_close(perfcnt);
}

/* A record of a thread waits: the device is ready at once, and only a wait for nothing is one. */
static int waited;

int poll(struct pollfd *files, nfds_t number, int timeout)
{
	(void)files;
	if (!number)
		waited += timeout;
	return number;
}

/* Who waits for a sample does so beside it, and leaves it alone. */
TEST(sample_beside_a_record)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	int timeouts[] = { 1000, 120, 1, 0 };
	unsigned int i;
	uint64_t count;

	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(0, perfcnt_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	EXPECT_EQ(0, perfcnt_sample(perfcnt, 0, 1000, 0));
	ASSERT_EQ(0, perfcnt_read(perfcnt, &count, 1)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	for (i = 0; i < 4; i++) {
		waited = 0;
		EXPECT_EQ(NULL, perfcnt_next_sample(perfcnt, timeouts[i]));
		EXPECT_EQ(EAGAIN, errno);
		EXPECT_EQ(timeouts[i], waited);
	}
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &count, 1));
	perfcnt_close(perfcnt);
}

/* When the counting ends there is a record of what still runs, and its counts stay. */
TEST(threads_that_run)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	uint64_t count;

	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(0, perfcnt_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	EXPECT_EQ(-1, perfcnt_leave(perfcnt));
	EXPECT_EQ(EINVAL, errno);
	ASSERT_EQ(0, perfcnt_read(perfcnt, &count, 1)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(0, perfcnt_leave(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &count, 1));
	EXPECT_EQ(PERFCNT_THREAD_RUNS, info.flags);
	EXPECT_EQ(0, perfcnt_read(perfcnt, &count, 1));
	perfcnt_close(perfcnt);
	EXPECT_EQ(0, stand_in.claimed);
}

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

/* A thread's record has no counts of less than nothing. */
TEST(threads_that_go_back)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	uint64_t count;

	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(0, perfcnt_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	ASSERT_EQ(0, perfcnt_read(perfcnt, &count, 1)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	stand_in.less = 100;
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &info, &count, 1));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_TRUE(says(perfcnt, "thread 101: a count went back to -99"));
	stand_in.less = 0;
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &info, &count, 1));
	EXPECT_EQ(EAGAIN, errno);
	perfcnt_close(perfcnt);
}

static unsigned int handled;

static void handle(int number)
{
	(void)number;
	handled++;
}

/* The program's handlers are not the command's, not even just before it begins. */
TEST(handlers_of_a_command)
{
	char *argv[2] = { (char *)"true" };
	struct perfcnt *perfcnt = perfcnt_open_command();
	int status;
	pid_t pid;

	ASSERT_NE(NULL, perfcnt);
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	signal(SIGUSR1, handle);
	stand_in.signal = SIGUSR1;
	pid = perfcnt_spawn(perfcnt, argv);
	stand_in.signal = 0;
	ASSERT_LT(0, pid) TH_LOG("%s", perfcnt_strerror(perfcnt));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1) TH_LOG("%#x", status);
	raise(SIGUSR1);
	EXPECT_EQ(1, handled);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	perfcnt_close(perfcnt);
	EXPECT_EQ(0, stand_in.claimed);
}

/* Words are of the call that failed, and of the thread that made it. */
static void *other_words(void *argument)
{
	errno = EPROTO;
	return (void *)(long)!strcmp(strerror(EPROTO), perfcnt_strerror(argument));
}

TEST_F(object, words)
{
	pthread_t thread;
	void *right;

	EXPECT_EQ(0, perfcnt_read(self->perfcnt, NULL, 0));
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_STREQ("the part was ended but not begun", perfcnt_strerror(self->perfcnt));
	ASSERT_EQ(0, pthread_create(&thread, NULL, other_words, self->perfcnt));
	ASSERT_EQ(0, pthread_join(thread, &right));
	EXPECT_NE(NULL, right);
}

static struct perfcnt *counted;

/* They have the same stack, one after the other, and so the same address. */
static pthread_t run_thread(void *(*run)(void *), void *argument)
{
	static char stack[1 << 18] __attribute__((aligned(4096)));
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack, sizeof(stack));
	if (pthread_create(&thread, &attributes, run, argument) || pthread_join(thread, NULL))
		_exit(1);
	return thread;
}

static void *begin_to_count(void *multiplexes)
{
	struct perfcnt *perfcnt = perfcnt_open_thread();

	if (!perfcnt || (multiplexes && perfcnt_multiplex(perfcnt, 0)) ||
	    perfcnt_add(perfcnt, "instructions:u"))
		_exit(1);
	perfcnt_begin(perfcnt);
	if (perfcnt_end(perfcnt))
		_exit(1);
	counted = perfcnt;
	return NULL;
}

static unsigned int refused;

#define REFUSED	"these events are another thread's"

static void *try_to_read(void *argument)
{
	uint64_t counts[2];

	refused = perfcnt_read(argument, counts, 2) == -1 && errno == EPERM &&
		  !strcmp(REFUSED, perfcnt_strerror(argument));
	perfcnt_begin(argument);
	refused += perfcnt_end(argument) == -1 && errno == EPERM &&
		   !strcmp(REFUSED, perfcnt_strerror(argument));
	return NULL;
}

static void *try_to_add(void *argument)
{
	refused = perfcnt_add(argument, "instructions:u") == -1 && errno == EPERM &&
		  !strcmp(REFUSED, perfcnt_strerror(argument));
	return NULL;
}

static void *read_it(void *argument)
{
	uint64_t count;

	refused = perfcnt_read(argument, &count, 1) != 0;
	return NULL;
}

/* The thread that has opened is counted, and not the one that adds or begins. */
TEST(begun_by_another_thread)
{
	struct perfcnt *perfcnt;
	unsigned int program;

	setenv("PERFCNT_READ", "device", 1);
	for (program = 0; program < 2; program++) {
		perfcnt = program ? perfcnt_open_program() : perfcnt_open_thread();
		ASSERT_NE(NULL, perfcnt);
		ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
		run_thread(try_to_add, perfcnt);
		EXPECT_EQ(1, refused) TH_LOG("program: %u", program);
		run_thread(try_to_read, perfcnt);
		EXPECT_EQ(2, refused) TH_LOG("program: %u", program);
		perfcnt_begin(perfcnt);
		EXPECT_EQ(0, perfcnt_end(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		run_thread(read_it, perfcnt);
		EXPECT_EQ(!program, refused);
		perfcnt_close(perfcnt);
	}
}

/* Events of a thread that has ended are not those of the next one at its address. */
TEST_F(object, of_an_ended_thread)
{
	pthread_t first = run_thread(begin_to_count, NULL);

	EXPECT_EQ(first, run_thread(try_to_read, counted));
	EXPECT_EQ(2, refused);
	perfcnt_close(counted);
}

/* Nor are those that take turns. */
TEST_F(object, of_an_ended_thread_by_turns)
{
	pthread_t first = run_thread(begin_to_count, "multiplexed");

	EXPECT_EQ(first, run_thread(try_to_read, counted));
	EXPECT_EQ(2, refused);
	perfcnt_close(counted);
}

struct refusal {
	struct perfcnt *perfcnt;
	int error;
	char words[256];
};

static void *read_in_a_handler(void *argument)
{
	struct refusal *refusal = argument;
	uint64_t count;

	handles = true;
	errno = 0;
	if (perfcnt_read(refusal->perfcnt, &count, 1) != -1)
		errno = 0;
	handles = false;
	refusal->error = errno;
	snprintf(refusal->words, sizeof(refusal->words), "%s",
		 perfcnt_strerror(refusal->perfcnt));
	return NULL;
}

/* In a thread that had no words before. */
TEST(refused_in_a_handler)
{
	static const struct {
		bool program, multiplexes;
		unsigned int left, less;
		int error;
		const char *words;
	} rows[] = {
		{ false, false, 0, 0, EPERM, REFUSED },
		{ false, true, 0, 0, EPERM, REFUSED },
		{ true, false, 1, 0, EIO, PERFCNT_LEFT_WORDS
		  "; perfcnt_estimate(3) has what was counted" },
		{ true, true, 0, 1, EPROTO, "event 0: its count went back from 300 to 299" },
	};
	unsigned int i;

	setenv("PERFCNT_READ", "device", 1);
	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct perfcnt *perfcnt = rows[i].program ? perfcnt_open_program() :
							    perfcnt_open_thread();
		struct refusal refusal = { .perfcnt = perfcnt };

		ASSERT_NE(NULL, perfcnt);
		if (rows[i].multiplexes)
			ASSERT_EQ(0, perfcnt_multiplex(perfcnt, 0));
		ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
		perfcnt_begin(perfcnt);
		EXPECT_EQ(0, perfcnt_end(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		stand_in.left = rows[i].left;
		stand_in.less = rows[i].less;
		run_thread(read_in_a_handler, &refusal);
		stand_in.left = 0;
		stand_in.less = 0;
		EXPECT_EQ(rows[i].error, refusal.error) TH_LOG("row %u", i);
		EXPECT_STREQ(rows[i].words, refusal.words);
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
