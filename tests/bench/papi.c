// SPDX-License-Identifier: GPL-2.0
/* PAPI, if the machine has it: the library is found when it is needed. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "bench.h"

/* As in papi.h of the library that is named here. */
#define PAPI_LIBRARY	"libpapi.so.7.0"
#define PAPI_VERSION	0x07000000
#define PAPI_OK		0
#define PAPI_NULL	(-1)
#define PAPI_DOM_USER	1
#define PAPI_DOM_KERNEL	2

struct papi_component_info {
	char name[128];
	char short_name[64];
	char description[128];
	char version[64];
	char support_version[64];
	char kernel_version[64];
	char disabled_reason[1024];
};

static int (*papi_library_init)(int version);
static int (*papi_get_component_index)(const char *name);
static const struct papi_component_info *(*papi_get_component_info)(int i);
static char *(*papi_strerror)(int error);
static int (*papi_set_domain)(int domain);
static int (*papi_create_eventset)(int *set);
static int (*papi_add_named_event)(int set, const char *name);
static int (*papi_start)(int set);
static int (*papi_read)(int set, long long *counts);
static int (*papi_stop)(int set, long long *counts);
static int (*papi_cleanup_eventset)(int set);
static int (*papi_destroy_eventset)(int *set);
static int (*papi_hl_region_begin)(const char *name);
static int (*papi_hl_region_end)(const char *name);
static int (*papi_hl_stop)(void);

static const struct {
	const char *name;
	void *function;
} symbols[] = {
	{ "PAPI_library_init", &papi_library_init },
	{ "PAPI_get_component_index", &papi_get_component_index },
	{ "PAPI_get_component_info", &papi_get_component_info },
	{ "PAPI_strerror", &papi_strerror },
	{ "PAPI_set_domain", &papi_set_domain },
	{ "PAPI_create_eventset", &papi_create_eventset },
	{ "PAPI_add_named_event", &papi_add_named_event },
	{ "PAPI_start", &papi_start },
	{ "PAPI_read", &papi_read },
	{ "PAPI_stop", &papi_stop },
	{ "PAPI_cleanup_eventset", &papi_cleanup_eventset },
	{ "PAPI_destroy_eventset", &papi_destroy_eventset },
	{ "PAPI_hl_region_begin", &papi_hl_region_begin },
	{ "PAPI_hl_region_end", &papi_hl_region_end },
	{ "PAPI_hl_stop", &papi_hl_stop },
};

static int set = PAPI_NULL;
static int running;

static const char *why_papi(const char *what, int error)
{
	char why[256];

	snprintf(why, sizeof(why), "%s: %s", what, papi_strerror(error));
	return why_not(why);
}

static const char *load_papi(void)
{
	static int is_loaded;
	void *library;
	char why[256];
	size_t i;
	int error;

	if (is_loaded)
		return NULL;
	library = dlopen(PAPI_LIBRARY, RTLD_NOW);
	if (!library) {
		snprintf(why, sizeof(why), "it is not installed: %s", dlerror());
		return why_not(why);
	}
	for (i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
		void *symbol = dlsym(library, symbols[i].name);

		if (!symbol)
			return why_not(dlerror());
		*(void **)symbols[i].function = symbol;
	}
	error = papi_library_init(PAPI_VERSION);
	if (error < 0)
		return why_papi("PAPI_library_init", error);
	is_loaded = 1;
	return NULL;
}

/* It comes up without its perf, too. */
static const char *check_papi(void)
{
	const struct papi_component_info *perf;

	perf = papi_get_component_info(papi_get_component_index("perf_event"));
	if (!perf)
		return why_not("PAPI has no perf_event");
	return *perf->disabled_reason ? why_not(perf->disabled_reason) : NULL;
}

/* All of them are one group of perf's. */
static const char *check_set(void)
{
	long long counts[MOST_COUNTERS];
	int error = papi_start(set);

	if (error != PAPI_OK)
		return why_papi("PAPI_start", error);
	short_loop(1000);
	error = papi_stop(set, counts);
	if (error != PAPI_OK)
		return why_papi("PAPI_stop", error);
	return counts[0] ? NULL : why_not("the PMU has no room for that many");
}

static const char *open_stopped_set(unsigned int counters)
{
	const char *why = load_papi();
	unsigned int i;
	int error;

	if (!why)
		why = check_papi();
	if (why)
		return why;
	error = papi_create_eventset(&set);
	if (error != PAPI_OK)
		return why_papi("PAPI_create_eventset", error);
	for (i = 0; i < counters; i++) {
		error = papi_add_named_event(set, counted_events[i].papi);
		if (error != PAPI_OK)
			return why_papi(counted_events[i].papi, error);
	}
	return check_set();
}

static const char *open_set(unsigned int counters)
{
	const char *why = open_stopped_set(counters);

	if (!why)
		running = papi_start(set) == PAPI_OK;
	return why;
}

static void close_set(void)
{
	long long counts[MOST_COUNTERS];

	if (set == PAPI_NULL || !papi_stop)
		return;
	if (running)
		papi_stop(set, counts);
	running = 0;
	papi_cleanup_eventset(set);
	papi_destroy_eventset(&set);
}

static void read_set(void)
{
	long long counts[MOST_COUNTERS];

	if (papi_read(set, counts) != PAPI_OK)
		_exit(1);
}

static void start_and_stop_set(void)
{
	long long counts[MOST_COUNTERS];

	if (papi_start(set) != PAPI_OK || papi_stop(set, counts) != PAPI_OK)
		_exit(1);
}

static int record_region(void)
{
	int error = papi_hl_region_begin("region");

	return error != PAPI_OK ? error : papi_hl_region_end("region");
}

/* Its high level reads the names of the events once: those of one number of counters. */
static const char *open_hl(unsigned int counters)
{
	char events[256];
	const char *why;
	int error;

	if (counters != MOST_COUNTERS)
		return why_not("PAPI's high level is asked for all of them only");
	snprintf(events, sizeof(events), "%s,%s,%s,%s", counted_events[0].papi,
		 counted_events[1].papi, counted_events[2].papi, counted_events[3].papi);
	setenv("PAPI_EVENTS", events, 1);
	setenv("PAPI_OUTPUT_DIRECTORY", "/tmp", 0);
	why = load_papi();
	if (!why)
		why = check_papi();
	if (why)
		return why;
	error = record_region();
	return error == PAPI_OK ? NULL : why_papi("PAPI_hl_region_begin", error);
}

static void record_hl(void)
{
	if (record_region() != PAPI_OK)
		_exit(1);
}

static void close_hl(void)
{
	if (papi_hl_stop)
		papi_hl_stop();
}

static const char *open_part(bool kernel)
{
	const char *why = load_papi();

	if (!why)
		why = check_papi();
	if (why)
		return why;
	if (papi_set_domain(kernel ? PAPI_DOM_USER | PAPI_DOM_KERNEL : PAPI_DOM_USER) != PAPI_OK ||
	    papi_create_eventset(&set) != PAPI_OK ||
	    papi_add_named_event(set, "perf::INSTRUCTIONS") != PAPI_OK)
		return why_not("PAPI has no such event");
	return NULL;
}

static uint64_t count_by_start(void)
{
	long long count;

	if (papi_start(set) != PAPI_OK || papi_stop(set, &count) != PAPI_OK)
		_exit(1);
	return count;
}

static uint64_t count_by_read(void)
{
	long long before, after;

	if (!running)
		running = papi_start(set) == PAPI_OK;
	if (papi_read(set, &before) != PAPI_OK || papi_read(set, &after) != PAPI_OK)
		_exit(1);
	return after - before;
}

const struct part papi_parts[] = {
	{ "papi-start", open_part, count_by_start, close_set },
	{ "papi-read", open_part, count_by_read, close_set },
	{ }
};

const struct way papi_ways[] = {
	{ "papi-read", open_set, read_set, close_set, 1 },
	{ "papi-start-stop", open_stopped_set, start_and_stop_set, close_set, 1 },
	{ "papi-region", open_hl, record_hl, close_hl, 1 },
	{ }
};
