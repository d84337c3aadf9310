// SPDX-License-Identifier: GPL-2.0
/*
 * A loop of known length, N and 2N times, on each VPE: the difference is
 * exactly N times what an iteration has.  Through /proc/perf, through readings of
 * /dev/perfcnt, and through the kernel's own perf_event_open().
 *
 * Both runs must execute the same code around the loop, so what measures is
 * kept from being inlined or cloned for a constant number of iterations.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define ROUNDS 10
#define ITERATIONS 1000000UL

#if defined(__x86_64__) || defined(__i386__)
/* of Intel's */
#define RAW_LOADS 0x81d0
#define RAW_STORES 0x82d0
#elif defined(__mips__)
/* a 34K's: mipspmu takes the event's code, and 128 for an odd counter */
#define RAW_LOADS 15
#define RAW_STORES (15 + 128)
#else
#define RAW_LOADS 0
#define RAW_STORES 0
#endif

enum kind { BRANCHES, INSTRUCTIONS, LOADS, STORES, KINDS };

static const struct {
	const char *name;
	uint64_t each;
	uint32_t type;
	uint64_t config;
} kinds[KINDS] = {
	[BRANCHES] = { "branches:u", MIXED_BRANCHES, PERF_TYPE_HARDWARE,
		       PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	[INSTRUCTIONS] = { "instructions:u", MIXED_INSTRUCTIONS,
			   PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[LOADS] = { "loads:u", MIXED_LOADS, PERF_TYPE_RAW, RAW_LOADS },
	[STORES] = { "stores:u", MIXED_STORES, PERF_TYPE_RAW, RAW_STORES },
};

/* The kinds that this machine can count. */
static bool has[KINDS];

static void count_by_text(int fd, unsigned long iterations, uint64_t *counts)
{
	struct snapshot snapshot;
	int i, cpu = sched_getcpu();
	char text[128] = "";
	size_t length = 0;

	for (i = 0; i < KINDS; i++)
		if (has[i])
			length += sprintf(text + length, "%d %s@tc%d 0\n", i,
					  kinds[i].name, cpu);
	set_counters(fd, text);
	mixed_loop(iterations);
	read_counters(fd, &snapshot);
	for (i = 0; i < KINDS; i++)
		counts[i] = snapshot.count[i];
}

/* Counters of our own, read before the loop and after it. */
static void count_by_device(int fd, unsigned long iterations, uint64_t *counts)
{
	struct perfcnt_counts before, after;
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };
	uint32_t mask = 0;
	char name[64];
	int i, n = 0;

	for (i = 0; i < KINDS; i++)
		if (has[i])
			mask |= 1u << i;
	must(with_mask(fd, PERFCNT_IOC_CLAIM, mask), "claim");
	set.controls = mask;
	for (i = 0; i < KINDS; i++) {
		if (!has[i])
			continue;
		snprintf(name, sizeof(name), "%s@tc%d", kinds[i].name, sched_getcpu());
		set.counter[i].what = what_of(fd, i, name);
	}
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(with_mask(fd, PERFCNT_IOC_START, mask), "start");
	must(read_some(fd, 0, mask, &before), "read");
	mixed_loop(iterations);
	must(read_some(fd, 0, mask, &after), "read");
	for (i = 0; i < KINDS; i++) {
		if (!has[i])
			continue;
		counts[i] = after.counts[n] - before.counts[n];
		n++;
	}
	must(with_mask(fd, PERFCNT_IOC_RELEASE, mask), "release");
}

static int open_event(int kind)
{
	struct perf_event_attr attr = {
		.type = kinds[kind].type,
		.config = kinds[kind].config,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.disabled = 1,
	};

	return open_perf_event(&attr, 0, -1, -1);
}

/* One event at a time: the kernel gives a VPE two of the four counters. */
static void count_by_perf(unsigned long iterations, uint64_t *counts)
{
	int i;

	for (i = 0; i < KINDS; i++) {
		int fd = has[i] ? open_event(i) : -1;

		if (fd < 0)
			continue;
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		mixed_loop(iterations);
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
		if (read(fd, &counts[i], sizeof(counts[i])) !=
		    sizeof(counts[i]))
			fatal("read %s: %s", kinds[i].name, strerror(errno));
		close(fd);
	}
}

__attribute__((noipa))
static void count(int fd, int device, unsigned long iterations, uint64_t *counts)
{
	if (device >= 0)
		count_by_device(device, iterations, counts);
	else if (fd >= 0)
		count_by_text(fd, iterations, counts);
	else
		count_by_perf(iterations, counts);
}

static bool can_count(int fd, enum kind kind)
{
	char text[64];
	int event;

	if (fd >= 0) {
		snprintf(text, sizeof(text), "%d %s", kind, kinds[kind].name);
		return is_taken(fd, text);
	}
	if (kinds[kind].type == PERF_TYPE_RAW && !kinds[kind].config)
		return false;
	event = open_event(kind);
	close(event);
	return event >= 0;
}

FIXTURE(exactness) {
	int fd; /* -1: by perf */
	int device; /* -1: not by it */
};

FIXTURE_VARIANT(exactness) {
	bool by_perf;
	bool by_device;
};

FIXTURE_VARIANT_ADD(exactness, proc) { };

FIXTURE_VARIANT_ADD(exactness, device) {
	.by_device = true
};

FIXTURE_VARIANT_ADD(exactness, perf) {
	.by_perf = true
};

FIXTURE_SETUP(exactness)
{
	bool any = false;
	int i;

	self->fd = variant->by_perf ? -1 : open_stopped();
	self->device = variant->by_device ? open_device() : -1;
	for (i = 0; i < KINDS; i++) {
		has[i] = can_count(self->fd, i);
		if (!has[i])
			TH_LOG("%s: not an event of this PMU", kinds[i].name);
		any |= has[i];
	}
	if (!any) {
		/* what perf counts, the module does not refuse */
		ASSERT_FALSE(which_driver() != SIM && can_count(-1, INSTRUCTIONS));
		SKIP(return, "there is no PMU");
	}
	if (self->fd >= 0)
		stop_counters(self->fd);
	be_alone();
}

FIXTURE_TEARDOWN(exactness)
{
	close(self->device);
	if (self->fd < 0)
		return;
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

static void expect_exact(struct __test_metadata *_metadata, int fd, int device, int cpu)
{
	const char *text = getenv("EXACTNESS_ROUNDS");
	int i, round, rounds = text ? atoi(text) : ROUNDS;

	pin_to_cpu(cpu);
	for (round = 0; round < rounds; round++) {
		uint64_t once[KINDS], twice[KINDS];

		count(fd, device, ITERATIONS, once);
		count(fd, device, 2 * ITERATIONS, twice);
		for (i = 0; i < KINDS; i++) {
			if (!has[i])
				continue;
			EXPECT_EQ(ITERATIONS * kinds[i].each,
				  twice[i] - once[i])
				TH_LOG("%s in round %d", kinds[i].name, round);
		}
	}
}

TEST_F(exactness, cpu0)
{
	expect_exact(_metadata, self->fd, self->device, 0);
}

TEST_F(exactness, cpu1)
{
	expect_exact(_metadata, self->fd, self->device, 1);
}

TEST_HARNESS_MAIN
