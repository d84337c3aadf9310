/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a handle counts: events, for whom, and by which way they are read. */
#ifndef PERFCNT_EVENTS_H
#define PERFCNT_EVENTS_H

#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "handle.h"
#include "pages.h"
#include "perf_events.h"
#include "process.h"
#include "samples.h"
#include "event_set.h"

/* How many empty parts are counted, half of them read twice in the end. */
#define EVENTS_TRIES	32

/* Whose events are counted. */
enum events_scope {
	EVENTS_THREAD,
	EVENTS_PROCESS,
	EVENTS_COMMAND,
	EVENTS_CPUS,
};

enum events_state {
	EVENTS_IDLE,		/* nothing was started of these events */
	EVENTS_COUNTING,
	EVENTS_STOPPED,		/* and what they have counted is kept */
};

/*
 * Which thread of the process this is, of those that have opened events: from 1, or 0.
 * A thread pointer does not say so: that of a thread that has ended is another one's then.
 */
extern __thread unsigned long perfcnt_thread HANDLE_THREAD;

/* perfcnt_thread of the calling thread, which is not 0 from then on. */
unsigned long perfcnt_events_thread(void);

/**
 * struct events_part - which counts of a reading are an event
 * @count: how many
 * @index: which
 */
struct events_part {
	unsigned int count;
	unsigned int index[SET_PARTS];
};

/**
 * struct events_reading - what was read at one time
 * @counted: the counts, and how many tasks had left at execve() since the start
 * @turns: of events that are multiplexed; otherwise NULL
 */
struct events_reading {
	struct perfcnt_counts counted;
	struct perfcnt_multiplexed *turns;
};

/**
 * struct perfcnt_events - the events of a handle
 * @scope: whose
 * @pid: the process, or the command that was started last
 * @pidfd: this process, or -1 if there is none
 * @pages: those that are read in user mode
 * @why: why they are not, or NULL
 * @set: otherwise, what the device counts; or NULL
 * @perf: otherwise, what perf counts, and reads for the caller; or NULL
 * @samples: of these, since they were started; or NULL
 * @timed: the time is wanted, too
 * @state: do they count?
 * @count: how many there are
 * @name: their names; of those that are multiplexed the set has them
 * @sampled: mask of those that are sampled
 * @sampling: of these
 * @parts: which counts of a reading are theirs
 * @in_order: each has one, in their order
 * @readings: how many counts a reading has
 * @lost: the errno of what ended the counts that are kept; or 0
 * @begun: how often a part was begun since it was last ended
 * @ended: it has ended
 * @left: tasks had left at execve() by then
 * @error: the errno of the reading that began it
 * @calibrates: what the readings of a part count can be known
 * @trying: the part is an empty one
 * @tries: how many empty parts have been counted
 * @again: the next is read twice in the end
 * @repeats: how often the last was read once more
 * @before: what was read first
 * @after: and last
 * @kept: what was read when they were stopped
 * @cost: what an empty part counts of an event, and one that is read twice in the end
 */
struct perfcnt_events {
	enum events_scope scope;
	pid_t pid;
	int pidfd;
	struct pages pages;
	const char *why;
	struct perfcnt_event_set *set;
	struct perf_events *perf;
	struct perfcnt_samples *samples;
	bool timed;
	enum events_state state;
	unsigned int count;
	char name[PERFCNT_MAX_COUNTERS][PERFCNT_NAME_SIZE];
	uint32_t sampled;
	struct perfcnt_sampling sampling[PERFCNT_MAX_COUNTERS];
	struct events_part parts[PERFCNT_MAX_COUNTERS];
	bool in_order;
	unsigned int readings;
	int lost;
	unsigned int begun;
	bool ended;
	bool left;
	int error;
	bool calibrates;
	bool trying;
	unsigned int tries;
	uint32_t again;
	uint32_t repeats;
	struct events_reading before;
	struct events_reading after;
	struct events_reading kept;
	uint64_t cost[2][PERFCNT_MAX_COUNTERS];
};

/**
 * perfcnt_events_impossible() - could no thread read its counters by pages?
 *
 * Return: NULL if they could, or why not.
 */
const char *perfcnt_events_impossible(void);

/**
 * perfcnt_events_use_device() - let the device count
 * @perfcnt: the handle
 * @why: why perf's pages cannot
 *
 * Return: 0 or -1, as perfcnt_open_cpus() and perfcnt_add().
 */
int perfcnt_events_use_device(struct perfcnt *perfcnt, const char *why);

/**
 * perfcnt_events_start() - let all events count, from 0
 * @perfcnt: the handle
 *
 * Return: 0 or -1: as perfcnt_start().
 */
int perfcnt_events_start(struct perfcnt *perfcnt);

/**
 * perfcnt_events_prepare_command() - make all ready for a child that counts itself, or that
 * perf counts
 * @perfcnt: the handle
 *
 * Return: 0 or -1: as perfcnt_spawn().
 */
int perfcnt_events_prepare_command(struct perfcnt *perfcnt);

/**
 * perfcnt_events_count_command() - the child is counted
 * @perfcnt: the handle
 * @pid: the child, or -1 if there is none: then nothing counts
 *
 * Keeps errno.
 */
void perfcnt_events_count_command(struct perfcnt *perfcnt, pid_t pid);

/**
 * perfcnt_events_take() - a reading since the events were started or reset
 * @perfcnt: the handle, whose events count
 * @reading: gets it
 *
 * A handler of a signal can call it if they are not multiplexed.
 *
 * Return: 0 or -1, and the counts are those that are known: EIO; EPROTO.
 */
int perfcnt_events_take(struct perfcnt *perfcnt, struct events_reading *reading);

/* Refuse a call, as nothing counts, others have counters that were these events', or tasks left. */
int perfcnt_events_refuse_stopped(void);
int perfcnt_events_refuse_kept(const struct perfcnt_events *events);
int perfcnt_events_refuse_lost(void);
int perfcnt_events_refuse_left(void);

/**
 * perfcnt_events_count() - what an event has counted in the part, also if tasks have left
 * @events: the events
 * @event: the event's number
 * @count: gets the count
 *
 * Return: 0 or -1: as perfcnt_count(), but for EIO.
 */
int perfcnt_events_count(const struct perfcnt_events *events, unsigned int event,
			 uint64_t *count);

/**
 * perfcnt_events_check_number() - refuse the number of no event
 * @events: the events
 * @event: the number
 *
 * Return: 0 or -1: ENODATA, with words.
 */
int perfcnt_events_check_number(const struct perfcnt_events *events, unsigned int event);

/**
 * perfcnt_events_are_own() - refuse what only the process that has made the events may do
 * @perfcnt: the handle
 *
 * A call begins with it: the words of an earlier one are forgotten.
 *
 * Return: whether it is that process; otherwise errno is EPERM, with words.
 */
bool perfcnt_events_are_own(const struct perfcnt *perfcnt);

/**
 * perfcnt_events_may_count() - refuse what another thread or process may not do
 * @perfcnt: the handle
 *
 * Return: false with errno EPERM, and words, if they are not those of who calls.
 */
bool perfcnt_events_may_count(const struct perfcnt *perfcnt);

/**
 * perfcnt_events_may_read() - the same for a reading, which a handler of a signal may take
 * @perfcnt: the handle
 *
 * The words of a call that the signal has interrupted stay.
 *
 * Return: as perfcnt_events_may_count().
 */
bool perfcnt_events_may_read(const struct perfcnt *perfcnt);

/* Refuse what is to be done with a process that has ended. */
static inline int events_check_process(const struct perfcnt_events *events)
{
	return perfcnt_process_check(events->pid, events->pidfd);
}

static inline bool events_multiplex(const struct perfcnt_events *events)
{
	return events->set && events->set->multiplexes;
}

/* Does nobody but the thread itself read them, whatever it does just now? */
static inline bool events_have_pages(const struct perfcnt_events *events)
{
	return !events->set && !events->perf;
}

/* Is it the thread whose events these are, or one whose thread pointer that had? */
static inline bool events_by_pages(const struct pages_hot *hot)
{
	return PAGES_READABLE &&
	       __builtin_expect(hot->reader == __builtin_thread_pointer(), 1);
}

/* May the calling thread read?  In a child process @hot is 0. */
static inline bool events_is_reader(const struct pages_hot *hot)
{
	return hot->any ||
	       (hot->thread && (HANDLE_IS_ALONE || hot->thread == perfcnt_thread));
}

/* Others than the calling thread can leave at execve(). */
static inline bool events_can_leave(const struct perfcnt_events *events)
{
	return events->scope != EVENTS_THREAD && events->scope != EVENTS_CPUS;
}

/* The struct for a reading by the device: of the counts, and of who has left where one can. */
static inline void events_make_reading(const struct perfcnt_events *events,
				       struct perfcnt_counts *read)
{
	read->size = sizeof(*read);
	read->flags = events_can_leave(events) ? PERFCNT_READ_LEFT : 0;
	read->counters = events->pages.hot->claimed;
	read->left = 0;
}

static inline bool events_read_device(const struct perfcnt *perfcnt, struct perfcnt_counts *read)
{
	return !ioctl(perfcnt->fd, PERFCNT_IOC_READ, read);
}

#endif /* PERFCNT_EVENTS_H */
