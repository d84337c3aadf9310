// SPDX-License-Identifier: LGPL-2.1-or-later
/* Trees: a program that counts itself and what it starts, unpinned, and commands. */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <kernel.h>
#include <session/event_set_counts.h>

#include "library.h"

#define ITERATIONS 20000UL

/* Instructions, or what there is instead; is the count of a loop known? */
static const char *event(bool *exact)
{
	int fd = open_stopped();
	bool instructions = is_taken(fd, "0 instructions:u");

	stop_counters(fd);
	close(fd);
	*exact = instructions && which_driver() != SIM;
	return instructions ? "instructions:u" : "page-faults:u";
}

FIXTURE(trees) {
	struct perfcnt *self;
	bool exact;
};

FIXTURE_SETUP(trees)
{
	const char *name = event(&self->exact);

	self->self = perfcnt_open_process(0);
	if (!self->self)
		fatal("open: %s", perfcnt_strerror(NULL));
	must(self->self, perfcnt_add(self->self, name), name);
}

FIXTURE_TEARDOWN(trees)
{
	perfcnt_close(self->self);
}

static uint64_t count_now(struct perfcnt *perfcnt)
{
	uint64_t count;

	must(perfcnt, perfcnt_read(perfcnt, &count, 1), "read");
	return count;
}

__attribute__((noipa))
static uint64_t count_loop(struct perfcnt *perfcnt, unsigned long iterations)
{
	uint64_t before = count_now(perfcnt);

	mixed_loop(iterations);
	return count_now(perfcnt) - before;
}

__attribute__((noipa))
static uint64_t count_child(struct perfcnt *perfcnt, unsigned long iterations)
{
	uint64_t before = count_now(perfcnt);
	pid_t pid = fork();

	if (!pid) {
		mixed_loop(iterations);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	return count_now(perfcnt) - before;
}

TEST_F(trees, itself)
{
	uint64_t once, twice;

	must(self->self, perfcnt_start(self->self), "start");
	count_loop(self->self, 1);
	once = count_loop(self->self, ITERATIONS);
	twice = count_loop(self->self, 2 * ITERATIONS);
	if (!self->exact)
		SKIP(return, "instructions are not counted here");
	EXPECT_EQ(ITERATIONS * MIXED_INSTRUCTIONS, twice - once);
}

TEST_F(trees, what_it_starts)
{
	uint64_t once, twice;

	must(self->self, perfcnt_start(self->self), "start");
	count_child(self->self, 1);
	once = count_child(self->self, ITERATIONS);
	twice = count_child(self->self, 2 * ITERATIONS);
	if (!self->exact)
		SKIP(return, "instructions are not counted here");
	EXPECT_EQ(ITERATIONS * MIXED_INSTRUCTIONS, twice - once);
}

/* A child that stops until it is to go on. */
static pid_t command(struct perfcnt_event_set *enter, unsigned int flags)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		if (enter && perfcnt_event_set_enter(enter, 0, flags))
			_exit(2);
		raise(SIGSTOP);
		mixed_loop(ITERATIONS);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	return pid;
}

static void finish(pid_t pid)
{
	int status;

	kill(pid, SIGCONT);
	if (waitpid(pid, &status, 0) != pid || status)
		fatal("status %d", status);
}

/* A command by its number, and by itself: the same count, and the same record. */
TEST_F(trees, a_command)
{
	unsigned int flags = PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS;
	struct perfcnt_describe machine = { .size = sizeof(struct perfcnt_describe) };
	struct perfcnt *perfcnt = open_handle();
	uint64_t counts[2], row;
	int i;

	for (i = 0; i < 2; i++) {
		struct perfcnt_event_set *tree = perfcnt_event_set_new(perfcnt);
		struct perfcnt_thread thread;
		pid_t pid;

		must(perfcnt, perfcnt_event_set_add(tree, event(&self->exact)), "add");
		must(perfcnt, perfcnt_event_set_claim(tree), "claim");
		pid = command(i ? tree : NULL, flags);
		if (!i)
			must(perfcnt, perfcnt_event_set_enter(tree, pid, flags), "enter");
		must(perfcnt, perfcnt_describe_machine(perfcnt, &machine), "describe");
		must(perfcnt, perfcnt_kernel_mask(perfcnt, PERFCNT_IOC_START, machine.claimed),
		     "start");
		finish(pid);
		must(perfcnt, perfcnt_event_set_read(tree), "read");
		must(perfcnt, perfcnt_event_set_count(tree, 0, &counts[i]), "count");
		must(perfcnt, perfcnt_thread_next(tree, &thread), "thread");
		EXPECT_EQ(pid, thread.pid);
		EXPECT_EQ(pid, thread.tid);
		EXPECT_STREQ("trees", thread.comm);
		EXPECT_EQ(0, perfcnt_thread_count(tree, &thread, 0, &row));
		EXPECT_LE(counts[i], row);
		EXPECT_EQ(-1, perfcnt_thread_next(tree, &thread));
		EXPECT_EQ(EAGAIN, errno);
		must(perfcnt, perfcnt_event_set_leave(tree), "leave");
		perfcnt_event_set_free(tree);
	}
	perfcnt_close(perfcnt);
	if (!self->exact)
		SKIP(return, "instructions are not counted here");
	EXPECT_EQ(counts[0], counts[1]);
}

/* A thread that still runs has a record, too, once the counting ends. */
TEST_F(trees, a_process_that_runs)
{
	struct perfcnt_thread_info thread = { .size = sizeof(thread) };
	struct perfcnt *perfcnt;
	uint64_t count, row;
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		mixed_loop(ITERATIONS);
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	perfcnt = perfcnt_open_process(pid);
	ASSERT_NE(NULL, perfcnt);
	must(perfcnt, perfcnt_record_threads(perfcnt), "record");
	must(perfcnt, perfcnt_add(perfcnt, event(&self->exact)), "add");
	must(perfcnt, perfcnt_start(perfcnt), "start");
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &thread, &row, 1));
	EXPECT_EQ(EAGAIN, errno);
	perfcnt_begin(perfcnt);
	kill(pid, SIGCONT);
	waitpid(pid, &status, WUNTRACED);
	EXPECT_TRUE(WIFSTOPPED(status));
	must(perfcnt, perfcnt_end(perfcnt), "end");
	must(perfcnt, perfcnt_count(perfcnt, 0, &count), "count");
	must(perfcnt, perfcnt_stop(perfcnt), "stop");
	must(perfcnt, perfcnt_next_thread(perfcnt, &thread, &row, 1), "thread");
	EXPECT_EQ(PERFCNT_THREAD_RUNS, thread.flags);
	EXPECT_EQ(pid, thread.tid);
	EXPECT_EQ(count, row);
	finish(pid);
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &thread, &row, 1));
	EXPECT_EQ(ENODATA, errno);
	perfcnt_close(perfcnt);
}

/* A process that runs no more has its records, and then no more of them, without a stop. */
TEST_F(trees, a_process_that_has_ended)
{
	struct perfcnt_thread_info thread = { .size = sizeof(thread) };
	struct perfcnt *perfcnt;
	uint64_t count;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	perfcnt = perfcnt_open_process(pid);
	ASSERT_NE(NULL, perfcnt);
	must(perfcnt, perfcnt_record_threads(perfcnt), "record");
	must(perfcnt, perfcnt_add(perfcnt, event(&self->exact)), "add");
	must(perfcnt, perfcnt_start(perfcnt), "start");
	finish(pid);
	must(perfcnt, perfcnt_next_thread(perfcnt, &thread, &count, 1), "thread");
	EXPECT_EQ(0, thread.flags);
	EXPECT_EQ(pid, thread.tid);
	EXPECT_EQ(-1, perfcnt_next_thread(perfcnt, &thread, &count, 1));
	EXPECT_EQ(ENODATA, errno);
	must(perfcnt, perfcnt_read(perfcnt, &count, 1), "read");
	EXPECT_EQ(-1, perfcnt_reset(perfcnt));
	EXPECT_EQ(ESRCH, errno);
	perfcnt_close(perfcnt);
}

/* A turn for each byte, until there are no more. */
static int turns[2], taken[2];

static void *take_turns(void *argument)
{
	char turn;

	while (read(turns[0], &turn, 1) == 1) {
		mixed_loop(ITERATIONS);
		if (write(taken[1], &turn, 1) != 1)
			break;
	}
	return argument;
}

static void take_turn(void)
{
	char turn = 't';

	if (write(turns[1], &turn, 1) != 1 || read(taken[0], &turn, 1) != 1)
		fatal("the thread takes no turn");
}

/* All threads of a process are counted, also one that ran before. */
TEST_F(trees, threads_that_ran_before)
{
	struct perfcnt *perfcnt;
	uint64_t before, after;
	pthread_t thread;

	ASSERT_EQ(0, pipe(turns));
	ASSERT_EQ(0, pipe(taken));
	ASSERT_EQ(0, pthread_create(&thread, NULL, take_turns, NULL));
	take_turn();
	perfcnt_close(self->self); /* its counters */
	self->self = NULL;
	perfcnt = perfcnt_open_process(0);
	ASSERT_NE(NULL, perfcnt);
	must(perfcnt, perfcnt_add(perfcnt, event(&self->exact)), "add");
	must(perfcnt, perfcnt_start(perfcnt), "start");
	before = count_now(perfcnt);
	take_turn();
	after = count_now(perfcnt);
	close(turns[1]);
	pthread_join(thread, NULL);
	perfcnt_close(perfcnt);
	if (!self->exact)
		SKIP(return, "instructions are not counted here");
	EXPECT_LE(ITERATIONS * MIXED_INSTRUCTIONS, after - before);
	EXPECT_GT(ITERATIONS * MIXED_INSTRUCTIONS + 10000, after - before);
}

TEST_F(trees, refused)
{
	struct perfcnt *perfcnt = open_handle();
	struct perfcnt_event_set *tree = perfcnt_event_set_new(perfcnt);

	EXPECT_REFUSED(perfcnt, perfcnt_event_set_add(tree, "none"), EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_event_set_add(tree, "instructions@tc0"), EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_event_set_claim(tree), EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_event_set_leave(tree), EINVAL);
	perfcnt_event_set_free(tree);
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
