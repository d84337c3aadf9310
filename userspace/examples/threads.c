// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that each count their own work through one handle: thread N stays on
 * CPU N, and counter N counts the instructions there, in user mode.
 *
 *	threads [ITERATIONS]
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>

static struct perfcnt *perfcnt;
static unsigned long iterations = 100000;

static void fail(const char *what)
{
	fprintf(stderr, "threads: %s: %s\n", what, perfcnt_strerror(perfcnt));
	exit(EXIT_FAILURE);
}

struct worker {
	pthread_t thread;
	unsigned int number;
	uint64_t count;
};

static void stay_on(unsigned int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

/* The work of thread N is N + 1 times that of thread 0. */
static void *work(void *arg)
{
	struct worker *worker = arg;
	struct perfcnt_region *region = perfcnt_region_new(perfcnt);
	unsigned long i;

	stay_on(worker->number);
	if (!region || perfcnt_region_calibrate(region))
		fail("calibrate");
	perfcnt_region_begin(region);
	for (i = 0; i < iterations * (worker->number + 1); i++)
		asm volatile(""); /* so that the loop stays */
	if (perfcnt_region_end(region))
		fail("read");
	worker->count = perfcnt_region_count(region, worker->number);
	perfcnt_region_free(region);
	return NULL;
}

static void set_counters(unsigned int n)
{
	struct perfcnt_set set = { .size = sizeof(set) };
	unsigned int i;
	char name[64];

	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "instructions:u@tc%u", i);
		if (perfcnt_name(perfcnt, i, name, &set.what[i]))
			fail(name);
		set.controls |= 1u << i;
	}
	set.counts = set.controls;
	if (perfcnt_claim(perfcnt, set.controls) ||
	    perfcnt_set_all(perfcnt, &set) ||
	    perfcnt_start(perfcnt, set.controls))
		fail("counters");
}

/* As many as there are counters, and CPUs that run. */
static unsigned int how_many(void)
{
	unsigned int cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct perfcnt_describe machine;

	if (perfcnt_describe(perfcnt, &machine))
		fail("describe");
	return machine.counters < cpus ? machine.counters : cpus;
}

int main(int argc, char **argv)
{
	struct worker workers[PERFCNT_MAX_COUNTERS];
	unsigned int i, n;

	if (argc > 1)
		iterations = strtoul(argv[1], NULL, 0);
	perfcnt = perfcnt_open();
	if (!perfcnt)
		fail("/dev/perfcnt");
	n = how_many();
	set_counters(n);
	for (i = 0; i < n; i++) {
		int error;

		workers[i].number = i;
		error = pthread_create(&workers[i].thread, NULL, work,
				       &workers[i]);
		if (error) {
			fprintf(stderr, "threads: %s\n", strerror(error));
			return EXIT_FAILURE;
		}
	}
	for (i = 0; i < n; i++) {
		pthread_join(workers[i].thread, NULL);
		printf("thread %u: %lu iterations: %" PRIu64 " instructions\n",
		       i, iterations * (i + 1), workers[i].count);
	}
	perfcnt_close(perfcnt);
	return EXIT_SUCCESS;
}
