// SPDX-License-Identifier: GPL-2.0
/*
 * Counts a region of itself: the instructions of a loop, in user mode.  It fails if
 * another program ran on its CPU meanwhile.
 *
 *	region [ITERATIONS]
 */
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

/* No other program runs on this CPU then, if we may have that. */
static void come_first(void)
{
	struct sched_param param = { .sched_priority = 1 };

	sched_setscheduler(0, SCHED_FIFO, &param);
}

static void loop(unsigned long iterations)
{
	unsigned long i;

	for (i = 0; i < iterations; i++)
		asm volatile(""); /* so that the loop stays */
}

/* Counter 0: the instructions of this thread in user mode, from zero. */
static struct perfcnt *open_counter(void)
{
	struct perfcnt *perfcnt = perfcnt_open();

	if (!perfcnt)
		fail(NULL, "/dev/perfcnt");
	if (perfcnt_pin() || perfcnt_claim(perfcnt, 1 << 0) ||
	    perfcnt_set_name(perfcnt, 0, "instructions:u@self", 0) ||
	    perfcnt_start(perfcnt, 1 << 0))
		fail(perfcnt, "counter 0");
	return perfcnt;
}

int main(int argc, char **argv)
{
	unsigned long iterations = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000;
	struct perfcnt_region *region;
	struct perfcnt *perfcnt;
	uint64_t count;

	come_first();
	perfcnt = open_counter();
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
