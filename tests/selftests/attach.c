// SPDX-License-Identifier: GPL-2.0
/* Scopes of processes that have something already: threads, or a child before execve(). */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define ITERATIONS 20000UL
#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)

/* Threads that are there before the scope, the main one among them, and after. */
#define BEFORE 4
#define AFTER 2
#define ALL (BEFORE + AFTER)

/**
 * struct progress - what a process and its test share
 * @loops: how many loops each thread has done
 * @more: create the rest of the threads
 */
struct progress {
	_Atomic unsigned long loops[ALL];
	_Atomic bool more;
};

FIXTURE(attach) {
	struct follower counters;
	struct follower retries;
	struct progress *progress;
};

FIXTURE_SETUP(attach)
{
	find_event();
	self->counters = follower(0);
	self->retries = follower_of_retries(0);
	self->progress = mmap(NULL, sizeof(*self->progress), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->progress);
}

FIXTURE_TEARDOWN(attach)
{
	close(self->counters.fd);
	close(self->retries.fd);
	EXPECT_TRUE(none_claimed());
}

static void *loops(void *counter)
{
	_Atomic unsigned long *count = counter;

	for (;; ++*count)
		mixed_loop(100);
	return NULL;
}

static void create(struct progress *progress, unsigned int first, unsigned int end)
{
	pthread_t thread;

	for (; first < end; first++)
		if (pthread_create(&thread, NULL, loops, (void *)&progress->loops[first]))
			_exit(1);
}

static pid_t begin_threads(struct progress *progress)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	create(progress, 1, BEFORE);
	for (; !progress->more; ++progress->loops[0])
		mixed_loop(100);
	create(progress, BEFORE, ALL);
	loops((void *)&progress->loops[0]);
	_exit(1);
}

/* Until each of the threads has done a whole loop, which it has begun after now. */
static void await_loops(const struct progress *progress, unsigned int threads)
{
	unsigned long then[ALL];
	unsigned int i;

	for (i = 0; i < threads; i++)
		then[i] = progress->loops[i];
	for (i = 0; i < threads; i++)
		while (progress->loops[i] < then[i] + 2)
			usleep(1000);
}

/* The threads that a process has are all followed, and those that they create. */
TEST_F(attach, threads)
{
	pid_t pid = begin_threads(self->progress);
	unsigned int rows = 0, counting = 0;
	struct perfcnt_thread thread;
	uint64_t count, sum = 0;

	await_loops(self->progress, BEFORE);
	must(follow(&self->counters, pid, TREE | PERFCNT_SCOPE_PROCESS),
	     reason(self->counters.fd));
	self->progress->more = true;
	await_loops(self->progress, ALL);
	must(call(self->counters.fd, PERFCNT_IOC_LEAVE, NULL), reason(self->counters.fd));
	count = counted(&self->counters);
	while (!next_thread(&self->counters, &thread)) {
		EXPECT_EQ(PERFCNT_THREAD_RUNS, thread.flags);
		EXPECT_EQ((__u32)pid, thread.pid);
		sum += counted_by(&self->counters, &thread);
		counting += counted_by(&self->counters, &thread) != 0;
		rows++;
	}
	EXPECT_EQ(ALL, rows);
	EXPECT_EQ(if_exact(ALL, counting), counting);
	EXPECT_LE(count, sum); /* it ran between SCOPE and START, too */
	await_loops(self->progress, ALL);
	EXPECT_EQ(count, counted(&self->counters));
	EXPECT_EQ(0, kill(pid, SIGKILL));
	EXPECT_EQ(pid, waitpid(pid, NULL, 0));
}

/*
 * A child that it has before its execve(), and then a loop after that.  On one CPU perf
 * exchanges the contexts of both.
 */
static pid_t begin_child(unsigned long iterations, int cpu)
{
	char length[24];
	char *const args[] = { "attach", "--step", length, "1", NULL };
	char *const no_variables[] = { NULL };
	pid_t pid, child;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	/* where the stack begins is in what a program's start counts */
	personality(ADDR_NO_RANDOMIZE);
	pin_to_cpu(cpu);
	raise(SIGSTOP);
	child = fork();
	if (!child) {
		mixed_loop(7 * iterations);
		_exit(0);
	}
	if (child < 0 || waitpid(child, NULL, 0) != child)
		_exit(1);
	snprintf(length, sizeof(length), "%020lu", iterations);
	execve("/proc/self/exe", args, no_variables);
	_exit(127);
}

/* What is counted of a program that has a child before its execve(): itself alone. */
static struct tally count_child(struct __test_metadata *_metadata,
				const struct follower *counters,
				const struct follower *retries,
				unsigned long iterations)
{
	pid_t pid = begin_child(iterations, 0);
	struct perfcnt_thread thread;
	struct tally tally;
	int status;

	EXPECT_EQ(pid, waitpid(pid, &status, WUNTRACED));
	must(follow(counters, pid, TREE | PERFCNT_SCOPE_ON_EXEC), reason(counters->fd));
	must(follow(retries, pid, PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_ON_EXEC),
	     reason(retries->fd));
	EXPECT_EQ(0, kill(pid, SIGCONT));
	EXPECT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, next_thread(counters, &thread));
	EXPECT_EQ((__u32)pid, thread.tid);
	EXPECT_NE(0, next_thread(counters, &thread));
	tally = tally_and_leave(counters, retries);
	EXPECT_EQ(tally.events, counted_by(counters, &thread));
	return tally;
}

/* Nothing counts before the execve(), in a child neither; and one task has a record. */
TEST_F(attach, child_before_exec)
{
	struct tally tally[2];
	int i;

	for (i = 0; i < 2; i++)
		tally[i] = count_child(_metadata, &self->counters, &self->retries,
				       (i + 1) * ITERATIONS);
	EXPECT_TRUE(is_above(ITERATIONS * MIXED_INSTRUCTIONS, tally[0], tally[1]));
}

TEST_HARNESS_MAIN
