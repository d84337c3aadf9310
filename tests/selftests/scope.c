// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that follow a program and all that it starts.
 *
 * Each program has loops of known length, and runs twice: the difference of two runs
 * with N and 2N iterations is exactly N times what an iteration has, whatever else the
 * machine does meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define ROUNDS 20
#define ITERATIONS 20000UL

#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)

/* How often a test is to be done. */
static int rounds(void)
{
	const char *text = getenv("SCOPE_ROUNDS");

	return text ? atoi(text) : ROUNDS;
}

/* All records there are: how many, and their sum. */
static unsigned int records(const struct follower *follower, uint64_t *sum)
{
	struct perfcnt_thread thread;
	unsigned int count = 0;

	*sum = 0;
	while (!next_thread(follower, &thread)) {
		*sum += counted_by(follower, &thread);
		count++;
	}
	return count;
}

/* What a program with so many tasks counts, and that its parts are the whole. */
static struct tally count_program(struct __test_metadata *_metadata, enum shape shape,
				  unsigned long iterations, unsigned int bank,
				  unsigned int wanted)
{
	struct program program = prepare(shape, iterations, -1);
	struct follower counters = follower(bank);
	struct follower retries = follower_of_retries(bank);
	struct pollfd poller = { .fd = counters.fd, .events = POLLIN };
	unsigned int tasks;
	uint64_t parts, more;
	struct tally tally;

	must(follow(&counters, program.pid, TREE), reason(counters.fd));
	must(follow(&retries, program.pid, PERFCNT_SCOPE_INHERIT), reason(retries.fd));
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
	tasks = records(&counters, &parts);
	must(call(counters.fd, PERFCNT_IOC_LEAVE, NULL), "leave");
	/* the last ones may still be on their way out when they have closed their files */
	while (tasks < wanted && poll(&poller, 1, AGES) == 1) {
		tasks += records(&counters, &more);
		parts += more;
	}
	EXPECT_EQ(wanted, tasks);
	tally.events = counted(&counters);
	tally.retries = counted(&retries);
	EXPECT_EQ(tally.events, parts);
	close(retries.fd);
	close(counters.fd);
	return tally;
}

FIXTURE(scope) {
	int fd;
};

FIXTURE_SETUP(scope)
{
	find_event();
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(scope)
{
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

FIXTURE_VARIANT(scope) {
	enum shape shape;
	unsigned int tasks;
	bool takes_locks; /* as glibc's fork() does */
};

FIXTURE_VARIANT_ADD(scope, plain) {
	.shape = PLAIN, .tasks = 1
};

FIXTURE_VARIANT_ADD(scope, forks) {
	.shape = FORKS, .tasks = DEPTH, .takes_locks = true
};

FIXTURE_VARIANT_ADD(scope, wide) {
	.shape = WIDE, .tasks = 1 + THREADS, .takes_locks = true
};

FIXTURE_VARIANT_ADD(scope, execs) {
	.shape = EXECS, .tasks = 1, .takes_locks = true
};

FIXTURE_VARIANT_ADD(scope, vfork) {
	.shape = VFORK, .tasks = 2
};

FIXTURE_VARIANT_ADD(scope, daemon) {
	.shape = DAEMON, .tasks = 3, .takes_locks = true
};

/* With counters of both banks, unless those of bank 1 say what was done again. */
TEST_F(scope, exact)
{
	unsigned int other = !variant->takes_locks;
	struct tally once, twice;

	once = count_program(_metadata, variant->shape, ITERATIONS, 0, variant->tasks);
	twice = count_program(_metadata, variant->shape, 2 * ITERATIONS, other,
			      variant->tasks);
	EXPECT_TRUE(is_above(loops_of(variant->shape) * ITERATIONS * MIXED_INSTRUCTIONS,
			     once, twice));
}

FIXTURE(side_by_side) {
	int fd;
};

FIXTURE_SETUP(side_by_side)
{
	find_event();
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(side_by_side)
{
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

FIXTURE_VARIANT(side_by_side) {
	int cpu[2];
};

FIXTURE_VARIANT_ADD(side_by_side, one_cpu) {
	.cpu = { 0, 0 }
};

FIXTURE_VARIANT_ADD(side_by_side, two_cpus) {
	.cpu = { 0, 1 }
};

FIXTURE_VARIANT_ADD(side_by_side, anywhere) {
	.cpu = { -1, -1 }
};

/* Two programs at the same time, each with counters of its own. */
static void count_two(struct __test_metadata *_metadata, const int *cpu,
		      unsigned long a, unsigned long b, uint64_t *counts)
{
	struct program programs[2] = { prepare(PLAIN, a, cpu[0]),
				       prepare(PLAIN, b, cpu[1]) };
	struct follower counters[2] = { follower(0), follower(1) };
	int i;

	for (i = 0; i < 2; i++)
		must(follow(&counters[i], programs[i].pid, 0),
		     reason(counters[i].fd));
	for (i = 0; i < 2; i++)
		let_go(&programs[i]);
	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, end_of(&programs[i]));
		counts[i] = counted(&counters[i]);
		close(counters[i].fd);
	}
}

TEST_F(side_by_side, each_its_own)
{
	uint64_t empty[2], counts[2];
	int round, i;

	if (variant->cpu[1] > 0 && sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "there is one CPU");
	if (!is_exact())
		SKIP(return, "nothing counts instructions");
	count_two(_metadata, variant->cpu, 1, 1, empty);
	for (round = 0; round < rounds(); round++) {
		unsigned long length[2] = { ITERATIONS * (round % 3 + 1),
					    ITERATIONS * (round % 5 + 1) };

		count_two(_metadata, variant->cpu, length[0], length[1], counts);
		for (i = 0; i < 2; i++)
			EXPECT_EQ((length[i] - 1) * MIXED_INSTRUCTIONS,
				  counts[i] - empty[i])
				TH_LOG("program %d in round %d", i, round);
	}
}

TEST_HARNESS_MAIN
