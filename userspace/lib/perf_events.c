// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Events that perf counts in one group, which its PMU has as a whole or not at all.
 *
 * Perf may let others have the counters for a while: then not all was counted, and it is
 * refused.  Those of a thread are pinned: when they have no counters once, perf stops them for
 * good.  Of events that are inherited it would not tell that of a child: those of a command
 * were counted for less than all the time then, if perf's clock is fine enough to say so.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../kmod/encoding/control.h"
#include "handle.h"
#include "perf.h"
#include "perf_events.h"
#include "perf_leaver.h"

/* So many readings of a fine clock have more than one new time. */
#define READINGS	16

#define COARSE	"'%s': perf's clock is too coarse here to tell whether all of a command is counted"

#define TAKEN	"others have counters of the PMU, as the NMI watchdog or perf(1) has"

/**
 * struct perf_reading - what read(2) returns of an event
 * @count: what it has counted
 * @enabled: how long it was to count, the times of all threads added up
 * @running: how long it has counted
 * @id: which event it is, of all that perf has had
 */
struct perf_reading {
	uint64_t count;
	uint64_t enabled;
	uint64_t running;
	uint64_t id;
};

/**
 * struct perf_event - an event
 * @attr: what perf counts
 * @name: how it is called
 * @fd: perf's file, if it is open
 * @base: what was read at the last reset, and which event it is
 */
struct perf_event {
	struct perf_event_attr attr;
	char name[PERFCNT_NAME_SIZE];
	int fd;
	struct perf_reading base;
};

/**
 * struct perf_events - events that are counted together
 * @count: how many there are
 * @open: of these, how many perf has: all from the start on
 * @coarse: perf's clock is so coarse that times do not tell whether all was counted
 * @leaver: the command, or NULL
 * @event: the events
 */
struct perf_events {
	unsigned int count;
	unsigned int open;
	bool coarse;
	struct perf_leaver *leaver;
	struct perf_event event[PERFCNT_MAX_COUNTERS];
};

struct perf_events *perfcnt_perf_events_new(void)
{
	return calloc(1, sizeof(struct perf_events));
}

static void close_all(struct perf_events *events)
{
	int error = errno;

	perfcnt_perf_leaver_free(events->leaver);
	events->leaver = NULL;
	while (events->open) {
		const struct perf_event *event = &events->event[--events->open];

		if (perfcnt_perf_is(event->fd, event->base.id))
			close(event->fd);
	}
	errno = error;
}

static int refuse_closed(void)
{
	return perfcnt_refuse_call(EBADF, "perf's file is another event's: it was closed");
}

/* Only what is done to the first event is done to its group. */
static int control(const struct perf_events *events, unsigned long what, unsigned long flags)
{
	const struct perf_event *leader = &events->event[0];

	return perfcnt_perf_is(leader->fd, leader->base.id) ? ioctl(leader->fd, what, flags) :
							       refuse_closed();
}

void perfcnt_perf_events_free(struct perf_events *events)
{
	if (!events)
		return;
	close_all(events);
	perfcnt_handle_free(events);
}

int perfcnt_perf_events_put(struct perf_events *events, const struct perf_event_attr *attr,
			    const char *name)
{
	struct perf_event *event = &events->event[events->count];

	if (events->count == PERFCNT_MAX_COUNTERS)
		return perfcnt_refuse_call(EBUSY, "'%s': there are too many events", name);
	if (attr->type != PERF_TYPE_SOFTWARE &&
	    perfcnt_cpu_pmus_count(&perfcnt_perf_limits()->pmus) > 1)
		return perfcnt_refuse_call(ENOENT,
					   "'%s': perf counts it on one of this machine's kinds of CPU only",
					   name);
	close_all(events);
	*event = (struct perf_event){ .attr = *attr };
	event->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
				  PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID;
	snprintf(event->name, sizeof(event->name), "%s", name);
	events->count++;
	return 0;
}

void perfcnt_perf_events_remove(struct perf_events *events, unsigned int event)
{
	close_all(events);
	events->count--;
	memmove(&events->event[event], &events->event[event + 1],
		(events->count - event) * sizeof(*events->event));
}

int perfcnt_perf_events_add(struct perf_events *events, const char *name)
{
	struct perf_event_attr attr;
	const char *why = NULL;

	if (perfcnt_perf_look_up(name, &attr, &why))
		return why ? perfcnt_refuse_call(ENOENT, "'%s': %s", name, why) : -1;
	if (perfcnt_perf_events_put(events, &attr, name))
		return -1;
	if (!perfcnt_perf_events_try(events))
		return 0;
	events->count--;
	return -1;
}

/* In the group of those before it. */
static int open_event(struct perf_events *events, pid_t pid, bool command)
{
	struct perf_event *event = &events->event[events->open];
	const int leader = events->open ? events->event[0].fd : -1;
	char words[PERF_WORDS];
	const char *why;

	event->attr.disabled = leader < 0;
	event->attr.pinned = !command && leader < 0;
	event->attr.inherit = command;
	event->attr.enable_on_exec = command && leader < 0;
	event->base = (struct perf_reading){ 0 };
	event->fd = perfcnt_perf_open(&event->attr, pid, leader);
	if (event->fd < 0) {
		why = perfcnt_perf_refusal(&event->attr, pid, leader, words);
		return perfcnt_refuse_call(errno, "'%s': %s", event->name, why);
	}
	if (ioctl(event->fd, PERF_EVENT_IOC_ID, &event->base.id)) {
		perfcnt_refuse_call(errno, "'%s': perf does not number it", event->name);
		close(event->fd);
		return -1;
	}
	events->open++;
	return 0;
}

static int open_all(struct perf_events *events, pid_t pid, bool command)
{
	close_all(events);
	while (events->open < events->count)
		if (open_event(events, pid, command)) {
			close_all(events);
			return -1;
		}
	return 0;
}

/* What perf says of an event; since its base only the times are compared.  1: not all the time. */
static int read_event(const struct perf_event *event, struct perf_reading *reading)
{
	/* the same instructions with a second thread: read(2) of glibc can be cancelled then */
	const long length = syscall(SYS_read, event->fd, reading, sizeof(*reading));

	if (length == sizeof(*reading) && reading->id != event->base.id)
		return refuse_closed();
	if (length == sizeof(*reading))
		return reading->enabled - event->base.enabled !=
		       reading->running - event->base.running;
	*reading = event->base;
	if (length > 0)
		return refuse_closed();
	return length ? perfcnt_refuse_call(errno, "perf cannot read an event") : 1;
}

/* What has no counter now has not been counted for some time already. */
static int check_counters(const struct perf_events *events)
{
	struct perf_reading reading;
	unsigned int i;
	int partly;

	for (i = 0; i < events->count; i++) {
		partly = read_event(&events->event[i], &reading);
		if (partly < 0)
			return -1;
		if (partly)
			return perfcnt_refuse_call(EBUSY, "'%s': " TAKEN, events->event[i].name);
	}
	return 0;
}

/* From now on. */
static int enable(struct perf_events *events)
{
	if (!events->count)
		return perfcnt_refuse_call(EINVAL, "there are no events");
	if (ioctl(events->event[0].fd, PERF_EVENT_IOC_ENABLE, 0))
		return -1;
	return check_counters(events);
}

static int measure_clock(struct perf_events *events)
{
	unsigned int i, times = 0;
	struct perf_reading reading;
	uint64_t before = 0;

	for (i = 0; i < READINGS; i++) {
		if (read_event(&events->event[0], &reading) < 0)
			return -1;
		times += reading.enabled != before;
		before = reading.enabled;
	}
	events->coarse = times < 3;
	return 0;
}

int perfcnt_perf_events_start(struct perf_events *events)
{
	if (!open_all(events, 0, false) && !enable(events))
		return 0;
	close_all(events);
	return -1;
}

int perfcnt_perf_events_try(struct perf_events *events)
{
	const int result = perfcnt_perf_events_start(events) || measure_clock(events) ? -1 : 0;

	close_all(events);
	return result;
}

/* The kernel's own events need no counter. */
static int check_clock(const struct perf_events *events)
{
	unsigned int i;

	for (i = 0; events->coarse && i < events->count; i++)
		if (events->event[i].attr.type != PERF_TYPE_SOFTWARE)
			return perfcnt_refuse_call(ENOTSUP, COARSE, events->event[i].name);
	return 0;
}

int perfcnt_perf_events_start_command(void *argument, pid_t pid)
{
	struct perf_events *events = argument;

	if (check_clock(events) || open_all(events, pid, true))
		return -1;
	events->leaver = perfcnt_perf_leaver_new(pid);
	if (events->leaver)
		return 0;
	close_all(events);
	return -1;
}

int perfcnt_perf_events_stop(struct perf_events *events)
{
	if (!events->open)
		return perfcnt_refuse_call(EINVAL, "nothing was started");
	return control(events, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

int perfcnt_perf_events_read(const struct perf_events *events, uint64_t counts[],
			     unsigned int number)
{
	unsigned int i;
	int partly = 0;

	if (!events->open)
		return perfcnt_refuse_call(EINVAL, "nothing was started");
	for (i = 0; i < events->open; i++) {
		const struct perf_event *event = &events->event[i];
		struct perf_reading reading;
		const int result = read_event(event, &reading);

		if (result < 0)
			return -1;
		partly |= result;
		if (i < number)
			counts[i] = reading.count - event->base.count;
	}
	return partly ? perfcnt_refuse_call(EIO, "not all was counted: " TAKEN) : 0;
}

int perfcnt_perf_events_left(const struct perf_events *events)
{
	return events->leaver ? perfcnt_perf_leaver_has_left(events->leaver) : 0;
}

/*
 * Perf is asked again for counters that others had, but not for all tasks of a command: what
 * these start meanwhile would not be counted, and nothing would tell.  Nor are its events read
 * as a group: while a task exits, perf has its counts in some of them only.
 */
static int reset_command(struct perf_events *events)
{
	struct perf_reading reading;
	unsigned int i;

	for (i = 0; i < events->open; i++) {
		if (read_event(&events->event[i], &reading) < 0)
			return -1;
		events->event[i].base = reading;
	}
	return 0;
}

int perfcnt_perf_events_reset(struct perf_events *events)
{
	if (!events->open)
		return perfcnt_refuse_call(EINVAL, "nothing was started");
	if (events->leaver)
		return reset_command(events);
	if (control(events, PERF_EVENT_IOC_DISABLE, 0) ||
	    control(events, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP) ||
	    control(events, PERF_EVENT_IOC_ENABLE, 0))
		return -1;
	return check_counters(events);
}
