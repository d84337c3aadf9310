// SPDX-License-Identifier: GPL-2.0
/*
 * A program that makes every call of the library, with all counters that there
 * are, and prints what comes back.  It is C and C++.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>
#include <teja_profiler.h>

static struct perfcnt *perfcnt;

/* Where it goes on no result can be right. */
static void must(bool taken, const char *what)
{
	if (taken)
		return;
	fprintf(stderr, "%s: %s\n", what, perfcnt_strerror(perfcnt));
	exit(EXIT_FAILURE);
}

/* What must fail, and why. */
static void expect(int result, int error, const char *what)
{
	if (result == -1 && errno == error)
		return;
	fprintf(stderr, "%s: %d, %s\n", what, result, strerror(errno));
	exit(EXIT_FAILURE);
}

static void show_machine(void)
{
	struct perfcnt_describe machine = { };
	unsigned int i;

	machine.size = sizeof(machine);
	must(!perfcnt_describe_machine(perfcnt, &machine), "machine");
	printf("%u counters, %u for hardware events, %u TCs, %u VPEs, modes %#" PRIx32
	       ", flags %#" PRIx32 ", %u events, %s %s, claimed %#" PRIx32 "\n",
	       machine.counters, machine.hardware, machine.tcs, machine.vpes, machine.modes,
	       machine.flags, machine.events, machine.driver, machine.version, machine.claimed);
	for (i = 0; i < machine.counters; i++)
		if (machine.claimed >> i & 1)
			printf("counter %u: process %" PRIu32 "\n", i, machine.owner[i]);
}

static void show_events(void)
{
	struct perfcnt_event_row row;
	unsigned int i;

	row.size = sizeof(row);
	for (i = 0; !perfcnt_list_event(perfcnt, i, &row); i++)
		printf("%s: code %u, banks %" PRIu32 ", scope %u\n", row.name, row.code,
		       row.banks, row.scope);
	must(errno == ENODATA, "events");
}

/* By whichever way. */
static void show_part(struct perfcnt *object, bool filters)
{
	struct perfcnt_estimated estimate;
	uint64_t count, counts[2];
	const char *why;

	perfcnt = object;
	must(object, "open");
	must(!perfcnt_add(object, "branches:u") &&
	     !perfcnt_add(object, "instructions:u"), "add");
	if (!filters)
		expect(perfcnt_add(object, "instructions:u@tc0"), EINVAL, "a filter");
	must(!perfcnt_remove(object, 0) && !perfcnt_add(object, "branches:u"), "remove");
	expect(perfcnt_remove(object, 2), ENODATA, "remove");
	expect(perfcnt_count(object, 0, &count), ENODATA, "count");
	expect(perfcnt_stop(object), EINVAL, "stop");
	expect(perfcnt_read(object, counts, 2), EINVAL, "read");
	must(!perfcnt_start(object), "start");
	expect(perfcnt_start(object), EALREADY, "start");
	must(!perfcnt_calibrate(object), "calibrate");
	perfcnt_begin(object);
	must(!perfcnt_read(object, counts, 2), "read");
	must(!perfcnt_end(object), "end");
	must(!perfcnt_count(object, 0, &count), "count");
	estimate.size = sizeof(estimate);
	must(!perfcnt_estimate(object, 1, &estimate), "estimate");
	printf("part: %d, %d, %" PRIu32 "\n", perfcnt_reads_by(object, &why), !!count,
	       estimate.flags);
	must(!perfcnt_reset(object), "reset");
	expect(perfcnt_count(object, 0, &count), ENODATA, "count");
	must(!perfcnt_stop(object), "stop");
	must(!(perfcnt_start)(object), "start");
	perfcnt_begin(object);
	must(!perfcnt_end(object), "end");
	perfcnt_close(object);
	perfcnt = NULL;
}

/* What the record of a thread says. */
static void show_threads(struct perfcnt *object)
{
	struct perfcnt_thread_info thread;
	uint64_t counts[2];

	perfcnt = object;
	must(object, "open");
	must(!perfcnt_record_threads(object), "record");
	must(!perfcnt_add(object, "instructions:u"), "add");
	must(!perfcnt_start(object) && !perfcnt_stop(object), "start");
	thread.size = sizeof(thread);
	expect(perfcnt_next_thread(object, &thread, counts, 2), ENODATA, "thread");
	while (!perfcnt_next_thread(object, &thread, counts, 1))
		printf("thread: flags %" PRIu32 ", %d %s %" PRIu64 "\n", thread.flags,
		       thread.tid, thread.name, counts[0]);
	must(errno == ENODATA, "thread");
	perfcnt_close(object);
	perfcnt = NULL;
}

static void show_samples(struct perfcnt *object)
{
	struct perfcnt_sampling sampling;
	struct perfcnt_losses losses;
	unsigned int event;

	perfcnt = object;
	must(object, "open");
	memset(&sampling, 0, sizeof(sampling));
	sampling.size = sizeof(sampling);
	losses.size = sizeof(losses);
	must(!perfcnt_add(object, "instructions:u"), "add");
	expect(perfcnt_sample(object, 0, &sampling), EINVAL, "no period");
	expect(perfcnt_lost(object, &losses), EINVAL, "lost");
	sampling.period = 1000000;
	expect(perfcnt_sample(object, 1000, &sampling), ENODATA, "no event");
	/* not every machine takes samples */
	if (perfcnt_sample(object, 0, &sampling)) {
		must(errno == ENOTSUP, "sample");
		must(!perfcnt_next_sample(object, 0, &event) && errno == EINVAL, "next");
	} else {
		must(!perfcnt_start(object), "start");
		must(perfcnt_next_sample(object, 0, &event) || errno == EAGAIN, "next");
		must(!perfcnt_stop(object), "stop");
		while (perfcnt_next_sample(object, -1, &event))
			must(!event, "event");
		must(errno == ENODATA, "next");
		must(!perfcnt_lost(object, &losses), "lost");
	}
	perfcnt_close(object);
	perfcnt = NULL;
}

/* Of multiplexed events. */
static void show_multiplexing(struct perfcnt *object)
{
	struct perfcnt_estimated estimate;

	perfcnt = object;
	must(object, "open");
	expect(perfcnt_multiplex(object, 499), EINVAL, "multiplex");
	must(!perfcnt_multiplex(object, 0), "multiplex");
	must(!perfcnt_add(object, "instructions:u") &&
	     !perfcnt_add(object, "instructions:u"), "add");
	expect(perfcnt_multiplex(object, 0), EBUSY, "multiplex");
	must(!perfcnt_start(object), "start");
	perfcnt_begin(object);
	must(!perfcnt_end(object), "end");
	estimate.size = sizeof(estimate);
	if (perfcnt_estimate(object, 0, &estimate)) {
		must(errno == ENODATA, "estimate");
	} else {
		must(estimate.count >= estimate.counted, "a count of all the time");
		/* the stand-in's: 10000 us * sqrt(2.5 / 4000 * (1 - 0.4)) */
		if (estimate.counted == 300 && estimate.running_ns == 4000000)
			must(estimate.count == 750 && estimate.error > 193.64 &&
			     estimate.error < 193.65 && estimate.slices == 2 &&
			     estimate.rounds == 2, "numbers");
	}
	perfcnt_close(object);
	perfcnt = NULL;
}

static void show_command(void)
{
	char *argv[2] = { (char *)"/bin/true" };
	char *wrong[2] = { (char *)"/no/such/program" };
	struct perfcnt *object = perfcnt_open_command();
	int status, commands;
	uint64_t count;
	pid_t pid;

	perfcnt = object;
	must(object, "open");
	must(!perfcnt_add(object, "instructions:u"), "add");
	expect(perfcnt_start(object), EINVAL, "start");
	expect(perfcnt_spawn(object, wrong), ENOENT, "spawn");
	for (commands = 0; commands < 2; commands++) {
		pid = perfcnt_spawn(object, argv);
		must(pid > 0 && waitpid(pid, &status, 0) == pid, "spawn");
		expect(perfcnt_spawn(object, argv), EALREADY, "spawn");
		must(!perfcnt_read(object, &count, 1), "read");
		must(!perfcnt_stop(object), "stop");
	}
	perfcnt_close(object);
	object = perfcnt_open_process(getpid());
	must(object, "process");
	expect(perfcnt_spawn(object, argv), EINVAL, "spawn");
	perfcnt_close(object);
	perfcnt = NULL;
}

/* Where this machine counts slots. */
static void show_slots(void)
{
	const struct perfcnt_topdown_request request = {
		sizeof(request), PERFCNT_TOPDOWN_USER, 0, -1, 2, 0
	};
	struct perfcnt_topdown *topdown = perfcnt_topdown_open(&request);
	struct perfcnt_topdown_reading reading;

	if (!topdown) {
		printf("no slots: %s\n", perfcnt_strerror(NULL));
		return;
	}
	reading.size = sizeof(reading);
	must(!perfcnt_topdown_reset(topdown), "reset");
	must(!perfcnt_topdown_read(topdown, &reading), "read");
	perfcnt_topdown_close(topdown);
}

static void show_topdown(void)
{
	struct perfcnt_topdown_reading reading;
	struct perfcnt_topdown_shares shares;

	memset(&reading, 0, sizeof(reading));
	reading.size = sizeof(reading);
	reading.method = PERFCNT_TOPDOWN_METRICS;
	reading.level = 2;
	reading.flags = PERFCNT_TOPDOWN_IS_REGISTERS;
	reading.values = 2;
	reading.raw[PERFCNT_TOPDOWN_RAW_SLOTS] = 1000;
	reading.raw[PERFCNT_TOPDOWN_RAW_METRICS] = 0x50a55;
	shares.size = sizeof(shares);
	must(!perfcnt_topdown_between(NULL, &reading, &shares), "between");
	printf("%.2f%% retiring\n", 100 * shares.share[PERFCNT_TOPDOWN_RETIRING].ratio);
	show_slots();
}

/* Whatever it counts: what it takes and what it refuses. */
static void show_regions(void)
{
	const uint64_t words[9] = { 1, 2, 3 };
	struct perfcnt_region_place *place;
	unsigned int depth;
	char name[] = "region";

	must(!perfcnt_regions_open(), "open");
	must(!perfcnt_regions_empty(-1, 0), "empty");
	must(!perfcnt_regions_calibrate(), "calibrate");
	must(!perfcnt_regions_empty(0, 0), "empty"); /* nothing, as there is no record */
	place = perfcnt_regions_place(name);
	must(place, "place");
	name[0] = 'R';
	must(place == perfcnt_regions_place("region"), "place");
	must(place != perfcnt_regions_place(name), "place");
	perfcnt_regions_end(place, 0, NULL); /* it is not open */
	perfcnt_regions_begin(place);
	expect(perfcnt_regions_empty(-1, 0), EBUSY, "empty");
	PERFCNT_REGION_END_WITH("region", 2, words);
	expect(perfcnt_regions_empty(-1, 0), EBUSY, "empty");
	expect(perfcnt_regions_calibrate(), EBUSY, "calibrate");
	PERFCNT_REGION_BEGIN("region");
	perfcnt_regions_end(place, 9, words); /* one more than there is space for */
	for (depth = 0; depth < 33; depth++)
		PERFCNT_REGION_BEGIN("deep");
	perfcnt_regions_end(NULL, 0, NULL); /* the latest */
	while (--depth)
		PERFCNT_REGION_END_WITH("deep", 1, words);
	{
		PERFCNT_REGION_SCOPE("block");
		if (perfcnt_regions_next())
			must(errno == EBUSY, "next"); /* no counters are left */
	}
	perfcnt_regions_end(NULL, 0, NULL); /* none is open */
}

static void show_teja(void)
{
	teja_profiler_values_t values;

	expect(teja_profiler_update(TEJA_PROFILER_CMT_CPU, 1, 2), EPERM, "update");
	expect(teja_profiler_stop(TEJA_PROFILER_CMT_CPU), EPERM, "stop");
	expect(teja_profiler_get_values(TEJA_PROFILER_CMT_CPU, &values), EPERM,
	       "values");
	expect(teja_profiler_start(TEJA_PROFILER_DRAM, 1), ENOENT, "start");
	expect(teja_profiler_start(9, 1), EINVAL, "start");
	expect(teja_profiler_start(TEJA_PROFILER_CMT_CPU, 0), EINVAL, "start");
	expect(teja_profiler_start(TEJA_PROFILER_CMT_CPU,
				   TEJA_PROFILER_CMT_CPU_L2_IMISS), ENOENT, "start");
	if (!teja_profiler_start(TEJA_PROFILER_CMT_CPU,
				 TEJA_PROFILER_CMT_CPU_INSTR_CNT)) {
		must(!teja_profiler_get_values(TEJA_PROFILER_CMT_CPU, &values),
		     "values");
		must(!teja_profiler_update(TEJA_PROFILER_CMT_CPU, 1, 2), "update");
		expect(teja_profiler_update(TEJA_PROFILER_CMT_CPU, 1, 2, 3, 4, 5, 6, 7, 8, 9),
		       EINVAL, "update");
		must(!teja_profiler_stop(TEJA_PROFILER_CMT_CPU), "stop");
	}
	expect(teja_profiler_dump(1), ESRCH, "dump");
}

int main(void)
{
	perfcnt = perfcnt_open_cpus();
	must(perfcnt, "/dev/perfcnt");
	must(!strcmp(perfcnt_version(), PERFCNT_VERSION), "version");
	must(perfcnt_fd(perfcnt) >= 0, "fd");
	show_events();
	show_machine();
	perfcnt_close(perfcnt);
	show_topdown();
	show_part(perfcnt_open_thread(), false);
	show_part(perfcnt_open_process(0), false);
	show_part(perfcnt_open_cpus(), true);
	show_threads(perfcnt_open_process(0));
	show_samples(perfcnt_open_process(0));
	show_multiplexing(perfcnt_open_process(0));
	show_command();
	show_regions();
	show_teja();
	return 0;
}
