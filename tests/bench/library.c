// SPDX-License-Identifier: GPL-2.0
/* libperfcnt: what it takes beyond the calls of /dev/perfcnt. */
#include <stddef.h>
#include <unistd.h>

#include <perfcnt.h>

#include "bench.h"

static struct perfcnt *perfcnt;
static struct perfcnt_eventset *set;
static struct perfcnt_reading *reading;

/* The same events as perfcnt.c's. */
static const char *const names[MOST_COUNTERS] = {
	"instructions:u",
	"cycles:u",
	"instructions:k",
	"cycles:k",
};

static const char *open_running(unsigned int counters)
{
	unsigned int i;

	perfcnt = perfcnt_open();
	if (!perfcnt)
		return why_error("/dev/perfcnt");
	set = perfcnt_eventset_new(perfcnt);
	reading = perfcnt_reading_new();
	if (!set || !reading)
		return why_error("library");
	for (i = 0; i < counters; i++)
		if (perfcnt_eventset_add(set, names[i]))
			return why_not(perfcnt_strerror(perfcnt));
	if (perfcnt_start(perfcnt, perfcnt_eventset_counters(set)))
		return why_not(perfcnt_strerror(perfcnt));
	return NULL;
}

static void close_all(void)
{
	perfcnt_reading_free(reading);
	perfcnt_eventset_free(set);
	perfcnt_close(perfcnt);
	reading = NULL;
	set = NULL;
	perfcnt = NULL;
}

static void read_all(void)
{
	if (perfcnt_read(perfcnt, reading))
		_exit(1);
}

const struct way library_ways[] = {
	{ "library-read", open_running, read_all, close_all, 1 },
	{ }
};
