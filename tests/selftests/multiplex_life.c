// SPDX-License-Identifier: GPL-2.0
/*
 * Events that take turns while something happens to the machine: a CPU goes and comes,
 * all sleep, somebody takes a register, or wants the module gone.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define BOTH (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)
#define ITERATIONS 4000000UL
#define PM_TEST "/sys/power/pm_test"
#define STATE "/sys/power/state"
#define DELAY "/sys/module/suspend/parameters/pm_test_delay"
#define INTRUDER "intruder.ko"
#define TIMES 3

static void must_write(const char *path, const char *text)
{
	int error = write_file(path, text);

	if (error)
		fatal("%s: %s", path, strerror(error));
}

static uint32_t all_counters(int fd)
{
	return event_counters(fd);
}

/* The same event so often that it takes turns with itself. */
static void multiplex(int fd, unsigned int times)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .slice_us = 2000,
		.counters = all_counters(fd),
	};
	unsigned int i;

	wanted.nr = times * __builtin_popcount(wanted.counters);
	for (i = 0; i < wanted.nr; i++) {
		wanted.event[i].banks = BOTH;
		wanted.event[i].what = what_of(fd, 0, event());
	}
	if (!describe(fd).claimed)
		must(with_mask(fd, PERFCNT_IOC_CLAIM, wanted.counters), reason(fd));
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
}

static struct perfcnt_multiplexed multiplexed(int fd)
{
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };

	must(call(fd, PERFCNT_IOC_MULTIPLEXED, &result), reason(fd));
	return result;
}

/* What is counted more if the loop is twice as long: by each counter. */
static uint64_t expected(void)
{
	int fd = open_device();
	unsigned int counters = __builtin_popcount(all_counters(fd));

	close(fd);
	return counters * ITERATIONS * MIXED_INSTRUCTIONS;
}

/* A loop on CPU 0, and what happens meanwhile: all that its slices have counted. */
static uint64_t count(unsigned long iterations, void (*happens)(pid_t pid))
{
	struct program program = prepare(PLAIN, iterations, 0);
	int fd = open_device();
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .pid = program.pid,
		.counters = all_counters(fd),
	};
	struct perfcnt_multiplexed result;
	uint64_t sum = 0;
	unsigned int i;

	multiplex(fd, 5);
	must(call(fd, PERFCNT_IOC_SCOPE, &scope), reason(fd));
	must(with_mask(fd, PERFCNT_IOC_START, scope.counters), reason(fd));
	let_go(&program);
	happens(program.pid);
	if (end_of(&program))
		fatal("the program has failed");
	result = multiplexed(fd);
	for (i = 0; i < result.events; i++)
		sum += result.event[i].count;
	printf("# %u slices, %llu events\n", result.slices, (unsigned long long)sum);
	close(fd);
	return sum;
}

/* The program goes to the CPU at once, and leaves it after some slices. */
static void hotplug(pid_t pid)
{
	unsigned int i;

	for (i = 0; i < TIMES; i++) {
		put_online(false);
		put_online(true);
		move_to(pid, 1);
		usleep(5000);
		move_to(pid, 0);
	}
}

static void sleep_and_wake(pid_t __attribute__((unused)) pid)
{
	unsigned int i;

	must_write(PM_TEST, "devices");
	for (i = 0; i < TIMES; i++)
		must_write(STATE, "freeze");
	must_write(PM_TEST, "none");
}

FIXTURE(turns) {
	int fd;
};

FIXTURE_SETUP(turns)
{
	find_event();
	pin_to_cpu(0);
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(turns)
{
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F(turns, a_cpu_goes_and_comes)
{
	uint64_t once, twice;

	if (access(CPU1_ONLINE, W_OK))
		SKIP(return, "CPU 1 stays");
	once = count(ITERATIONS, hotplug);
	twice = count(2 * ITERATIONS, hotplug);
	EXPECT_EQ(if_exact(expected(), twice - once), twice - once);
}

TEST_F(turns, all_sleep)
{
	uint64_t once, twice;

	if (which_driver() != PERF)
		SKIP(return, "the registers would be lost");
	if (!file_has(STATE, "freeze") || !file_has(PM_TEST, "devices"))
		SKIP(return, "not in this kernel");
	write_file(DELAY, "0");
	once = count(ITERATIONS, sleep_and_wake);
	twice = count(2 * ITERATIONS, sleep_and_wake);
	EXPECT_EQ(if_exact(expected(), twice - once), twice - once);
}

/* A register that somebody writes to: no count is right any more, and it is said. */
TEST_F(turns, a_register_is_taken)
{
	struct perfcnt_multiplexing none = { .size = offsetof(struct perfcnt_multiplexing, event) };
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };
	int fd = open_device();
	uint32_t counters = all_counters(fd);

	if (which_driver() != MIPS || access(INTRUDER, R_OK))
		SKIP(return, "nobody can take a register");
	multiplex(fd, 5);
	must(with_mask(fd, PERFCNT_IOC_START, counters), reason(fd));
	must(load_module(INTRUDER, "word=0x2f counter=1"), INTRUDER);
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_MULTIPLEXED, &result), EIO,
		       "changed from outside perfcnt");
	usleep(20000); /* some slices would have ended */
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_MULTIPLEXED, &result), EIO,
		       "changed from outside perfcnt");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_START, counters), EIO,
		       "changed from outside perfcnt");
	EXPECT_EQ(0, unload_module("intruder"));
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_MULTIPLEX, &none));
	multiplex(fd, 5);
	must(with_mask(fd, PERFCNT_IOC_START, counters), reason(fd));
	mixed_loop(ITERATIONS);
	result = multiplexed(fd);
	EXPECT_NE(0, result.enabled);
	EXPECT_NE(0, sample(fd).counts[0]);
	close(fd);
}

TEST_F(turns, the_module_stays)
{
	int fd = open_device();

	multiplex(fd, 5);
	EXPECT_EQ(EWOULDBLOCK, unload_perfcnt());
	must(with_mask(fd, PERFCNT_IOC_START, all_counters(fd)), reason(fd));
	EXPECT_EQ(EWOULDBLOCK, unload_perfcnt());
	usleep(20000);
	EXPECT_NE(0, multiplexed(fd).enabled);
	close(fd);
}

TEST_HARNESS_MAIN
