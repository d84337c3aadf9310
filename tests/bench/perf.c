// SPDX-License-Identifier: GPL-2.0
/* The kernel's perf: events of this process, as a group or each by itself. */
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "bench.h"

/* What read() gives of a group. */
struct group {
	unsigned long long events;
	unsigned long long count[MOST_COUNTERS];
};

static int fds[MOST_COUNTERS] = { -1, -1, -1, -1 };
static unsigned int events;

static int open_event(unsigned int i, unsigned long long format, int leader)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = counted_events[i].config,
		.read_format = format,
		.exclude_kernel = !counted_events[i].kernel,
		.exclude_user = counted_events[i].kernel,
		.exclude_hv = 1,
		.disabled = leader < 0,
	};

	return open_perf_event(&attr, 0, -1, leader);
}

static const char *open_part(bool kernel)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = !kernel,
		.exclude_hv = 1,
		.disabled = 1,
	};

	fds[0] = open_perf_event(&attr, 0, -1, -1);
	return fds[0] < 0 ? why_error("perf_event_open") : NULL;
}

static uint64_t count_now(void)
{
	uint64_t count;

	if (read(fds[0], &count, sizeof(count)) != sizeof(count))
		_exit(1);
	return count;
}

/* As perf_event_open(2) shows it. */
static uint64_t count_by_ioctl(void)
{
	ioctl(fds[0], PERF_EVENT_IOC_RESET, 0);
	ioctl(fds[0], PERF_EVENT_IOC_ENABLE, 0);
	ioctl(fds[0], PERF_EVENT_IOC_DISABLE, 0);
	return count_now();
}

/* An event that counts all the time. */
static uint64_t count_by_read(void)
{
	uint64_t before, after;

	ioctl(fds[0], PERF_EVENT_IOC_ENABLE, 0);
	before = count_now();
	after = count_now();
	return after - before;
}

static void enable(void)
{
	if (ioctl(fds[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP))
		_exit(1);
}

static void disable(void)
{
	if (ioctl(fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP))
		_exit(1);
}

static void read_group(void)
{
	struct group group;

	if (read(fds[0], &group, sizeof(group)) <= 0)
		_exit(1);
}

static void read_each(void)
{
	unsigned long long count;
	unsigned int i;

	for (i = 0; i < events; i++)
		if (read(fds[i], &count, sizeof(count)) <= 0)
			_exit(1);
}

static void enable_and_disable(void)
{
	enable();
	disable();
}

/* Events that the PMU has no room for can be opened and stand still: all of a group. */
static const char *check_group(void)
{
	struct group group;

	enable();
	short_loop(1000);
	disable();
	if (read(fds[0], &group, sizeof(group)) <= 0)
		return why_error("read");
	return group.count[0] ? NULL : why_not("the PMU has no room for that many");
}

static const char *open_stopped_group(unsigned int counters)
{
	for (events = 0; events < counters; events++) {
		fds[events] = open_event(events, PERF_FORMAT_GROUP,
					 events ? fds[0] : -1);
		if (fds[events] < 0)
			return why_error("perf_event_open");
	}
	return check_group();
}

static const char *open_group(unsigned int counters)
{
	const char *why = open_stopped_group(counters);

	if (!why)
		enable();
	return why;
}

static const char *open_each(unsigned int counters)
{
	unsigned long long count;

	for (events = 0; events < counters; events++) {
		fds[events] = open_event(events, 0, -1);
		if (fds[events] < 0)
			return why_error("perf_event_open");
		ioctl(fds[events], PERF_EVENT_IOC_ENABLE, 0);
		short_loop(1000);
		if (read(fds[events], &count, sizeof(count)) < 0)
			return why_error("read");
		if (!count)
			return why_not("the PMU has no room for that many");
	}
	return NULL;
}

static void close_events(void)
{
	unsigned int i;

	for (i = 0; i < MOST_COUNTERS; i++) {
		if (fds[i] >= 0)
			close(fds[i]);
		fds[i] = -1;
	}
}

const struct part perf_parts[] = {
	{ "perf-ioctl", open_part, count_by_ioctl, close_events },
	{ "perf-read", open_part, count_by_read, close_events },
	{ }
};

const struct way perf_ways[] = {
	{ "perf-read-group", open_group, read_group, close_events, 1 },
	{ "perf-read-each", open_each, read_each, close_events, 1 },
	{ "perf-enable-disable", open_stopped_group, enable_and_disable,
	  close_events, 1 },
	{ }
};
