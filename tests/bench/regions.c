// SPDX-License-Identifier: GPL-2.0
/* Regions that are recorded, and the reading that each of their two marks makes. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <perfcnt.h>
#include <teja_profiler.h>

#include "bench.h"

#define SETS "instructions:u;instructions:u,cycles:u;" \
	     "instructions:u,cycles:u,instructions:k,cycles:k"

/* With the one that teja_profiler_start() makes. */
#define MOST_SETS 4

/* Where links to open files are looked for. */
#define MOST_FDS 64

static int device = -1;
static struct perfcnt_read counts;

static int find_device(void)
{
	char path[32], target[32];
	ssize_t length;
	int fd;

	for (fd = 0; fd < MOST_FDS; fd++) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		length = readlink(path, target, sizeof(target) - 1);
		if (length < 0)
			continue;
		target[length] = '\0';
		if (!strcmp(target, "/dev/perfcnt"))
			return fd;
	}
	return -1;
}

/* The next set, and how many counters it has. */
static const char *count_next(unsigned int counters)
{
	if (perfcnt_regions_next())
		return why_error("perfcnt_regions_next");
	device = find_device();
	if (device < 0)
		return why_not("nothing is counted");
	counts = (struct perfcnt_read){ PERFCNT_SIZES(perfcnt_read, entries) };
	if (ioctl(device, PERFCNT_IOC_READ, &counts))
		return why_error("PERFCNT_IOC_READ");
	if (counts.counters != counters)
		return why_not("no set has so many counters");
	counts.nr = counters;
	return NULL;
}

static const char *open_regions(unsigned int counters)
{
	const char *why = NULL;
	unsigned int i;

	setenv("PERFCNT_REGIONS_EVENTS", SETS, 1);
	if (perfcnt_regions_open())
		return why_error("profile");
	for (i = 0; i < MOST_SETS; i++) {
		why = count_next(counters);
		if (!why)
			break;
	}
	return why;
}

/* What has been stopped has no counters. */
static void close_regions(void)
{
	if (device >= 0 &&
	    !teja_profiler_start(TEJA_PROFILER_CMT_CPU,
				 TEJA_PROFILER_CMT_CPU_INSTR_CNT))
		teja_profiler_stop(TEJA_PROFILER_CMT_CPU);
	device = -1;
}

static void record(void)
{
	PERFCNT_REGION_BEGIN("region");
	PERFCNT_REGION_END();
}

static void read_device(void)
{
	if (ioctl(device, PERFCNT_IOC_READ, &counts))
		_exit(1);
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
	{ "region", open_regions, record, close_regions, 1 },
	{ "region-read", open_regions, read_device, close_regions, 1 },
	{ "clock", open_nothing, read_clock, close_nothing, 0 },
	{ }
};
