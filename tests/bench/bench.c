// SPDX-License-Identifier: GPL-2.0
/*
 * How many instructions it takes to read, start and stop counters, in all the
 * ways there are.  The clock must count instructions (run --icount), and there
 * must be nobody else; then it is a property of the kernel, not of the host.  All CPUs
 * share that clock, so where there are several CPU 0 counts its own instructions.
 *
 * A line a result, of words parted by tabs, for tests/bench/run:
 *
 *	clock	nanoseconds an instruction
 *	cost	way	counters	instructions, first	and last
 *	skip	way	counters	why
 *	part	way	modes	instructions of an empty part: least	median	most
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "bench.h"

/*
 * What is timed takes at least so long, which is many ticks of the kernel.  They
 * fall out: they are in what the clock is measured by, too.  What the kernel does
 * later, such as to free a closed file, is done by then as often as it is caused.
 */
#define LONG_ENOUGH	40000000.0	/* ns */

/*
 * For the table it executes at least so many instructions, too: a 34K takes so long for
 * each that it has only ten ticks in the above, and 1 % more if there is one more of them
 * in one boot and one less in the other.
 */
#define MANY_ENOUGH	5000000.0

/*
 * And it is done at least so often: a 34K executes so few instructions between two ticks
 * that one tick more or less would be seen in what is done a hundred times.
 */
#define OFTEN_ENOUGH	1024

/* For a profile: how long it goes on, while somebody looks. */
#define PROFILED	1500000000.0	/* ns */

#define MOST_COSTS	96

/* How often an empty part is counted. */
#define PARTS		101

static const struct way *const all_ways[] = {
	call_ways, perfcnt_ways, library_ways, proc_ways, perf_ways, papi_ways,
	switch_ways, region_ways, sample_ways,
};

struct cost {
	const struct way *way;
	unsigned int counters;
	double first;	/* ns */
	double last;
	const char *why_not;
};

static struct cost costs[MOST_COSTS];
static unsigned int n_costs;

/* What the bench's CPU has executed, or -1: then it is the only one. */
static int executed = -1;

static void count_executed(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.pinned = 1,
	};

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return;
	executed = open_perf_event(&attr, -1, 0, -1);
	if (executed < 0)
		fatal("perf_event_open: %s", strerror(errno));
}

/* The other CPUs have something to do until this process ends. */
static void keep_others_busy(void)
{
	int cpu;

	for (cpu = sysconf(_SC_NPROCESSORS_ONLN) - 1; cpu > 0; cpu--) {
		if (fork())
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pin_to_cpu(cpu);
		for (;;)
			short_loop(1000000);
	}
}

/* Nanoseconds; where there are several CPUs, instructions. */
static double now(void)
{
	struct timespec time;
	uint64_t count;

	if (executed >= 0) {
		if (read(executed, &count, sizeof(count)) != sizeof(count))
			fatal("instructions: %s", strerror(errno));
		return count;
	}
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e9 + time.tv_nsec;
}

static double time_of(void (*once)(void), unsigned long times)
{
	double start = now();

	repeat(once, times);
	return now() - start;
}

static double long_enough = LONG_ENOUGH;

/* In nanoseconds, if done so often or more.  What leads to that number warms up. */
static double time_once(void (*once)(void), unsigned long times)
{
	while (time_of(once, times) < long_enough)
		times *= 2;
	return (time_of(once, 2 * times) - time_of(once, times)) / times;
}

/* So many that what is around them does not count. */
#define CLOCK_ITERATIONS 100000

/* So many that a tick more or less does not count. */
#define CLOCK_LOOPS	8

static void known_loop(void)
{
	short_loop(CLOCK_ITERATIONS);
}

static double ns_per_instruction(void)
{
	return time_once(known_loop, CLOCK_LOOPS) /
	       (CLOCK_ITERATIONS * SHORT_INSTRUCTIONS);
}

/* In nanoseconds. */
static double measure(struct cost *cost)
{
	double ns = 0;

	cost->why_not = cost->way->open(cost->counters);
	if (cost->why_not)
		cost->why_not = strdup(cost->why_not);
	else
		ns = time_once(cost->way->once, OFTEN_ENOUGH);
	cost->way->close();
	return ns;
}

static void add_cost(const struct way *way, unsigned int counters)
{
	if (n_costs == MOST_COSTS)
		fatal("more than %d", MOST_COSTS);
	costs[n_costs].way = way;
	costs[n_costs++].counters = counters;
}

static void list_costs(void)
{
	const struct way *way;
	unsigned int n;
	size_t i;

	for (i = 0; i < sizeof(all_ways) / sizeof(*all_ways); i++) {
		for (way = all_ways[i]; way->name; way++) {
			if (!way->has_counters)
				add_cost(way, 0);
			else
				for (n = 1; n <= MOST_COUNTERS; n *= 2)
					add_cost(way, n);
		}
	}
}

static void print_costs(double clock)
{
	unsigned int i;

	printf("clock\t%.6f\n", clock);
	for (i = 0; i < n_costs; i++) {
		struct cost *cost = &costs[i];

		if (cost->why_not)
			printf("skip\t%s\t%u\t%s\n", cost->way->name,
			       cost->counters, cost->why_not);
		else
			printf("cost\t%s\t%u\t%.2f\t%.2f\n", cost->way->name,
			       cost->counters, cost->first / clock,
			       cost->last / clock);
	}
}

/* Those whose names begin so, with so many counters, once. */
static void measure_some(const char *begin, unsigned int counters)
{
	double clock = ns_per_instruction();
	unsigned int i;

	for (i = 0; i < n_costs; i++) {
		struct cost *cost = &costs[i];

		if (strncmp(cost->way->name, begin, strlen(begin)) ||
		    (cost->counters && cost->counters != counters))
			continue;
		cost->first = measure(cost);
		if (cost->why_not)
			printf("skip\t%s\t%u\t%s\n", cost->way->name, cost->counters,
			       cost->why_not);
		else
			printf("cost\t%s\t%u\t%.2f\n", cost->way->name, cost->counters,
			       cost->first / clock);
	}
}

/* Each before and after the others. */
static void measure_all(void)
{
	double clock = ns_per_instruction();
	unsigned int i;

	if (long_enough < MANY_ENOUGH * clock)
		long_enough = MANY_ENOUGH * clock;
	clock = ns_per_instruction();
	for (i = 0; i < n_costs; i++)
		costs[i].first = measure(&costs[i]);
	while (i--)
		if (!costs[i].why_not)
			costs[i].last = measure(&costs[i]);
	clock += ns_per_instruction();
	print_costs(clock / 2);
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

static void count_part(const struct part *part, bool kernel)
{
	const char *modes = kernel ? "uk" : "u", *why = part->open(kernel);
	uint64_t counts[PARTS];
	unsigned int i;

	for (i = 0; i < PARTS && !why; i++)
		counts[i] = part->count();
	if (why)
		printf("skip\t%s\t%s\t%s\n", part->name, modes, why);
	part->close();
	if (why)
		return;
	qsort(counts, PARTS, sizeof(*counts), by_value);
	printf("part\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", part->name, modes,
	       counts[0], counts[PARTS / 2], counts[PARTS - 1]);
}

/* What parts that are empty count, by all ways. */
static void count_parts(void)
{
	const struct part *const all[] = { library_parts, perf_parts, papi_parts };
	const struct part *part;
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(*all); i++)
		for (part = all[i]; part->name; part++) {
			count_part(part, false);
			count_part(part, true);
		}
}

/*
 * Go on with one, so that somebody can look at where its instructions are:
 * tests/bench/profile, which is told the address that each begins with.
 */
static void profile(const char *name, unsigned int counters)
{
	const char *why_not;
	unsigned int i;
	double end;

	for (i = 0; i < n_costs; i++)
		if (!strcmp(costs[i].way->name, name) &&
		    costs[i].counters == counters)
			break;
	if (i == n_costs)
		fatal("there is no %s of %u", name, counters);
	why_not = costs[i].way->open(counters);
	if (why_not)
		fatal("%s of %u: %s", name, counters, why_not);
	time_once(costs[i].way->once, 1);
	printf("begins\t%lx\n", (unsigned long)costs[i].way->once);
	fflush(stdout);
	end = now() + PROFILED;
	while (now() < end)
		repeat(costs[i].way->once, 1000);
	costs[i].way->close();
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "busy")) {
		keep_others_busy();
		argv++;
		argc--;
	}
	pin_to_cpu(0);
	count_executed();
	list_costs();
	if (argc == 4)
		profile(argv[2], atoi(argv[3]));
	else if (argc == 2 && !strcmp(argv[1], "parts"))
		count_parts();
	else if (argc > 1)
		measure_some(argv[1], argc > 2 ? atoi(argv[2]) : MOST_COUNTERS);
	else
		measure_all();
	return EXIT_SUCCESS;
}
