// SPDX-License-Identifier: GPL-2.0
/*
 * With unprivileged_self: what a user without capabilities costs others, who calls as often
 * as it can, or has events that take turns as often as they can.  It takes next to no time
 * from a program on another CPU; and a reading of somebody else's does not wait for it,
 * though it may get next to no time itself.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define NOBODY 65534
#define DEVICE "/dev/perfcnt"
#define NS_PER_MS 1000000ULL

/* Where everybody is: the reader, the user with what keeps it waiting, the program. */
enum { READER, USER, PROGRAM, CPUS = 4 };

#define READINGS 100
#define DELAY_MOST NS_PER_MS
#define PROGRAM_MS 200
#define TAKEN_MOST 2	/* in percent */

/* What the user does. */
enum user { CALLS = 1, TURNS = 2 };

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 * NS_PER_MS + t.tv_nsec;
}

static void nap(void)
{
	const struct timespec ms = { .tv_nsec = NS_PER_MS };

	nanosleep(&ms, NULL);
}

/* As many events in the shortest slots as it may have. */
static void rotate(const struct follower *counters)
{
	struct perfcnt_rotate rotate = {
		PERFCNT_SIZES(perfcnt_rotate, event), .counters = counters->mask,
		.slot_us = 10000,
	};
	unsigned int i;

	rotate.nr = 8 * __builtin_popcount(counters->mask);
	for (i = 0; i < rotate.nr; i++) {
		rotate.event[i].banks = PERFCNT_BANK_IS_EVEN;
		rotate.event[i].what = what_of(counters->fd, 0, event());
	}
	must(call(counters->fd, PERFCNT_IOC_ROTATE, &rotate), reason(counters->fd));
}

/* For ever. */
static void be_user(enum user user)
{
	struct perfcnt_rotated rotated = { PERFCNT_SIZES(perfcnt_rotated, event) };
	struct follower counters = follower(0);

	if (user & TURNS)
		rotate(&counters);
	must(follow(&counters, 0, 0), reason(counters.fd));
	for (;;) {
		if (!(user & CALLS)) {
			short_loop(1000000);
			continue;
		}
		with_mask(counters.fd, PERFCNT_IOC_STOP, counters.mask);
		with_mask(counters.fd, PERFCNT_IOC_START, counters.mask);
		if (user & TURNS)
			must(call(counters.fd, PERFCNT_IOC_ROTATED, &rotated),
			     reason(counters.fd));
		else
			counted(&counters);
	}
}

/* A process that is on a CPU until the test ends. */
static pid_t start_on(int cpu, int policy)
{
	const struct sched_param param = { 0 };
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pin_to_cpu(cpu);
	if (sched_setscheduler(0, policy, &param))
		fatal("sched_setscheduler: %s", strerror(errno));
	return 0;
}

static pid_t start_busy(int cpu)
{
	pid_t pid = start_on(cpu, SCHED_OTHER);

	if (pid)
		return pid;
	for (;;)
		short_loop(1000000);
}

static pid_t start_user(enum user user, int policy)
{
	pid_t pid = start_on(USER, policy);

	if (pid)
		return pid;
	if (setgid(NOBODY) || setuid(NOBODY))
		fatal("setuid: %s", strerror(errno));
	be_user(user);
	_exit(1);
}

static void stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* The longest time that a reading takes, of one's own and of all counters. */
static uint64_t longest_reading(void)
{
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .controls = 2 };
	struct snapshot snapshot;
	uint64_t longest = 0;
	int fd = open_device(), proc = open_counters(), i;

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 2), "claim");
	set.counter[1].what = what_of(fd, 1, event());
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	must(with_mask(fd, PERFCNT_IOC_START, 2), "start");
	for (i = 0; i < READINGS; i++) {
		uint64_t start, taken;

		nap();
		start = now();
		if (i & 1)
			sample(fd);
		else
			read_counters(proc, &snapshot);
		taken = now() - start;
		if (taken > longest)
			longest = taken;
	}
	close(proc);
	close(fd);
	return longest;
}

/* What the CPU of a program executes while that is busy, in a thousandth of its loop's. */
static uint64_t executed_beside(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS, .pinned = 1,
	};
	uint64_t all[2], own[2];
	int i, of_all, of_own;

	of_all = syscall(SYS_perf_event_open, &attr, -1, PROGRAM, -1, 0);
	attr.exclude_kernel = 1;
	of_own = syscall(SYS_perf_event_open, &attr, -1, PROGRAM, -1, 0);
	for (i = 0; i < 2; i++) {
		if (read(of_all, &all[i], 8) != 8 || read(of_own, &own[i], 8) != 8)
			fatal("instructions of CPU %d", PROGRAM);
		if (!i)
			usleep(1000 * PROGRAM_MS);
	}
	close(of_all);
	close(of_own);
	return 1000 * (all[1] - all[0]) / (own[1] - own[0]);
}

FIXTURE(starved) {
	bool loaded;
	pid_t program;
	pid_t busy;
};

FIXTURE_VARIANT(starved) {
	enum user user;
	int policy;
};

FIXTURE_VARIANT_ADD(starved, calls) { CALLS, SCHED_OTHER };
FIXTURE_VARIANT_ADD(starved, calls_idle) { CALLS, SCHED_IDLE };
FIXTURE_VARIANT_ADD(starved, turns) { TURNS, SCHED_OTHER };
FIXTURE_VARIANT_ADD(starved, turns_idle) { TURNS, SCHED_IDLE };
FIXTURE_VARIANT_ADD(starved, both) { CALLS | TURNS, SCHED_OTHER };
FIXTURE_VARIANT_ADD(starved, both_idle) { CALLS | TURNS, SCHED_IDLE };

FIXTURE_SETUP(starved)
{
	if (which_driver() != PERF || sysconf(_SC_NPROCESSORS_ONLN) < CPUS)
		SKIP(return, "there are no other CPUs to be asked");
	find_event();
	must(unload_module("perfcnt"), "unload");
	must(load_perfcnt(PERF, "unprivileged_self=2"), "load");
	self->loaded = true;
	chmod(DEVICE, 0666);
	pin_to_cpu(READER);
	self->program = start_busy(PROGRAM);
	self->busy = start_busy(USER);
}

FIXTURE_TEARDOWN(starved)
{
	if (!self->loaded)
		return;
	stop(self->busy);
	stop(self->program);
	EXPECT_TRUE(none_claimed());
	EXPECT_EQ(0, unload_module("perfcnt"));
	must(load_perfcnt(PERF, ""), "load");
}

TEST_F(starved, readings_do_not_wait)
{
	uint64_t before = longest_reading(), beside;
	pid_t user = start_user(variant->user, variant->policy);

	usleep(50000);
	beside = longest_reading();
	TH_LOG("the longest reading: %llu us alone, %llu us beside the user",
	       (unsigned long long)before / 1000, (unsigned long long)beside / 1000);
	EXPECT_EQ(0, waitpid(user, NULL, WNOHANG));
	stop(user);
	EXPECT_GE(before + DELAY_MOST, beside);
}

TEST_F(starved, programs_go_on)
{
	uint64_t before = executed_beside(), beside;
	pid_t user = start_user(variant->user, variant->policy);

	usleep(50000);
	beside = executed_beside();
	TH_LOG("a program's CPU executes %llu thousandths of it alone, %llu beside the user",
	       (unsigned long long)before, (unsigned long long)beside);
	EXPECT_EQ(0, waitpid(user, NULL, WNOHANG));
	stop(user);
	EXPECT_GE(before + 10 * TAKEN_MOST, beside);
}

TEST_HARNESS_MAIN
