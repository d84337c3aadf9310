// SPDX-License-Identifier: LGPL-2.1-or-later
/* sysfs and /proc/cpuinfo; and a loop where they do not know. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "clock.h"
#include "perfcnt.h"

#define CPU0		"/sys/devices/system/cpu/cpu0/"
#define MOST_CACHES	8
#define TRIES		32

/* For how long a processor is to be busy that has a faster clock then, in us. */
#define WARM_UP		10000

static bool read_file(const char *path, char *text, int size)
{
	FILE *file = fopen(path, "re");
	bool good = file && fgets(text, size, file);

	if (file)
		fclose(file);
	if (good)
		text[strcspn(text, "\n")] = '\0';
	return good;
}

/* A line of /proc/cpuinfo: what stands after its colon. */
static bool find_in_cpuinfo(const char *const names[], char *value, size_t size)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[256];
	bool found = false;

	*value = '\0';
	while (file && !found && fgets(line, sizeof(line), file)) {
		size_t length = strcspn(line, "\t:"), i;
		const char *at = strchr(line, ':');

		for (i = 0; at && names[i] && !found; i++)
			found = length == strlen(names[i]) &&
				!strncmp(line, names[i], length);
		if (found)
			snprintf(value, size, "%s", at + 1 + strspn(at + 1, " "));
	}
	if (file)
		fclose(file);
	value[strcspn(value, "\n")] = '\0';
	return found;
}

static unsigned int read_cache(unsigned int index, const char *what, char *text,
			       int size)
{
	char path[80];

	snprintf(path, sizeof(path), CPU0 "cache/index%u/%s", index, what);
	return read_file(path, text, size) ? strtoul(text, NULL, 10) : 0;
}

static void read_lines(struct perfex_clock *clock)
{
	unsigned int i, level, size;
	char text[64];

	for (i = 0; i < MOST_CACHES; i++) {
		level = read_cache(i, "level", text, sizeof(text));
		size = read_cache(i, "coherency_line_size", text, sizeof(text));
		read_cache(i, "type", text, sizeof(text));
		if (!level || !strcmp(text, "Instruction"))
			continue;
		if (level == 1)
			clock->l1_line = size;
		else if (level == 2)
			clock->l2_line = size;
	}
}

size_t perfex_cache_size(unsigned int level)
{
	char type[64], text[64];
	unsigned int i;

	for (i = 0; i < MOST_CACHES; i++) {
		if (read_cache(i, "level", text, sizeof(text)) != level)
			continue;
		*type = '\0';
		read_cache(i, "type", type, sizeof(type));
		if (strcmp(type, "Instruction"))
			return 1024 * (size_t)read_cache(i, "size", text,
							 sizeof(text));
	}
	return 0;
}

/* The primary data cache's line where sysfs has no caches: "32 bytes". */
static void read_cpuinfo_line(struct perfex_clock *clock)
{
	static const char *const names[] = { "Primary data cache", NULL };
	char value[128], *at;

	if (clock->l1_line || !find_in_cpuinfo(names, value, sizeof(value)))
		return;
	at = strstr(value, "linesize ");
	if (at)
		clock->l1_line = strtoul(at + strlen("linesize "), NULL, 10);
}

void perfex_clock_read(struct perfex_clock *clock)
{
	char text[64];

	memset(clock, 0, sizeof(*clock));
	if (read_file(CPU0 "cpufreq/cpuinfo_max_freq", text, sizeof(text)))
		clock->mhz = strtod(text, NULL) / 1000;
	read_lines(clock);
	read_cpuinfo_line(clock);
}

bool perfex_clock_named(double *mhz)
{
	static const char *const names[] = { "cpu MHz", NULL };
	char text[64];

	*mhz = find_in_cpuinfo(names, text, sizeof(text)) ? strtod(text, NULL) : 0;
	return *mhz > 0;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

/* In user mode alone, which is all that may be counted. */
static double spin(unsigned long turns)
{
	double begun = now();

	for (; turns; turns--)
		__asm__ volatile("" : "+r"(turns));
	return now() - begun;
}

/**
 * struct least - the least that tries of a loop took
 * @turns: of the loop
 * @count: cycles, with those of reading the count and the time
 * @time: in microseconds
 */
struct least {
	unsigned long turns;
	uint64_t count;
	double time;
};

/*
 * What disturbs a try adds cycles or time, but not always both: the timer's interrupt
 * takes time and no cycles of user mode, a cold cache takes cycles where no time is
 * measured.  So either is the least of all tries.
 */
static int try_loop(int (*cycles)(void *argument, uint64_t *count),
		    void *argument, struct least *least)
{
	uint64_t before, after;
	double took;

	if (cycles(argument, &before))
		return -1;
	took = spin(least->turns);
	if (cycles(argument, &after))
		return -1;
	if (!least->time || after - before < least->count)
		least->count = after - before;
	if (!least->time || took < least->time)
		least->time = took;
	return 0;
}

/* What a loop has more than a shorter one: what else is measured is in both. */
int perfex_clock_measure(int (*cycles)(void *argument, uint64_t *count),
			 void *argument, double *mhz)
{
	struct least loop = { .turns = 1000 }, shorter = { 0 };
	double begun = now();
	unsigned int try;

	while (spin(loop.turns) < PERFEX_CLOCK_US)
		loop.turns *= 2;
	while (now() - begun < WARM_UP)
		spin(loop.turns);
	shorter.turns = loop.turns / 4;
	for (try = 0; try < TRIES; try++)
		if (try_loop(cycles, argument, &loop) ||
		    try_loop(cycles, argument, &shorter))
			return -1;
	if (loop.count > shorter.count && loop.time > shorter.time) {
		*mhz = (loop.count - shorter.count) / (loop.time - shorter.time);
		return 0;
	}
	errno = ENODATA;
	return -1;
}

void perfex_processor(char *name, size_t size)
{
	static const char *const names[] = {
		"model name", "cpu model", "Processor", NULL,
	};
	struct utsname machine;

	if (find_in_cpuinfo(names, name, size))
		return;
	snprintf(name, size, "%s", uname(&machine) ? "unknown processor" :
		 machine.machine);
}

static int read_cycles(void *argument, uint64_t *count)
{
	return perfcnt_read(argument, count, 1);
}

int perfex_own_clock(double *mhz)
{
	struct perfcnt *self = perfcnt_open_thread();
	int result = -1, error;

	if (self && !perfcnt_add(self, "cycles:u") && !perfcnt_start(self))
		result = perfex_clock_measure(read_cycles, self, mhz);
	error = errno;
	perfcnt_close(self);
	if (result && perfex_clock_named(mhz))
		return 0;
	errno = error;
	return result;
}
