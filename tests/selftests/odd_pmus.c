// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs that are not like those of the machines: modes that cannot be told apart,
 * hardly any room, counters that wrap often, registers that a hypervisor keeps; and
 * one like theirs, whose events are looked at.
 */
#include <errno.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"
#include "ioctls.h"
#include "kselftest_harness.h"

static bool said(const char *words)
{
	char text[512];

	read_file(LAST_ERROR, text, sizeof(text));
	return strstr(text, words);
}

/* Each test has a PMU of its own. */
FIXTURE(odd) {
	int fd;
};

FIXTURE_SETUP(odd)
{
	self->fd = -1;
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
}

FIXTURE_TEARDOWN(odd)
{
	if (self->fd < 0)
		return;
	unload_over_fake(self->fd);
}

/* What others do is left out, as perf leaves it out: a hypervisor, guests. */
TEST_F(odd, modes)
{
	self->fd = load_over_fake("");
	ASSERT_EQ(0, write_text(self->fd, "0 cycles:u 0\n1 cycles:k 0\n"
				"2 cycles:uk 0"));
	happen(0, BIG_CYCLES, 'u', 1);
	happen(0, BIG_CYCLES, 'k', 10);
	happen(0, BIG_CYCLES, 'h', 100);
	happen(0, BIG_CYCLES, 'g', 1000);
	EXPECT_COUNTS(self->fd, 1, 10, 11);
	EXPECT_TRUE(has_event("cpu=1", "exclude_guest"));
	EXPECT_FALSE(has_event("cpu=0", "exclude_host"));
}

/* Of raw events the PMU decides. */
TEST_F(odd, raw_event_that_is_none)
{
	self->fd = load_over_fake("");
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 r10000:u 0"));
	EXPECT_TRUE(said("counter 0: perf rejected"));
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 fake/r10000/:uk 0"));
	EXPECT_TRUE(said("counter 0: perf rejected"));
}

/* EIO for one event was taken for the loss of all counters. */
TEST_F(odd, raw_event_with_an_error_of_input)
{
	self->fd = load_over_fake("");
	ASSERT_EQ(0, write_text(self->fd, "0 r42:u 0"));
	happen(0, 0x42, 'u', 5);
	EXPECT_EQ(EINVAL, write_text(self->fd, "1 re10:u 0"));
	EXPECT_TRUE(said("counter 1: perf rejected the given native event (error 5)"));
	happen(0, 0x42, 'u', 6);
	EXPECT_COUNTS(self->fd, 11);
}

#define TAKEN_ON "/sys/module/fake_pmu/parameters/taken_on"

/* A CPU that does not say which PMU it has was left out of raw events for ever. */
TEST_F(odd, cpu_that_does_not_say_its_pmu)
{
	char text[1024];

	if (!set_online(1, false))
		SKIP(return, "no CPU goes");
	self->fd = load_over_fake("");
	ASSERT_EQ(0, write_text(self->fd, "0 r42:u 0"));
	ASSERT_EQ(0, write_file(TAKEN_ON, "1"));
	ASSERT_TRUE(set_online(1, true));
	EXPECT_EQ(-1, pread(self->fd, text, sizeof(text), 0));
	EXPECT_EQ(EIO, errno);
	EXPECT_TRUE(said("counter 0: CPU 1 came online, but perf does not say which PMU it has"));
	EXPECT_EQ(EBUSY, write_text(self->fd, "1 r43:u 0"));
	EXPECT_TRUE(said("counter 1: perf does not say which PMU CPU 1 has"));
	EXPECT_EQ(0, write_text(self->fd, "1 r43:u@tc0 0"));
	ASSERT_EQ(0, write_file(TAKEN_ON, "-1"));
	ASSERT_EQ(0, write_text(self->fd, "0 r44:u 0\n1 r43:u 0"));
	happen(0, 0x44, 'u', 6);
	happen(1, 0x44, 'u', 50);
	happen(1, 0x43, 'u', 7);
	EXPECT_COUNTS(self->fd, 56, 7);
}

/*
 * An event whose registers a hypervisor keeps to itself is one that the PMU lacks:
 * perf has another errno for it, which was passed on as "error 6".
 */
TEST_F(odd, registers_kept)
{
	self->fd = load_over_fake("no_extra=1");
	EXPECT_EQ(ENOENT, write_text(self->fd, "0 l2-misses:u 0"));
	EXPECT_TRUE(said("counter 0: PMU fake does not support l2-misses"));
	EXPECT_EQ(ENOENT, write_text(self->fd, "1 fake/l2-misses/:u 0"));
	EXPECT_TRUE(said("counter 1: PMU fake does not support l2-misses"));
	EXPECT_EQ(0, write_text(self->fd, "0 dcache-misses:u 0"));
}

/* Every event was refused: some mode was always left out. */
TEST_F(odd, all_modes)
{
	self->fd = load_over_fake("no_exclude=1");
	ASSERT_EQ(0, write_text(self->fd, "0 cycles:uk 0\n1 r42:uk 0"));
	happen(0, BIG_CYCLES, 'u', 1);
	happen(1, BIG_CYCLES, 'k', 10);
	happen(1, 0x42, 'k', 5);
	EXPECT_COUNTS(self->fd, 11, 5);
	EXPECT_FALSE(has_event("", "exclude_"));
}

TEST_F(odd, one_mode)
{
	static const char *const refused[] = {
		"0 cycles:u 0", "0 cycles:k 0", "0 r42:u 0", "0 fake/r42/:k 0",
		"0 fake/cycles/:u 0",
	};
	size_t i;

	self->fd = load_over_fake("no_exclude=1");
	for (i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		EXPECT_EQ(EINVAL, write_text(self->fd, refused[i]));
		EXPECT_TRUE(said("PMU fake cannot count per mode; set both U and K"))
			TH_LOG("%s", refused[i]);
	}
	EXPECT_EQ(ENOENT, write_text(self->fd, "1 itlb-misses:u 0"));
	EXPECT_TRUE(said("PMU fake does not support itlb-misses"));
}

static int open_pinned(int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.pinned = 1,
	};

	return open_perf_event(&attr, -1, cpu, -1);
}

/* A pinned event like the NMI watchdog's then goes silently: the log says so. */
TEST_F(odd, little_room)
{
	int event, log = open_log();

	self->fd = load_over_fake("room=2");
	ASSERT_EQ(0, write_text(self->fd, "0 cycles:u 0"));
	event = open_pinned(0);
	EXPECT_TRUE(has_counter(event));
	close(event);
	EXPECT_EQ(0, times_in_log(log, FAKE_IS_FULL));
	ASSERT_EQ(0, write_text(self->fd, "1 instructions:u 0"));
	event = open_pinned(0);
	EXPECT_FALSE(has_counter(event));
	close(event);
	EXPECT_EQ(1, times_in_log(log, FAKE_IS_FULL));
	/* once a setting, and not for one that changes nothing there */
	ASSERT_EQ(0, write_text(self->fd, "2 page-faults:u 0\n1 instructions 7"));
	EXPECT_EQ(0, times_in_log(log, FAKE_IS_FULL));
	EXPECT_EQ(EBUSY, write_text(self->fd, "3 cycles:k 0"));
	EXPECT_TRUE(said("counter 3: no free counter on PMU fake"));
	EXPECT_EQ(0, times_in_log(log, FAKE_IS_FULL));
	happen(0, BIG_CYCLES, 'u', 3);
	happen(1, BIG_INSTRUCTIONS, 'u', 4);
	EXPECT_COUNTS(self->fd, 3, 11);
}

#define SLICES 20

static void await_slices(int fd, unsigned int slices)
{
	struct perfcnt_multiplexed result;

	do {
		usleep(1000);
		result = (struct perfcnt_multiplexed){ .size = sizeof(struct perfcnt_multiplexed) };
		must(call(fd, PERFCNT_IOC_MULTIPLEXED, &result), reason(fd));
	} while (result.slices < slices);
}

#define EVENTS 5

/* They take turns on counters 0 and 1, through the device. */
static int multiplex(void)
{
	static const char *const names[EVENTS] = { "r11:u", "r12:u", "r13:u", "r14:u",
						   "r15:u" };
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .slice_us = 1000, .counters = 3,
	};
	int fd = open_device();
	unsigned int i;

	wanted.nr = EVENTS;
	must(with_mask(fd, PERFCNT_IOC_CLAIM, wanted.counters), reason(fd));
	for (i = 0; i < EVENTS; i++) {
		wanted.event[i].banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
		wanted.event[i].what = what_of(fd, 0, names[i]);
	}
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
	return fd;
}

/* Somebody's event that is pinned to a counter of CPU 0's PMU. */
static int open_others(unsigned int code)
{
	struct perf_event_attr attr = {
		.type = type_of_pmu("fake"), .config = code, .pinned = 1,
	};

	return open_perf_event(&attr, -1, 0, -1);
}

/* Others' events that came after those that take turns keep their counters. */
TEST_F(odd, slices_take_no_counter_of_others)
{
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };
	int fd, others[3];
	uint64_t count;
	unsigned int i;

	self->fd = load_over_fake("room=3");
	fd = multiplex();
	for (i = 0; i < 3; i++) {
		others[i] = open_others(0x21 + i);
		ASSERT_LE(0, others[i]);
		EXPECT_EQ(sizeof(count), read(others[i], &count, sizeof(count)));
	}
	must(with_mask(fd, PERFCNT_IOC_START, 3), reason(fd));
	usleep(20000); /* slices have 1 ms */
	for (i = 0; i < 3; i++) {
		/* perf says the end of the file of an event that has lost its counter */
		EXPECT_EQ(sizeof(count), read(others[i], &count, sizeof(count)));
		close(others[i]);
	}
	await_slices(fd, SLICES);
	must(call(fd, PERFCNT_IOC_MULTIPLEXED, &result), reason(fd));
	EXPECT_LT(0, result.event[0].running);
	close(fd);
}

/* With little room the events of slices are in the way of each other, and of nobody. */
TEST_F(odd, slices_with_little_room)
{
	unsigned int i;
	int fd;

	self->fd = load_over_fake("room=3");
	fd = multiplex();
	must(with_mask(fd, PERFCNT_IOC_START, 3), reason(fd));
	await_slices(fd, SLICES);
	ASSERT_EQ(0, write_text(self->fd, "2 r16:u 0"));
	for (i = 2; i < 10; i++) {
		await_slices(fd, i * SLICES);
		happen(0, 0x16, 'u', 1);
	}
	EXPECT_COUNTS(self->fd, 0, 0, 8);
	close(fd);
}

#define CHANGES 20

/* Counter 0 of the device changes on CPU 1, where nothing is counted. */
static int change(int fd)
{
	static const char *const names[] = { "r12:u@tc0", "r11:u@tc0" };
	/* with a new count: nobody wants what the old event counts, so it may make room */
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 1, .counts = 1,
	};
	unsigned int i;

	pin_to_cpu(1);
	for (i = 0; i < CHANGES; i++) {
		set.counter[0].what = what_of(fd, 0, names[i % 2]);
		if (call(fd, PERFCNT_IOC_SET, &set))
			return 1;
	}
	return 0;
}

/* The event that makes room for the next one was taken for one that is lost (EIO). */
TEST_F(odd, readings_while_room_is_made)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	int status, fd;
	pid_t pid;

	if (access("hold.ko", R_OK))
		SKIP(return, "hold.ko is not here");
	self->fd = load_over_fake("room=1");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set.counter[0].what = what_of(fd, 0, "r11:u@tc0");
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	must(with_mask(fd, PERFCNT_IOC_START, 1), reason(fd));
	must(load_module("hold.ko", "at=perf_event_enable ms=2"), "hold.ko");
	pid = fork();
	if (!pid)
		_exit(change(fd));
	pin_to_cpu(0);
	while (waitpid(pid, &status, WNOHANG) != pid)
		sample(fd);
	EXPECT_EQ(0, status);
	must(unload_module("hold"), "hold");
	close(fd);
}

/*
 * Thousands of interrupts in a tick.  Perf throttles only events that it takes
 * samples of (__perf_event_overflow()), which ours are not: nothing is lost.
 */
TEST_F(odd, interrupts)
{
	self->fd = load_over_fake("width=8");
	ASSERT_EQ(0, write_text(self->fd, "0 cycles:uk 0\n1 cycles:u@tc1 0"));
	happen(0, BIG_CYCLES, 'u', 10000003);
	happen(1, BIG_CYCLES, 'u', 20000011);
	happen(1, BIG_CYCLES, 'k', 1);
	EXPECT_COUNTS(self->fd, 30000015, 20000011);
}

/* Who may load modules need not be one who may count. */
FIXTURE(loader) {
};

FIXTURE_SETUP(loader)
{
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	load_fake("");
}

FIXTURE_TEARDOWN(loader)
{
	unload_fake();
}

/* That it may not was taken for a machine without a PMU. */
TEST_F(loader, may_not_count)
{
	must(keep_capabilities(1ull << CAP_SYS_MODULE), "capset");
	EXPECT_EQ(0, load_module(MODULE, "pmu=auto"));
	EXPECT_EQ(0, unload_perfcnt());
}

TEST_HARNESS_MAIN
