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

/*
 * The threads begin together, and main() waits until all are done: its own
 * instructions would be counted on the CPU that it runs on.
 */
static pthread_barrier_t begin;
static pthread_barrier_t done;

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
	pthread_barrier_wait(&begin);
	perfcnt_region_begin(region);
	for (i = 0; i < iterations * (worker->number + 1); i++)
		asm volatile(""); /* so that the loop stays */
	if (perfcnt_region_end(region) ||
	    perfcnt_region_count(region, worker->number, &worker->count))
		fail("read");
	pthread_barrier_wait(&done);
	perfcnt_region_free(region);
	return NULL;
}

/*
 * Counter N counts CPU N, whoever runs there.  Not @self: the readings of the
 * threads are of all CPUs, so where the module uses perf they wait for each other.
 */
static void set_counters(unsigned int n)
{
	uint32_t mask = (1ull << n) - 1;
	unsigned int i;
	char name[64];

	if (perfcnt_claim(perfcnt, mask))
		fail("claim");
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "instructions:u@tc%u", i);
		if (perfcnt_set_name(perfcnt, i, name, 0))
			fail(name);
	}
	if (perfcnt_start(perfcnt, mask))
		fail("start");
}

/* As many as there are counters, and CPUs that run. */
static unsigned int how_many(void)
{
	struct perfcnt_machine *machine = perfcnt_machine_new(perfcnt);
	unsigned int cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned int counters;

	if (!machine)
		fail("machine");
	counters = perfcnt_machine_counters(machine);
	perfcnt_machine_free(machine);
	return counters < cpus ? counters : cpus;
}

int main(int argc, char **argv)
{
	struct worker *workers;
	unsigned int i, n;

	if (argc > 1)
		iterations = strtoul(argv[1], NULL, 0);
	perfcnt = perfcnt_open();
	if (!perfcnt)
		fail("/dev/perfcnt");
	n = how_many();
	set_counters(n);
	workers = calloc(n, sizeof(*workers));
	if (!workers || pthread_barrier_init(&begin, NULL, n) ||
	    pthread_barrier_init(&done, NULL, n + 1))
		fail("threads");
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
	pthread_barrier_wait(&done);
	for (i = 0; i < n; i++) {
		pthread_join(workers[i].thread, NULL);
		printf("thread %u: %lu iterations: %" PRIu64 " instructions\n",
		       i, iterations * (i + 1), workers[i].count);
	}
	free(workers);
	perfcnt_close(perfcnt);
	return EXIT_SUCCESS;
}
