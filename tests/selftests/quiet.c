// SPDX-License-Identifier: GPL-2.0
/*
 * Readings of what follows a task disturb no CPU on which none of its tasks runs: not an
 * idle one, not a busy one, not one that the kernel leaves alone (nohz_full).
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define READINGS 10000
#define ITERATIONS 2000UL
#define MOVES 200

/* What the other CPUs do: nothing, or a loop. */
static pid_t others[MOST_CPUS];

static void let_others_run(void)
{
	int cpu;

	fflush(NULL);
	for (cpu = 1; cpu < cpus(); cpu++) {
		others[cpu] = fork();
		if (others[cpu])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pin_to_cpu(cpu);
		for (;;)
			short_loop(1000000);
	}
}

static void stop_others(void)
{
	int cpu;

	for (cpu = 1; cpu < cpus(); cpu++) {
		if (others[cpu] <= 0)
			continue;
		kill(others[cpu], SIGKILL);
		waitpid(others[cpu], NULL, 0);
	}
}

FIXTURE(quiet) {
	int fd;
	struct follower counters;
};

FIXTURE_VARIANT(quiet) {
	bool busy;
};

FIXTURE_VARIANT_ADD(quiet, idle) { .busy = false };
FIXTURE_VARIANT_ADD(quiet, busy) { .busy = true };

FIXTURE_SETUP(quiet)
{
	if (cpus() < 2)
		SKIP(return, "there is one CPU");
	pin_to_cpu(0);
	find_event();
	self->fd = open_stopped();
	self->counters = follower(0);
	must(follow(&self->counters, 0, 0), reason(self->counters.fd));
	if (variant->busy)
		let_others_run();
}

FIXTURE_TEARDOWN(quiet)
{
	if (cpus() < 2)
		return;
	stop_others();
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* The kernel wakes its own tasks there by the same interrupts, some times in a test. */
static void expect_quiet(struct __test_metadata *_metadata, const struct cpu_calls *before,
			 int from)
{
	struct cpu_calls after = cpu_calls();
	int cpu;

	for (cpu = from; cpu < cpus(); cpu++) {
		EXPECT_GT(READINGS / 100, after.of[cpu] - before->of[cpu])
			TH_LOG("CPU %d", cpu);
	}
}

/* A thread's own, in every way. */
TEST_F(quiet, of_this_thread)
{
	struct perfcnt_counts reading;
	uint64_t last = 0;
	struct cpu_calls before = cpu_calls();
	int i;

	for (i = 0; i < READINGS; i++) {
		must(read_some(self->counters.fd, 0, self->counters.mask, &reading), "read");
		EXPECT_LE(last, reading.counts[0]);
		last = reading.counts[0];
	}
	for (i = 0; i < READINGS; i++)
		must(read_some(self->counters.fd, READ_ALL, 0, &reading), "read");
	expect_quiet(_metadata, &before, 1);
}

TEST_F(quiet, started_stopped_and_reset)
{
	struct cpu_calls before = cpu_calls();
	int i;

	for (i = 0; i < READINGS / 5; i++) {
		with_mask(self->counters.fd, PERFCNT_IOC_STOP, self->counters.mask);
		with_mask(self->counters.fd, PERFCNT_IOC_RESET, self->counters.mask);
		with_mask(self->counters.fd, PERFCNT_IOC_START, self->counters.mask);
	}
	expect_quiet(_metadata, &before, 1);
}

/* Another count of counters in a scope changes nothing on CPUs. */
TEST_F(quiet, counts_are_set)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .counts = self->counters.mask,
	};
	struct cpu_calls before = cpu_calls();
	int i;

	for (i = 0; i < READINGS / 10; i++) {
		set.counter[0].count = i;
		must(call(self->counters.fd, PERFCNT_IOC_SET, &set),
		     reason(self->counters.fd));
	}
	expect_quiet(_metadata, &before, 1);
}

/* The kernel's threads for work that any CPU can do are on CPU 0 only. */
#define WORKERS "/sys/devices/virtual/workqueue/cpumask"

/* A counter of one CPU, while others count on all. */
TEST_F(quiet, counter_of_a_cpu)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 2 };
	const char *const names[] = { "instructions:u@tc0", "cycles:u@tc0" };
	struct cpu_calls before;
	char workers[64];
	int fd, i;

	if (which_driver() != PERF)
		SKIP(return, "all CPUs have the same registers");
	read_file(WORKERS, workers, sizeof(workers));
	must(write_file(WORKERS, "1"), WORKERS);
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 2), "claim");
	must(with_mask(fd, PERFCNT_IOC_START, 2), "start");
	before = cpu_calls();
	for (i = 0; i < READINGS / 20; i++) {
		set.counter[1].what = what_of(fd, 1, names[i % 2]);
		must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	}
	expect_quiet(_metadata, &before, 1);
	close(fd);
	must(write_file(WORKERS, workers), WORKERS);
}

/* Only where the task runs that is followed. */
TEST_F(quiet, of_another_task)
{
	struct program program = prepare(SPIN, 0, 1);
	struct follower other = follower(1);
	struct cpu_calls before;
	int i;

	must(follow(&other, program.pid, 0), reason(other.fd));
	let_go(&program);
	await_stop(&program);
	let_go(&program);
	before = cpu_calls();
	for (i = 0; i < READINGS / 10; i++)
		counted(&other);
	expect_quiet(_metadata, &before, 2);
	kill(-program.pid, SIGKILL);
	end_of(&program);
	close(other.fd);
}

FIXTURE(moving) {
	int fd;
	struct follower counters;
};

FIXTURE_SETUP(moving)
{
	if (cpus() < 2)
		SKIP(return, "there is one CPU");
	find_event();
	if (!is_exact())
		SKIP(return, "nothing counts instructions");
	self->fd = open_stopped();
	self->counters = follower(0);
}

FIXTURE_TEARDOWN(moving)
{
	if (cpus() < 2 || !is_exact())
		return;
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* What a thread counts that goes from CPU to CPU and reads on each. */
static uint64_t count_moving(struct __test_metadata *_metadata,
			     const struct follower *counters, unsigned long iterations)
{
	struct perfcnt_counts reading;
	uint64_t sum, last = 0;
	int i;

	with_mask(counters->fd, PERFCNT_IOC_RESET, counters->mask);
	for (i = 0; i < MOVES; i++) {
		pin_to_cpu(i % cpus());
		mixed_loop(iterations);
		must(read_some(counters->fd, 0, counters->mask, &reading),
		     reason(counters->fd));
		sum = reading.counts[0] + reading.counts[1];
		EXPECT_LE(last + iterations * MIXED_INSTRUCTIONS, sum);
		last = sum;
	}
	return last;
}

/* A reading where the thread is has what it did where it was. */
TEST_F(moving, from_cpu_to_cpu)
{
	uint64_t once, twice;

	must(follow(&self->counters, 0, 0), reason(self->counters.fd));
	count_moving(_metadata, &self->counters, 1);
	once = count_moving(_metadata, &self->counters, ITERATIONS);
	twice = count_moving(_metadata, &self->counters, 2 * ITERATIONS);
	EXPECT_EQ(MOVES * ITERATIONS * MIXED_INSTRUCTIONS, twice - once);
}

static void *move_about(void *stop)
{
	int i;

	for (i = 0; !atomic_load((atomic_bool *)stop); i++) {
		pin_to_cpu(i % cpus());
		short_loop(100);
	}
	return NULL;
}

/* No count goes back while threads come and go on other CPUs. */
TEST_F(moving, threads)
{
	struct perfcnt_counts reading;
	uint64_t last[2] = { 0 };
	pthread_t threads[2];
	atomic_bool stop = false;
	int i;

	must(follow(&self->counters, 0, PERFCNT_SCOPE_INHERIT), reason(self->counters.fd));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_create(&threads[i], NULL, move_about, &stop));
	for (i = 0; i < READINGS; i++) {
		must(read_some(self->counters.fd, 0, self->counters.mask, &reading), "read");
		EXPECT_LE(last[0], reading.counts[0]);
		EXPECT_LE(last[1], reading.counts[1]);
		memcpy(last, reading.counts, sizeof(last));
		if (i % 4 == 0)
			pin_to_cpu(i / 4 % cpus());
	}
	stop = true;
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

/* What a counter has counted on CPUs where it counts no more is in its count once. */
TEST_F(moving, counter_that_leaves)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 6, .counts = 6,
	};
	struct perfcnt_counts reading;
	int fd;

	if (which_driver() != PERF)
		SKIP(return, "all CPUs have the same registers");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 6), "claim");
	set.counter[1].what = what_of(fd, 1, "instructions:u");
	set.counter[2].what = what_of(fd, 2, "instructions:u");
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	must(with_mask(fd, PERFCNT_IOC_START, 6), "start");
	pin_to_cpu(0);
	mixed_loop(1000 * ITERATIONS);
	set = (struct perfcnt_set){ .size = sizeof(struct perfcnt_set), .controls = 2 };
	set.counter[1].what = what_of(fd, 1, "instructions:u@tc1");
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	ASSERT_EQ(0, read_some(fd, 0, 2, &reading));
	EXPECT_LE(1000 * ITERATIONS * MIXED_INSTRUCTIONS, reading.counts[0]);
	EXPECT_GT(2000 * ITERATIONS * MIXED_INSTRUCTIONS, reading.counts[0]);
	close(fd);
}

TEST_HARNESS_MAIN
