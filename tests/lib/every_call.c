// SPDX-License-Identifier: GPL-2.0
/*
 * A program that makes every call of the library, with all counters that there
 * are, and prints what comes back.  It is C and C++, and is built with one header
 * and run with libraries for more and for fewer counters.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	struct perfcnt_machine *machine = perfcnt_machine_new(perfcnt);
	unsigned int i;
	uint32_t pid;

	must(machine, "machine");
	printf("%u counters, %u TCs, %u VPEs, modes %#" PRIx32 ", flags %#" PRIx32
	       ", %u events, %s %s, claimed %#" PRIx32 "\n",
	       perfcnt_machine_counters(machine), perfcnt_machine_tcs(machine),
	       perfcnt_machine_vpes(machine), perfcnt_machine_modes(machine),
	       perfcnt_machine_flags(machine), perfcnt_machine_events(machine),
	       perfcnt_machine_driver(machine), perfcnt_machine_version(machine),
	       perfcnt_machine_claimed(machine));
	for (i = 0; i < perfcnt_machine_counters(machine); i++)
		if (!perfcnt_machine_owner(machine, i, &pid))
			printf("counter %u: process %" PRIu32 "\n", i, pid);
	expect(perfcnt_machine_owner(machine, 1000, &pid), ENODATA, "owner");
	perfcnt_machine_free(machine);
}

static void show_events(void)
{
	struct perfcnt_event *event;
	unsigned int i;

	for (i = 0; (event = perfcnt_event_new(perfcnt, i)) != NULL; i++) {
		printf("%s: code %u, banks %" PRIu32 ", scope %u\n",
		       perfcnt_event_name(event), perfcnt_event_code(event),
		       perfcnt_event_banks(event), perfcnt_event_scope(event));
		perfcnt_event_free(event);
	}
	event = perfcnt_event_by_name(perfcnt, "branches");
	must(event, "branches");
	perfcnt_event_free(event);
	must(!perfcnt_event_by_name(perfcnt, "none"), "none");
}

/* As many events as the machine has counters, and one more. */
static uint32_t fill_set(struct perfcnt_eventset *set, unsigned int counters)
{
	unsigned int i;
	uint32_t mask;

	for (i = 0; i < counters; i++)
		must(!perfcnt_eventset_add(set, i % 2 ? "branches:u" :
							"instructions:u@tc1"),
		     "add");
	expect(perfcnt_eventset_add(set, "instructions:u"), EBUSY, "one more");
	must(strstr(perfcnt_strerror(perfcnt), "instructions:u"), "words");
	mask = perfcnt_eventset_counters(set);
	expect(perfcnt_eventset_counter(set, counters), ENODATA, "counter");
	printf("mask %#" PRIx32 ", counter %d\n", mask,
	       perfcnt_eventset_counter(set, 0));
	return mask;
}

static void show_readings(uint32_t mask)
{
	struct perfcnt_reading *before = perfcnt_reading_new();
	struct perfcnt_reading *after = perfcnt_reading_new();
	uint64_t count, delta;
	uint32_t control;
	unsigned int i;

	must(before && after, "readings");
	must(!perfcnt_start(perfcnt, mask), "start");
	must(!perfcnt_read(perfcnt, before), "read");
	must(!perfcnt_read(perfcnt, after), "read");
	must(perfcnt_reading_time(before) < perfcnt_reading_time(after), "time");
	must(perfcnt_reading_counters(after) == mask, "counters");
	must(perfcnt_reading_running(after) == mask, "running");
	must(!perfcnt_reading_half_full(after), "half full");
	for (i = 0; mask >> i; i++) {
		must(!perfcnt_reading_count(after, i, &count) &&
		     !perfcnt_reading_control(after, i, &control) &&
		     !perfcnt_reading_delta(before, after, i, &delta), "count");
		printf("counter %u: %#" PRIx32 " %" PRIu64 " %" PRIu64 "\n", i,
		       control, count, delta);
		if (i == 31)
			break;
	}
	must(!perfcnt_stop(perfcnt, mask) && !perfcnt_reset(perfcnt, mask),
	     "reset");
	must(!perfcnt_read(perfcnt, after), "read");
	expect(perfcnt_reading_delta(before, after, 0, &delta), ESTALE, "delta");
	expect(perfcnt_reading_count(after, 1000, &delta), ENODATA, "count");
	perfcnt_reading_free(before);
	perfcnt_reading_free(after);
}

/* The highest counter, by name and by word. */
static void show_region(unsigned int counter)
{
	struct perfcnt_region *region = perfcnt_region_new(perfcnt);
	uint64_t count;

	must(region, "region");
	must(!perfcnt_claim(perfcnt, 1u << counter) &&
	     !perfcnt_set_name(perfcnt, counter, "instructions:u", 5) &&
	     !perfcnt_set(perfcnt, counter, 0x28, 7) &&
	     !perfcnt_start(perfcnt, 1u << counter), "set");
	must(!perfcnt_region_calibrate(region), "calibrate");
	must(!(perfcnt_region_calibrate)(region), "the other calibrate");
	perfcnt_region_begin(region);
	must(!perfcnt_region_end(region), "end");
	must(!perfcnt_region_count(region, counter, &count), "count");
	must(!perfcnt_pin(), "pin");
	must(!perfcnt_set_name(perfcnt, counter, "instructions:u@self", 0),
	     "@self");
	must(!perfcnt_release(perfcnt, 1u << counter), "release");
	printf("counter %u: %" PRIu64 "\n", counter, count);
	perfcnt_region_empty(region, 0);
	perfcnt_region_free(region);
}

/* Where this machine counts slots. */
static void show_slots(struct perfcnt_topdown *topdown)
{
	struct perfcnt_topdown_counter *counter =
		perfcnt_topdown_open(0, -1, 2, PERFCNT_TOPDOWN_USER);
	struct perfcnt_topdown_reading begin, reading;
	int tries = 0, end;

	if (!counter) {
		printf("no slots\n");
		return;
	}
	must(!perfcnt_topdown_reset(counter), "reset");
	must(!perfcnt_topdown_read(counter, topdown), "read");
	do { /* in between it may leave the CPU, which sets the registers to 0 */
		must(!perfcnt_topdown_begin(counter, &begin), "begin");
		must(!perfcnt_topdown_registers(counter, &reading), "registers");
		end = perfcnt_topdown_end(counter, &begin, topdown);
	} while (end && errno == ERANGE && tries++ < 10);
	must(!end, "end");
	perfcnt_topdown_close(counter);
}

static void show_topdown(void)
{
	struct perfcnt_topdown_reading before = { 0, 0 };
	struct perfcnt_topdown_reading after = { 1000, 0x50a55 };
	struct perfcnt_topdown topdown;
	uint8_t fields[PERFCNT_TOPDOWN_FIELDS];

	memset(&topdown, 0, sizeof(topdown));
	topdown.size = sizeof(topdown);
	must(!perfcnt_topdown_delta(&before, &after, 2, &topdown), "delta");
	must(!perfcnt_topdown_derive(&topdown), "derive");
	perfcnt_topdown_decode(after.metrics, fields);
	printf("%.2f%% retiring, field %u\n",
	       100 * topdown.ratio[PERFCNT_TOPDOWN_RETIRING], fields[0]);
	show_slots(&topdown);
}

/* What the record of a thread says. */
static void show_thread(struct perfcnt_tree *tree)
{
	struct perfcnt_thread_record *thread = perfcnt_thread_new(tree);
	uint64_t count, running;

	if (!thread) {
		must(errno == EAGAIN, "thread");
		return;
	}
	must(!perfcnt_thread_count(thread, 0, &count), "count");
	expect(perfcnt_thread_count(thread, 1000, &count), ENODATA, "count");
	expect(perfcnt_thread_raw(thread, 0, &count, &running), ENODATA, "raw");
	must(perfcnt_thread_begun(thread) <= perfcnt_thread_ended(thread), "times");
	must(perfcnt_thread_pid(thread) && perfcnt_thread_tid(thread), "numbers");
	must(*perfcnt_thread_name(thread), "name");
	must(!perfcnt_thread_lost(thread), "lost");
	printf("thread: flags %" PRIu32 ", ran for %d, %" PRIu64 "\n",
	       perfcnt_thread_flags(thread), !!perfcnt_thread_ran(thread), count);
	perfcnt_thread_free(thread);
}

static void show_samples(struct perfcnt_tree *tree)
{
	struct perfcnt_samples *samples = perfcnt_samples_new(tree);
	const struct perfcnt_ring_sample none = {};

	must(samples, "samples");
	expect(perfcnt_samples_add(samples, 1000, 1, 0), ENODATA, "no event");
	expect(perfcnt_samples_add(samples, 0, 0, 0), EINVAL, "no period");
	must(!perfcnt_samples_next(samples) && errno == EAGAIN, "next");
	/* not every machine takes samples */
	printf("sampled: %d\n", perfcnt_samples_add(samples, 0, 1000000, 0));
	must(perfcnt_samples_event(samples, &none) < 1, "event");
	printf("samples: %d lost, %d left out, %d throttles\n",
	       (int)perfcnt_samples_lost(samples),
	       (int)perfcnt_samples_left_out(samples),
	       (int)perfcnt_samples_throttles(samples));
	perfcnt_samples_free(samples);
}

static void show_tree(struct perfcnt_tree *tree)
{
	uint64_t count;

	must(perfcnt_tree_handle(tree), "handle");
	must(!perfcnt_tree_add(tree, "instructions:u"), "add");
	expect(perfcnt_tree_add(tree, "instructions:u@tc0"), EINVAL, "a filter");
	expect(perfcnt_tree_count(tree, 0, &count), ENODATA, "count");
	must(!perfcnt_tree_shared(tree, 0), "shared");
	expect(perfcnt_tree_shared(tree, 1), ENODATA, "shared");
	must(!perfcnt_tree_claim(tree), "claim");
	show_samples(tree);
	must(!perfcnt_tree_enter(tree, 0, PERFCNT_SCOPE_INHERIT |
				 PERFCNT_SCOPE_RECORDS), "enter");
	expect(perfcnt_tree_enter(tree, 0, 0), EBUSY, "enter");
	must(!perfcnt_tree_entered(tree), "entered");
	must(!perfcnt_tree_start(tree), "start");
	must(!perfcnt_tree_read(tree), "read");
	must(!perfcnt_tree_count(tree, 0, &count), "count");
	printf("tree: %" PRIu64 "\n", count);
	must(!perfcnt_tree_stop(tree) && !perfcnt_tree_reset(tree), "stop");
	must(!perfcnt_tree_leave(tree), "leave");
	expect(perfcnt_tree_leave(tree), EINVAL, "leave");
	show_thread(tree);
	perfcnt_tree_free(tree);
}

/* What the record of a thread says of events that take turns. */
static void show_thread_turns(struct perfcnt_tree *tree)
{
	struct perfcnt_thread_record *thread = perfcnt_thread_new(tree);
	uint64_t count, raw, running;

	must(thread, "thread");
	expect(perfcnt_thread_raw(thread, 2, &raw, &running), ENODATA, "raw");
	if (perfcnt_thread_raw(thread, 1, &raw, &running)) {
		expect(perfcnt_thread_count(thread, 1, &count), ENODATA, "count");
	} else {
		must(!perfcnt_thread_count(thread, 1, &count), "count");
		must(running <= perfcnt_thread_ran(thread) && raw <= count, "raw");
		/* the stand-in's: half of the time */
		if (perfcnt_thread_ran(thread) == 2)
			must(raw == 2 && running == 1 && count == 4, "numbers");
	}
	perfcnt_thread_free(thread);
}

/* Of a tree whose events take turns; each call, and what it refuses. */
static void show_rotation(struct perfcnt_tree *tree)
{
	uint64_t count, raw, enabled, running;
	uint32_t slots, rounds;
	double error;

	must(tree, "tree");
	expect(perfcnt_tree_rotate(tree, 499), EINVAL, "rotate");
	expect(perfcnt_tree_times(tree, 0, &enabled, &running), ENODATA, "times");
	must(!perfcnt_tree_rotate(tree, 0), "rotate");
	must(!perfcnt_tree_add(tree, "instructions:u"), "add");
	must(!perfcnt_tree_add(tree, "instructions:u"), "add");
	expect(perfcnt_tree_rotate(tree, 0), EBUSY, "rotate");
	must(!perfcnt_tree_enter(tree, 0, PERFCNT_SCOPE_INHERIT |
				 PERFCNT_SCOPE_RECORDS), "enter");
	must(!perfcnt_tree_start(tree), "start");
	expect(perfcnt_tree_raw(tree, 0, &count), ENODATA, "raw");
	must(!perfcnt_tree_read(tree), "read");
	must(!perfcnt_tree_times(tree, 0, &enabled, &running), "times");
	must(!perfcnt_tree_slots(tree, 0, &slots), "slots");
	must(!perfcnt_tree_rounds(tree, &rounds), "rounds");
	expect(perfcnt_tree_times(tree, 2, &enabled, &running), ENODATA, "times");
	expect(perfcnt_tree_slots(tree, 2, &slots), ENODATA, "slots");
	printf("turns: %" PRIu32 " slots, %" PRIu32 " rounds\n", slots, rounds);
	if (!running) {
		expect(perfcnt_tree_count(tree, 0, &count), ENODATA, "count");
	} else {
		must(!perfcnt_tree_count(tree, 0, &count), "count");
		must(!perfcnt_tree_raw(tree, 0, &raw), "raw");
		must(count >= raw, "a count of all the time");
		if (!perfcnt_tree_error(tree, 0, &error))
			must(error >= 0, "error");
		/* the stand-in's: 10000 us * sqrt(2.5 / 4000 * (1 - 0.4)) */
		if (raw == 300 && running == 4000000)
			must(count == 750 && error > 193.64 && error < 193.65,
			     "numbers");
	}
	must(!perfcnt_tree_leave(tree), "leave");
	show_thread_turns(tree);
	perfcnt_tree_free(tree);
}

/* Whatever it counts: what it takes and what it refuses. */
static void show_regions(void)
{
	const uint64_t words[9] = { 1, 2, 3 };
	unsigned int depth;

	must(!perfcnt_regions_open(), "open");
	must(!perfcnt_regions_fresh(), "fresh");
	must(!perfcnt_regions_calibrate(), "calibrate");
	perfcnt_regions_empty(0, 0); /* nothing, as there is no record */
	expect(perfcnt_regions_end(0, NULL), EPROTO, "end");
	PERFCNT_REGION_BEGIN("region");
	must(!perfcnt_regions_end(2, words), "end");
	expect(perfcnt_regions_fresh(), EBUSY, "fresh");
	expect(perfcnt_regions_calibrate(), EBUSY, "calibrate");
	PERFCNT_REGION_BEGIN("region");
	expect(perfcnt_regions_end(9, words), EINVAL, "end");
	for (depth = 0; depth < 33; depth++)
		PERFCNT_REGION_BEGIN("deep");
	expect(perfcnt_regions_end(0, NULL), ENOBUFS, "end");
	while (--depth)
		PERFCNT_REGION_END_WITH(1, words);
	{
		PERFCNT_REGION_SCOPE("block");
		if (perfcnt_regions_next())
			must(errno == EBUSY, "next"); /* no counters are left */
	}
	expect(perfcnt_regions_end(0, NULL), EPROTO, "end");
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
	struct perfcnt_eventset *set;
	struct perfcnt_machine *machine;
	unsigned int counters;

	perfcnt = perfcnt_open();
	must(perfcnt, "/dev/perfcnt");
	must(!strcmp(perfcnt_version(), PERFCNT_VERSION), "version");
	must(perfcnt_fd(perfcnt) >= 0, "fd");
	show_events();
	machine = perfcnt_machine_new(perfcnt);
	must(machine, "machine");
	counters = perfcnt_machine_counters(machine);
	perfcnt_machine_free(machine);
	set = perfcnt_eventset_new(perfcnt);
	must(set, "set");
	show_readings(fill_set(set, counters));
	show_machine();
	perfcnt_eventset_free(set);
	show_region(counters - 1);
	show_topdown();
	show_tree(perfcnt_tree_new(perfcnt));
	show_rotation(perfcnt_tree_new(perfcnt));
	perfcnt_close(perfcnt);
	perfcnt = NULL;
	show_tree(perfcnt_open_self());
	show_regions();
	show_teja();
	return 0;
}
