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
	perfcnt_close(perfcnt);
	return 0;
}
