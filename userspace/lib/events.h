/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a handle counts: events, for whom, and by which way they are read. */
#ifndef PERFCNT_EVENTS_H
#define PERFCNT_EVENTS_H

#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "handle.h"
#include "pages.h"
#include "samples.h"
#include "tree.h"

/* How many empty parts are counted, half of them read twice in the end. */
#define EVENTS_TRIES	32

/* Whose events are counted. */
enum events_scope {
	EVENTS_THREAD,
	EVENTS_PROGRAM,
	EVENTS_COMMAND,
	EVENTS_PROCESS,
	EVENTS_CPUS,
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
	unsigned int index[TREE_PARTS];
};

/**
 * struct perfcnt_events - the events of a handle
 * @scope: whose
 * @pid: of EVENTS_PROCESS, the process
 * @pages: those that are read in user mode
 * @why: why they are not, or NULL
 * @tree: otherwise, what the device counts; or NULL
 * @samples: of these, or NULL
 * @timed: the time is wanted, too
 * @started: they count
 * @count: how many there are
 * @name: their names; of those that take turns the tree has them
 * @sampled: mask of those that are sampled
 * @period: of these
 * @jitter: of these
 * @parts: which counts are theirs
 * @in_order: each has one, in their order
 * @claimed: mask of the counters of a reading by the device; 0: the device does not read
 * @begun: how often a part was begun since it was last ended
 * @ended: it has ended
 * @left: tasks had left at execve() by then
 * @error: the errno of the reading that began it
 * @alone: they were counted while the process had one thread, where it matters
 * @tries: how many empty parts have been counted
 * @trying: the part is an empty one
 * @failed: the errno of an empty part that failed: that of the part that is to follow
 * @over: nothing is counted any more, and that of all parts
 * @again: the next is read twice in the end
 * @repeats: how often the last was read once more
 * @before: what was read first
 * @after: and last
 * @cost: what an empty part counts of an event, and one that is read twice in the end
 */
struct perfcnt_events {
	enum events_scope scope;
	pid_t pid;
	struct pages pages;
	const char *why;
	struct perfcnt_tree *tree;
	struct perfcnt_samples *samples;
	bool timed;
	bool started;
	unsigned int count;
	char name[PERFCNT_MAX_COUNTERS][PERFCNT_NAME_SIZE];
	uint32_t sampled;
	uint64_t period[PERFCNT_MAX_COUNTERS];
	uint64_t jitter[PERFCNT_MAX_COUNTERS];
	struct events_part parts[PERFCNT_MAX_COUNTERS];
	bool in_order;
	uint32_t claimed;
	unsigned int begun;
	bool ended;
	bool left;
	int error;
	bool alone;
	unsigned int tries;
	bool trying;
	int failed;
	bool over;
	uint32_t again;
	uint32_t repeats;
	struct perfcnt_read before;
	struct perfcnt_read after;
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
 * Return: 0 or -1, as open(2) and perfcnt_add().
 */
int perfcnt_events_use_device(struct perfcnt *perfcnt, const char *why);

/**
 * perfcnt_events_start() - let all events count
 * @perfcnt: the handle
 *
 * Return: 0 or -1: as perfcnt_end().
 */
int perfcnt_events_start(struct perfcnt *perfcnt);

/**
 * perfcnt_events_prepare_command() - make all ready for a child that counts itself
 * @events: its events
 *
 * Return: 0 or -1: as perfcnt_end().
 */
int perfcnt_events_prepare_command(struct perfcnt_events *events);

/**
 * perfcnt_events_count() - what an event has counted in the part, also if tasks have left
 * @events: the events, or NULL
 * @event: the event's number
 * @count: gets the count
 *
 * Return: 0 or -1: as perfcnt_count(), but for EIO.
 */
int perfcnt_events_count(const struct perfcnt_events *events, unsigned int event,
			 uint64_t *count);

/**
 * perfcnt_events_are_own() - refuse what only the process that has made the events may do
 * @perfcnt: the handle
 *
 * Return: whether it is that process; otherwise errno is EPERM, with words.
 */
bool perfcnt_events_are_own(const struct perfcnt *perfcnt);

/**
 * perfcnt_events_may_count() - refuse what another thread or process may not do
 * @perfcnt: the handle
 *
 * Of a thread and of a program these are the events of the thread that has opened; of a
 * program until they count.
 *
 * Return: false with errno EPERM, and words, if they are not those of who calls.
 */
bool perfcnt_events_may_count(const struct perfcnt *perfcnt);

/**
 * perfcnt_events_free() - count no more
 * @events: the events, or NULL
 */
void perfcnt_events_free(struct perfcnt_events *events);

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

/* Does the device read for the calling thread? */
static inline bool events_by_device(const struct perfcnt *perfcnt)
{
	return perfcnt->events->claimed && events_is_reader(perfcnt->hot);
}

/* Others than the calling thread can leave at execve(). */
static inline bool events_can_leave(const struct perfcnt_events *events)
{
	return events->scope != EVENTS_THREAD && events->scope != EVENTS_CPUS;
}

/* The struct for a reading by the device: of the counts, and of who has left where one can. */
static inline void events_make_reading(const struct perfcnt_events *events,
				       struct perfcnt_read *read)
{
	read->size = sizeof(*read);
	read->flags = events_can_leave(events) ? PERFCNT_READ_LEFT : 0;
	read->counters = events->claimed;
	read->left = 0;
}

static inline bool events_read_device(const struct perfcnt *perfcnt, struct perfcnt_read *read)
{
	return !ioctl(perfcnt->fd, PERFCNT_IOC_READ, read);
}

#endif /* PERFCNT_EVENTS_H */
