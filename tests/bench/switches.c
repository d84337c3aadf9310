// SPDX-License-Identifier: GPL-2.0
/*
 * Switches of tasks: to another one, which answers, and back.  Nobody is counted, or the
 * other one is, or both are, as when a program that is followed has created it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "../selftests/counters.h"
#include "bench.h"

/* The other one, and the ways to it and back; one that sleeps. */
static pid_t other, sleeper;
static int there[2] = { -1, -1 }, back[2] = { -1, -1 };

/* What counts: a device, or events of perf. */
static int fds[MOST_COUNTERS] = { -1, -1, -1, -1 };

static void answer(void)
{
	char byte;

	while (read(there[0], &byte, 1) == 1)
		if (write(back[1], &byte, 1) != 1)
			break;
	_exit(0);
}

/*
 * A task that is woken may run at once, or when the other one waits: that depends on how
 * long each has run before, and takes other ways through the scheduler.  Of this policy it
 * is never at once.
 */
static int set_policy(int policy)
{
	struct sched_param none = { 0 };

	return sched_setscheduler(0, policy, &none);
}

static const char *create_other(void)
{
	if (set_policy(SCHED_BATCH))
		return why_error("sched_setscheduler");
	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return why_error("pipe");
	other = fork();
	if (other < 0)
		return why_error("fork");
	if (!other) {
		close(there[1]);
		answer();
	}
	return NULL;
}

static void switch_tasks(void)
{
	char byte = 0;

	if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
		_exit(1);
}

static void close_all(int *fd, unsigned int count)
{
	while (count--) {
		if (fd[count] >= 0)
			close(fd[count]);
		fd[count] = -1;
	}
}

static void end_other(void)
{
	if (sleeper > 0 && !kill(sleeper, SIGKILL))
		waitpid(sleeper, NULL, 0);
	sleeper = 0;
	close_all(there, 2);
	close_all(back, 2);
	if (other > 0)
		waitpid(other, NULL, 0);
	other = 0;
	close_all(fds, MOST_COUNTERS);
	set_policy(SCHED_OTHER);
}

static const char *set_up(int fd, unsigned int counters)
{
	struct perfcnt_mask mask = { sizeof(mask), (1u << counters) - 1 };
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = mask.mask,
	};
	unsigned int i;

	if (ioctl(fd, PERFCNT_IOC_CLAIM, &mask))
		return why_error("PERFCNT_IOC_CLAIM");
	for (i = 0; i < counters; i++) {
		struct perfcnt_name name = { .size = sizeof(name), .counter = i };

		snprintf(name.name, sizeof(name.name), "%s", counted_events[i].name);
		if (ioctl(fd, PERFCNT_IOC_NAME, &name))
			return why_error(counted_events[i].name);
		set.counter[i].what = name.what;
	}
	if (ioctl(fd, PERFCNT_IOC_SET, &set))
		return why_error("PERFCNT_IOC_SET");
	return NULL;
}

/* Follow a task, 0 is this one. */
static const char *follow(pid_t pid, unsigned int counters, unsigned int flags)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope),
		.flags = PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_SHARED | flags,
		.pid = pid, .counters = (1u << counters) - 1,
	};
	struct perfcnt_mask mask = { sizeof(mask), scope.counters };
	const char *why;

	fds[0] = open("/dev/perfcnt", O_RDWR | O_CLOEXEC);
	if (fds[0] < 0)
		return why_error("/dev/perfcnt");
	why = set_up(fds[0], counters);
	if (why)
		return why;
	if (ioctl(fds[0], PERFCNT_IOC_SCOPE, &scope))
		return why_error("PERFCNT_IOC_SCOPE");
	return ioctl(fds[0], PERFCNT_IOC_START, &mask) ?
	       why_error("PERFCNT_IOC_START") : NULL;
}

/* As perf stat -e does. */
static const char *let_perf_follow(pid_t pid, unsigned int counters)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.exclude_hv = 1,
		.inherit = 1,
	};
	unsigned int i;

	for (i = 0; i < counters; i++) {
		attr.config = i & 1 ? PERF_COUNT_HW_CPU_CYCLES :
				      PERF_COUNT_HW_INSTRUCTIONS;
		attr.exclude_kernel = i < 2;
		attr.exclude_user = i >= 2;
		fds[i] = open_perf_event(&attr, pid, -1, -1);
		if (fds[i] < 0)
			return why_error("perf_event_open");
	}
	return NULL;
}

/* Events that the PMU has no room for can be opened and stand still. */
static const char *check_perf(unsigned int counters)
{
	struct { unsigned long long count, enabled, running; } event;
	unsigned int i;

	for (i = 0; i < 100; i++)
		switch_tasks();
	for (i = 0; i < counters; i++) {
		if (read(fds[i], &event, sizeof(event)) != sizeof(event))
			return why_error("read");
		if (!event.count || event.running != event.enabled)
			return why_not("the PMU has no room for that many");
	}
	return NULL;
}

/* perf leaves its part of the scheduler on for a second after its last event. */
#define PERF_STAYS	1500000		/* us */

static const char *open_plain(unsigned int counters)
{
	(void)counters;
	usleep(PERF_STAYS);
	return create_other();
}

/* A task that never runs is followed. */
static const char *open_beside(unsigned int counters)
{
	const char *why = create_other();

	if (why)
		return why;
	sleeper = fork();
	if (sleeper < 0)
		return why_error("fork");
	if (!sleeper)
		for (;;)
			pause();
	return follow(sleeper, counters, 0);
}

static const char *open_scope(unsigned int counters)
{
	return create_other() ?: follow(other, counters, 0);
}

static const char *open_perf(unsigned int counters)
{
	return create_other() ?: let_perf_follow(other, counters) ?:
	       check_perf(counters);
}

static const char *open_scope_both(unsigned int counters)
{
	return follow(0, counters, 0) ?: create_other();
}

static const char *open_records_both(unsigned int counters)
{
	return follow(0, counters, PERFCNT_SCOPE_RECORDS) ?: create_other();
}

static const char *open_perf_both(unsigned int counters)
{
	return let_perf_follow(0, counters) ?: create_other() ?:
	       check_perf(counters);
}

const struct way switch_ways[] = {
	{ "switch", open_plain, switch_tasks, end_other },
	{ "switch-beside-scope", open_beside, switch_tasks, end_other, 1 },
	{ "switch-scope", open_scope, switch_tasks, end_other, 1 },
	{ "switch-perf", open_perf, switch_tasks, end_other, 1 },
	{ "switch-scope-both", open_scope_both, switch_tasks, end_other, 1 },
	{ "switch-perf-both", open_perf_both, switch_tasks, end_other, 1 },
	{ "records-switch", open_records_both, switch_tasks, end_other, 1 },
	{ }
};
