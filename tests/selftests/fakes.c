// SPDX-License-Identifier: GPL-2.0
/* PMUs that the machine does not have, by fake_pmu.ko, and perfcnt.ko over them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"

#define FAKE "fake_pmu.ko"
#define HAPPEN "/sys/kernel/debug/fake_pmu/happen"
#define EVENTS "/sys/kernel/debug/fake_pmu/events"

void load_fake(const char *parameters)
{
	int error = load_module(FAKE, parameters);

	if (error)
		fatal("insmod %s %s: %s", FAKE, parameters, strerror(error));
}

void unload_fake(void)
{
	int error = unload_module("fake_pmu");

	if (error)
		fatal("rmmod fake_pmu: %s", strerror(error));
}

/* The module is there, and no PMU that would take its events. */
bool can_fake(void)
{
	int error;

	if (access(FAKE, R_OK))
		return false;
	error = load_module(FAKE, "");
	if (error == EBUSY)
		return false;
	if (error)
		fatal("insmod %s: %s", FAKE, strerror(error));
	unload_fake();
	return true;
}

/* Both modules, and /proc/perf; without software events, as open_counters() has. */
int load_over_fake(const char *parameters)
{
	int error, fd;

	load_fake(parameters);
	error = load_perfcnt(PERF, "");
	if (error)
		fatal("insmod perfcnt: %s", strerror(error));
	fd = open(PROC_PERF, O_RDWR);
	if (fd < 0)
		fatal("%s: %s", PROC_PERF, strerror(errno));
	return fd;
}

void unload_over_fake(int fd)
{
	int error;

	close(fd);
	error = unload_perfcnt();
	if (error)
		fatal("rmmod perfcnt: %s", strerror(error));
	unload_fake();
}

/* What a code stands for happens on a CPU, in mode u, k, h or g. */
void happen(int cpu, unsigned int code, char mode, unsigned long long count)
{
	char text[64];
	int error;

	snprintf(text, sizeof(text), "%d %#x %c %llu", cpu, code, mode, count);
	error = write_file(HAPPEN, text);
	if (error)
		fatal("%s: '%s': %s", HAPPEN, text, strerror(error));
}

/* Is there an event whose line has both? */
bool has_event(const char *words, const char *more)
{
	static char text[65536];
	char *line, *rest;

	read_file(EVENTS, text, sizeof(text));
	for (line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		if (strstr(line, words) && strstr(line, more))
			return true;
	return false;
}

/* Its number for perf_event_open(). */
unsigned int type_of_pmu(const char *name)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type",
		 name);
	read_file(path, text, sizeof(text));
	return strtoul(text, NULL, 10);
}

/* False if the machine's CPUs do not come and go. */
bool set_online(int cpu, bool online)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online",
		 cpu);
	return !write_file(path, online ? "1" : "0");
}

/* The kernel's log from here on. */
int open_log(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);

	if (fd < 0 || lseek(fd, 0, SEEK_END) < 0)
		fatal("/dev/kmsg: %s", strerror(errno));
	return fd;
}

/* How many lines that were not read yet have these words. */
int times_in_log(int fd, const char *words)
{
	char line[8192];
	int times = 0;
	ssize_t n;

	while ((n = read(fd, line, sizeof(line) - 1)) > 0) {
		line[n] = '\0';
		times += !!strstr(line, words);
	}
	if (errno != EAGAIN)
		fatal("/dev/kmsg: %s", strerror(errno));
	return times;
}
