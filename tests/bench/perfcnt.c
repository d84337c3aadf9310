// SPDX-License-Identifier: GPL-2.0
/* /dev/perfcnt: counters of one's own. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "bench.h"

static int dev_fd = -1;
static struct perfcnt_mask mask;

static const char *set_up(unsigned int counters)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set),
		.controls = mask.mask,
		.counts = mask.mask,
	};
	unsigned int i;

	for (i = 0; i < counters; i++) {
		struct perfcnt_name name = {
			.size = sizeof(name),
			.counter = i,
		};

		strcpy(name.name, counted_events[i].name);
		if (ioctl(dev_fd, PERFCNT_IOC_NAME, &name))
			return why_error(counted_events[i].name);
		set.counter[i].what = name.what;
	}
	if (ioctl(dev_fd, PERFCNT_IOC_SET, &set))
		return why_error("PERFCNT_IOC_SET");
	return NULL;
}

static const char *open_stopped(unsigned int counters)
{
	dev_fd = open("/dev/perfcnt", O_RDWR);
	if (dev_fd < 0)
		return why_error("/dev/perfcnt");
	mask.size = sizeof(mask);
	mask.mask = (1u << counters) - 1;
	if (ioctl(dev_fd, PERFCNT_IOC_CLAIM, &mask))
		return why_error("PERFCNT_IOC_CLAIM");
	return set_up(counters);
}

static const char *open_running(unsigned int counters)
{
	const char *why = open_stopped(counters);

	if (!why && ioctl(dev_fd, PERFCNT_IOC_START, &mask))
		why = why_error("PERFCNT_IOC_START");
	return why;
}

static void close_device(void)
{
	if (dev_fd >= 0)
		close(dev_fd);
	dev_fd = -1;
}

static struct perfcnt_counts reading;

static const char *set_flags(const char *why, uint32_t flags)
{
	reading = (struct perfcnt_counts){ sizeof(reading), flags, mask.mask };
	return why;
}

static const char *open_counts(unsigned int counters)
{
	return set_flags(open_running(counters), 0);
}

static const char *open_all(unsigned int counters)
{
	return set_flags(open_running(counters),
			 PERFCNT_READ_TIME | PERFCNT_READ_STATE | PERFCNT_READ_CONTROLS);
}

/* They follow this thread, as perf's do. */
static const char *open_own(unsigned int counters)
{
	const char *why = open_stopped(counters);
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = PERFCNT_SCOPE_SHARED, .counters = mask.mask,
	};

	if (!why && ioctl(dev_fd, PERFCNT_IOC_SCOPE, &scope))
		why = why_error("PERFCNT_IOC_SCOPE");
	if (!why && ioctl(dev_fd, PERFCNT_IOC_START, &mask))
		why = why_error("PERFCNT_IOC_START");
	return set_flags(why, 0);
}

static void read_counts(void)
{
	if (ioctl(dev_fd, PERFCNT_IOC_READ, &reading))
		_exit(1);
}

static void start_and_stop(void)
{
	if (ioctl(dev_fd, PERFCNT_IOC_START, &mask) ||
	    ioctl(dev_fd, PERFCNT_IOC_STOP, &mask))
		_exit(1);
}

const struct way perfcnt_ways[] = {
	{ "perfcnt-read", open_counts, read_counts, close_device, 1 },
	{ "perfcnt-read-all", open_all, read_counts, close_device, 1 },
	{ "perfcnt-own-read", open_own, read_counts, close_device, 1 },
	{ "perfcnt-start-stop", open_stopped, start_and_stop, close_device, 1 },
	{ }
};
