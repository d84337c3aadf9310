// SPDX-License-Identifier: GPL-2.0
/* Regions that are recorded, by each of the two ways to read, and those that nobody asks for. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <perfcnt.h>

#include "bench.h"

/* With so many events; of the last one there is none, so that nothing is counted. */
static const unsigned int events_of[] = { 1, 2, 4, 0 };

#define SETS_COUNT (sizeof(events_of) / sizeof(*events_of))

/* What the thread counts now. */
static unsigned int set;

/* It counts the set of so many events. */
static int count_set(unsigned int counters)
{
	int result;

	do {
		result = perfcnt_regions_next();
		set = (set + 1) % SETS_COUNT;
	} while (events_of[set] != counters);
	return result;
}

static void choose_sets(void)
{
	const struct event *e = counted_events;
	char sets[256];

	snprintf(sets, sizeof(sets), "%s;%s,%s;%s,%s,%s,%s;no-event", e[0].name,
		 e[0].name, e[1].name, e[0].name, e[1].name, e[2].name, e[3].name);
	setenv("PERFCNT_REGIONS_EVENTS", sets, 1);
}

static const char *open_regions(unsigned int counters, const char *way)
{
	setenv("PERFCNT_READ", way, 1);
	choose_sets();
	perfcnt_regions_on = 1;
	if (perfcnt_regions_open())
		return why_error("perfcnt_regions_open");
	if (count_set(counters))
		return why_not(perfcnt_strerror(NULL));
	return NULL;
}

static const char *open_pages(unsigned int counters)
{
	let_users_read("1");
	return open_regions(counters, "pages");
}

static const char *open_device(unsigned int counters)
{
	return open_regions(counters, "device");
}

static void close_regions(void)
{
	count_set(0);
}

static void close_pages(void)
{
	close_regions();
	let_users_read("0");
}

/* As it is after the first region, if the environment asks for no recording. */
static const char *open_off(unsigned int counters)
{
	(void)counters;
	perfcnt_regions_on = 0;
	return NULL;
}

static void close_off(void)
{
	perfcnt_regions_on = 1;
}

static void record(void)
{
	PERFCNT_REGION_BEGIN("region");
	PERFCNT_REGION_END("region");
}

static const char *open_nothing(unsigned int counters)
{
	(void)counters;
	return NULL;
}

static void close_nothing(void)
{
}

static void read_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
}

const struct way region_ways[] = {
	{ "region-pages", open_pages, record, close_pages, 1 },
	{ "region-device", open_device, record, close_regions, 1 },
	{ "region-off", open_off, record, close_off, 0 },
	{ "clock", open_nothing, read_clock, close_nothing, 0 },
	{ }
};
