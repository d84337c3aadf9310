// SPDX-License-Identifier: GPL-2.0
/*
 * Counts a region of itself: the instructions of a loop, in user mode.
 *
 *	region [ITERATIONS]
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include <perfcnt.h>

static void fail(struct perfcnt *perfcnt, const char *what)
{
	fprintf(stderr, "region: %s: %s\n", what, perfcnt_strerror(perfcnt));
	exit(EXIT_FAILURE);
}

static void stay_on(int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

static void loop(unsigned long iterations)
{
	unsigned long i;

	for (i = 0; i < iterations; i++)
		asm volatile(""); /* so that the loop stays */
}

/* Counter 0: this CPU's instructions in user mode, from zero. */
static struct perfcnt *open_counter(int cpu)
{
	struct perfcnt *perfcnt = perfcnt_open();
	char name[64];

	if (!perfcnt)
		fail(NULL, "/dev/perfcnt");
	snprintf(name, sizeof(name), "instructions:u@tc%d", cpu);
	if (perfcnt_claim(perfcnt, 1 << 0) ||
	    perfcnt_set_name(perfcnt, 0, name, 0) ||
	    perfcnt_start(perfcnt, 1 << 0))
		fail(perfcnt, name);
	return perfcnt;
}

int main(int argc, char **argv)
{
	unsigned long iterations = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000;
	struct perfcnt_region *region;
	struct perfcnt *perfcnt;
	int cpu = sched_getcpu();
	uint64_t count;

	stay_on(cpu);
	perfcnt = open_counter(cpu);
	region = perfcnt_region_new(perfcnt);
	if (!region || perfcnt_region_calibrate(region))
		fail(perfcnt, "calibrate");

	perfcnt_region_begin(region);
	if (perfcnt_region_end(region) ||
	    perfcnt_region_count(region, 0, &count))
		fail(perfcnt, "nothing");
	printf("nothing: %" PRIu64 " instructions\n", count);

	perfcnt_region_begin(region);
	loop(iterations);
	if (perfcnt_region_end(region) ||
	    perfcnt_region_count(region, 0, &count))
		fail(perfcnt, "loop");
	printf("%lu iterations: %" PRIu64 " instructions\n", iterations, count);

	perfcnt_region_free(region);
	perfcnt_close(perfcnt);
	return EXIT_SUCCESS;
}
