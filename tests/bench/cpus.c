// SPDX-License-Identifier: GPL-2.0
/*
 * What it takes to set a counter, to start, stop and reset it, and to end the slice of events
 * that take turns, on a machine with several CPUs, of which CPU 0 alone has something to do:
 * instructions of the kernel, and interrupts by which CPUs call functions of each other.
 *
 * A line a result, of words parted by tabs, for tests/bench/cpus.awk: what, the number of CPUs,
 * instructions of CPU 0 and of the others, calls of CPU 0 and of the others.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "../selftests/ioctls.h"

/* So often that what ends later, or comes now and then, does not count. */
#define TIMES		256

/* Of events that take turns: two slices a round. */
#define COUNTERS	4
#define EVENTS		8
#define SLICE_US	1000

/* Iterations that take TIMES slices where an instruction takes 4 ns. */
#define LONG_ENOUGH	(TIMES * SLICE_US * 1000UL / 4 / SHORT_INSTRUCTIONS)

/* The kernel's instructions and the calls of each CPU, so far. */
struct work {
	uint64_t instructions[MOST_CPUS];
	struct cpu_calls calls;
};

static int executed[MOST_CPUS];

static void count_executed(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.pinned = 1,
		.exclude_user = 1,
	};
	int cpu;

	for (cpu = 0; cpu < cpus(); cpu++) {
		executed[cpu] = open_perf_event(&attr, -1, cpu, -1);
		if (executed[cpu] < 0)
			fatal("perf_event_open: %s", strerror(errno));
	}
}

/* Reading the other CPUs' instructions calls these. */
static void read_executed(struct work *work)
{
	int cpu;

	for (cpu = 0; cpu < cpus(); cpu++)
		if (read(executed[cpu], &work->instructions[cpu], sizeof(uint64_t)) !=
		    sizeof(uint64_t))
			fatal("instructions of CPU %d: %s", cpu, strerror(errno));
}

static int fd;
static uint32_t mask;

static void set(const char *event)
{
	struct perfcnt_set wanted = {
		.size = sizeof(struct perfcnt_set),
		.controls = 1, .counts = 1,
	};

	wanted.counter[0].what = what_of(fd, 0, event);
	must(call(fd, PERFCNT_IOC_SET, &wanted), reason(fd));
}

static void open_claimed(uint32_t counters)
{
	fd = open_device();
	mask = counters;
	must(with_mask(fd, PERFCNT_IOC_CLAIM, mask), reason(fd));
}

/* From now on this thread alone is counted. */
static void follow(void)
{
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = mask };

	must(call(fd, PERFCNT_IOC_SCOPE, &scope), reason(fd));
}

/* Events of all kinds, two for each counter; those of branches are others on odd counters. */
static void take_turns(void)
{
	static const struct {
		const char *name;
		uint32_t banks;
	} events[EVENTS] = {
		{ "instructions:u", PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD },
		{ "cycles:u", PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD },
		{ "instructions:k", PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD },
		{ "cycles:k", PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD },
		{ "instructions:uk", PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD },
		{ "cycles:uk", PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD },
		{ "branches:u", PERFCNT_BANK_IS_EVEN },
		{ "branches:k", PERFCNT_BANK_IS_EVEN },
	};
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = mask, .slice_us = SLICE_US,
	};
	unsigned int i;

	wanted.nr = EVENTS;
	for (i = 0; i < EVENTS; i++) {
		wanted.event[i].banks = events[i].banks;
		wanted.event[i].what = what_of(fd, 0, events[i].name);
	}
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
}

static uint32_t slices(void)
{
	struct perfcnt_multiplexed multiplexed = { .size = sizeof(struct perfcnt_multiplexed) };

	must(call(fd, PERFCNT_IOC_MULTIPLEXED, &multiplexed), reason(fd));
	return multiplexed.slices;
}

static void start(void)
{
	must(with_mask(fd, PERFCNT_IOC_START, mask), reason(fd));
}

static void stop(void)
{
	must(with_mask(fd, PERFCNT_IOC_STOP, mask), reason(fd));
}

static void open_one(void)
{
	open_claimed(1);
	set("instructions:u");
}

static void open_own(void)
{
	open_one();
	follow();
}

static void open_own_started(void)
{
	open_own();
	start();
}

static void open_started(void)
{
	open_one();
	start();
}

static void set_all(void)
{
	static bool cycles;

	cycles = !cycles;
	set(cycles ? "cycles:u" : "instructions:u");
}

static void set_one_cpu(void)
{
	static bool cycles;

	cycles = !cycles;
	set(cycles ? "cycles:u@tc0" : "instructions:u@tc0");
}

static void start_and_stop(void)
{
	start();
	stop();
}

static void reset(void)
{
	must(with_mask(fd, PERFCNT_IOC_RESET, mask), reason(fd));
}

static void open_turns(void)
{
	open_claimed((1u << COUNTERS) - 1);
	take_turns();
	start();
}

static void open_own_turns(void)
{
	open_claimed((1u << COUNTERS) - 1);
	take_turns();
	follow();
	start();
}

static const struct {
	const char *name;
	void (*open)(void);
	void (*once)(void);
} rows[] = {
	{ "set", open_one, set_all },
	{ "set-one-cpu", open_one, set_one_cpu },
	{ "start-stop", open_one, start_and_stop },
	{ "reset", open_started, reset },
	{ "own-start-stop", open_own, start_and_stop },
	{ "own-reset", open_own_started, reset },
	/* the end of a slice: the timer does it */
	{ "slice", open_turns },
	{ "own-slice", open_own_turns },
};

static struct work work_so_far(bool before)
{
	struct work work;

	if (before)
		read_executed(&work);
	work.calls = cpu_calls();
	if (!before)
		read_executed(&work);
	return work;
}

/* What has been done since then, CPU by CPU. */
static void add_since(const struct work *before, int times, struct work *sum)
{
	struct work now = work_so_far(false);
	int cpu;

	for (cpu = 0; cpu < cpus(); cpu++) {
		sum->instructions[cpu] += times * (now.instructions[cpu] -
						   before->instructions[cpu]);
		sum->calls.of[cpu] += times * (now.calls.of[cpu] - before->calls.of[cpu]);
	}
}

/* How often it was done. */
static uint32_t measure_calls(void (*once)(void), struct work *sum)
{
	struct work before;
	int i;

	for (i = 0; i < TIMES; i++)
		once();
	before = work_so_far(true);
	for (i = 0; i < TIMES; i++)
		once();
	add_since(&before, 1, sum);
	return TIMES;
}

/* A program in user mode: what the kernel does meanwhile, less what it does without slices. */
static uint32_t measure_slices(struct work *sum)
{
	struct work before;
	uint32_t ended;

	short_loop(LONG_ENOUGH);
	ended = slices();
	before = work_so_far(true);
	short_loop(LONG_ENOUGH);
	add_since(&before, 1, sum);
	ended = slices() - ended;
	stop();
	before = work_so_far(true);
	short_loop(LONG_ENOUGH);
	add_since(&before, -1, sum);
	if (ended < TIMES / 2)
		fatal("%u slices have ended", ended);
	return ended;
}

static void print_row(const char *name, const struct work *sum, double times)
{
	int64_t instructions = 0;
	long called = 0;
	int cpu;

	for (cpu = 1; cpu < cpus(); cpu++) {
		instructions += sum->instructions[cpu];
		called += sum->calls.of[cpu];
	}
	printf("cpus\t%s\t%d\t%.1f\t%.1f\t%.2f\t%.2f\n", name, cpus(),
	       (int64_t)sum->instructions[0] / times, instructions / times,
	       (long)sum->calls.of[0] / times, called / times);
}

int main(void)
{
	uint32_t times;
	size_t i;

	pin_to_cpu(0);
	count_executed();
	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct work sum = { 0 };

		rows[i].open();
		times = rows[i].once ? measure_calls(rows[i].once, &sum) : measure_slices(&sum);
		print_row(rows[i].name, &sum, times);
		close(fd);
	}
	return 0;
}
