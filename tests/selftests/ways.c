// SPDX-License-Identifier: GPL-2.0
/* What ways.h says. */
#ifdef __x86_64__
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "ways.h"

#define PAGE 4096

const struct kind kinds[KINDS] = {
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "loads", PERF_TYPE_RAW, 0x81d0 },
	{ "stores", PERF_TYPE_RAW, 0x82d0 },
};

/* The counters of /proc/perf that count them: branches and loads are even. */
static const unsigned int counter_of[KINDS] = { 1, 0, 2, 3 };

static const char all_kinds[] = "0 branches:u@tc0 0\n1 instructions:u@tc0 0\n"
				"2 loads:u@tc0 0\n3 stores:u@tc0 0";

static int proc;

static void proc_open(void)
{
	proc = open_stopped();
}

__attribute__((noipa))
static bool proc_count(const struct program *program, unsigned long iterations,
		       uint64_t *counts)
{
	struct snapshot snapshot;
	int i;

	set_counters(proc, all_kinds);
	program->code.run(iterations);
	set_counters(proc, "suspend");
	read_counters(proc, &snapshot);
	for (i = 0; i < KINDS; i++)
		counts[i] = snapshot.count[counter_of[i]];
	return true;
}

static void proc_close(void)
{
	stop_counters(proc);
	close(proc);
}

static int device;

static void device_open(void)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 15, .counts = 15,
	};
	char name[64];
	int i;

	device = open_device();
	must(with_mask(device, PERFCNT_IOC_CLAIM, 15), "claim");
	for (i = 0; i < KINDS; i++) {
		snprintf(name, sizeof(name), "%s:u@tc0", kinds[i].name);
		set.counter[counter_of[i]].what = what_of(device, counter_of[i], name);
	}
	must(call(device, PERFCNT_IOC_SET, &set), "set");
}

__attribute__((noipa))
static bool device_count(const struct program *program,
			 unsigned long iterations, uint64_t *counts)
{
	struct perfcnt_counts before, after;
	int i;

	must(with_mask(device, PERFCNT_IOC_START, 15), "start");
	before = sample(device);
	program->code.run(iterations);
	after = sample(device);
	must(with_mask(device, PERFCNT_IOC_STOP, 15), "stop");
	for (i = 0; i < KINDS; i++)
		counts[i] = after.counts[counter_of[i]] -
			    before.counts[counter_of[i]];
	return true;
}

static void device_close(void)
{
	close(device);
}

static int events[KINDS];
static struct perf_event_mmap_page *event_pages[KINDS];

static int open_event(int kind)
{
	struct perf_event_attr attr = {
		.type = kinds[kind].type,
		.config = kinds[kind].config,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return open_perf_event(&attr, 0, -1, -1);
}

static void events_open(void)
{
	int i;

	for (i = 0; i < KINDS; i++) {
		void *page;

		events[i] = open_event(i);
		if (events[i] < 0)
			fatal("%s: %s", kinds[i].name, strerror(errno));
		page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
			    events[i], 0);
		if (page == MAP_FAILED)
			fatal("mmap: %s", strerror(errno));
		event_pages[i] = page;
	}
}

static void read_events(uint64_t *counts)
{
	int i;

	for (i = 0; i < KINDS; i++)
		if (read(events[i], &counts[i], sizeof(*counts)) !=
		    sizeof(*counts))
			fatal("read: %s", strerror(errno));
}

__attribute__((noipa))
static bool events_count(const struct program *program,
			 unsigned long iterations, uint64_t *counts)
{
	uint64_t before[KINDS];
	int i;

	read_events(before);
	program->code.run(iterations);
	read_events(counts);
	for (i = 0; i < KINDS; i++)
		counts[i] -= before[i];
	return true;
}

static uint64_t rdpmc(uint32_t counter)
{
	uint32_t low, high;

	asm volatile("rdpmc" : "=a" (low), "=d" (high) : "c" (counter));
	return low | (uint64_t)high << 32;
}

/* As perf_event_open(2) says; false if the kernel has touched the event meanwhile. */
static bool rdpmc_events(uint64_t *counts)
{
	int i;

	for (i = 0; i < KINDS; i++) {
		const struct perf_event_mmap_page *page = event_pages[i];
		uint32_t lock = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
		unsigned int shift = 64 - page->pmc_width;

		if (!page->index)
			return false;
		counts[i] = page->offset +
			    ((int64_t)(rdpmc(page->index - 1) << shift) >> shift);
		asm volatile("" : : : "memory");
		if (__atomic_load_n(&page->lock, __ATOMIC_ACQUIRE) != lock)
			return false;
	}
	return true;
}

/* Nothing here is done again that would be counted. */
__attribute__((noipa))
static bool rdpmc_count(const struct program *program,
			unsigned long iterations, uint64_t *counts)
{
	uint64_t before[KINDS];
	bool good;
	int i;

	good = rdpmc_events(before);
	program->code.run(iterations);
	good &= rdpmc_events(counts);
	for (i = 0; i < KINDS; i++)
		counts[i] -= before[i];
	return good;
}

static void events_close(void)
{
	int i;

	for (i = 0; i < KINDS; i++) {
		munmap(event_pages[i], PAGE);
		close(events[i]);
	}
}

const struct way ways[WAYS] = {
	[BY_PROC] = { proc_open, proc_count, proc_close },
	[BY_DEVICE] = { device_open, device_count, device_close },
	[BY_PERF] = { events_open, events_count, events_close },
	[BY_RDPMC] = { events_open, rdpmc_count, events_close },
};

/* Has this machine a PMU that counts all kinds? */
bool has_all_kinds(void)
{
	int i, event;

	for (i = 0; i < KINDS; i++) {
		event = open_event(i);
		if (event < 0)
			return false;
		close(event);
	}
	return true;
}
#endif
