/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Events that are counted together, for a tree of tasks or for all CPUs, and the counters that
 * they have.  All of it is for the library itself and for the tools, which are built with it and
 * linked to libperfcnt.a.
 */
#ifndef PERFCNT_EVENT_SET_H
#define PERFCNT_EVENT_SET_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "perfcnt.h"

/* The banks: a counter's is its number modulo 2. */
#define SET_EVEN	0
#define SET_ODD	1
#define SET_BANKS	2

/* The most counters of an event: one for each VPE. */
#define SET_PARTS	2

/* Room for records, of a newer kernel's size, too. */
#define SET_RECORDS_SIZE	8192

/**
 * struct set_place - where an event is counted: samples and records of threads are told by it
 * @parts: on how many counters
 * @counter: these
 */
struct set_place {
	unsigned int parts;
	unsigned int counter[SET_PARTS];
};

/**
 * struct set_event - an event of a set
 * @can: which banks can count it
 * @alone: which of these can count a VPE alone
 * @what: what it is there, for each VPE
 * @turn: if events are multiplexed, what it is without a filter
 * @counted: if events are multiplexed, what it had counted at the last reading
 * @place: where it was counted last, unless it is multiplexed
 */
struct set_event {
	bool can[SET_BANKS];
	bool alone[SET_BANKS];
	struct perfcnt_what what[SET_BANKS][SET_PARTS];
	struct perfcnt_multiplexing_event turn;
	uint64_t counted;
	struct set_place place;
};

/**
 * struct set_records - records of threads, as the kernel has given them
 * @length: bytes in @bytes
 * @at: of these, those that perfcnt_thread_next() has returned
 * @bytes: the records
 */
struct set_records {
	size_t length;
	size_t at;
	char bytes[SET_RECORDS_SIZE];
};

/**
 * struct perfcnt_event_set - a set of events for a tree of tasks, or for all CPUs
 * @perfcnt: the handle
 * @vpes: how many counters an event needs
 * @cpus: it is for all CPUs
 * @keeps_records: of each thread that exits
 * @claimed: mask of the counters that it has
 * @follows: it has been entered, and not left
 * @started: the caller wants it to count
 * @multiplexes: its events take turns
 * @slice_us: how long each is counted at a time, in microseconds
 * @shared: counters that were set count what others do, too
 * @count: number of events
 * @events: the events
 * @reading: the last reading
 * @multiplexed: the last reading, if the events take turns
 * @records: records of threads that were read
 */
struct perfcnt_event_set {
	struct perfcnt *perfcnt;
	unsigned int vpes;
	bool cpus;
	bool keeps_records;
	uint32_t claimed;
	bool follows;
	bool started;
	bool multiplexes;
	unsigned int slice_us;
	bool shared;
	unsigned int count;
	struct set_event events[PERFCNT_MULTIPLEX_EVENTS];
	struct perfcnt_counts reading;
	struct perfcnt_multiplexed multiplexed;
	struct set_records records;
};

/**
 * perfcnt_event_set_new() - make a set of events that is counted for a tree of tasks
 * @perfcnt: the handle, which must outlive the set
 *
 * Return: the set, or NULL: ENOMEM.
 */
struct perfcnt_event_set *perfcnt_event_set_new(struct perfcnt *perfcnt);

/**
 * perfcnt_event_set_count_cpus() - let the events be counted on all CPUs, for whatever runs
 * @set: the set, without events
 *
 * Each event has one counter then.  perfcnt_event_set_enter() enters no task.
 */
void perfcnt_event_set_count_cpus(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_free() - leave the tasks, release the counters and free the set
 * @set: the set, or NULL
 *
 * Keeps errno.
 */
void perfcnt_event_set_free(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_add() - add an event
 * @set: the set, whose counters are not claimed yet
 * @name: name[:modes]
 *
 * The library chooses the counters; where VPEs share counters, one for each VPE.
 * Events are numbered from 0, in the order in which they were added.
 *
 * Return: 0 or -1: EBUSY if no counters are left that can count it; EINVAL for a name
 * with a filter; otherwise as PERFCNT_IOC_SET.
 */
int perfcnt_event_set_add(struct perfcnt_event_set *set, const char *name);

/**
 * perfcnt_event_set_remove() - take an event out again
 * @set: the set, whose counters are not claimed
 * @event: the event's number, which is one of its; those behind it move up by one
 */
void perfcnt_event_set_remove(struct perfcnt_event_set *set, unsigned int event);

/**
 * perfcnt_event_set_multiplex() - let more events than counters take turns
 * @set: the set, without events
 * @slice_us: how long each is counted at a time, in microseconds; 0 for 10000
 *
 * Up to 120 events can be added then.  The set claims all counters that are free.  In
 * each slice some of the events are counted, while tasks of the set run; the order of
 * the slices is random.  perfcnt_event_set_count() is then an estimate of what the event has
 * counted in all, and perfcnt_event_set_sum() has what it comes from.  The counts of threads'
 * records are estimates, too.
 *
 * Return: 0 or -1: EINVAL for less than 500 or more than 1000000 microseconds.
 */
int perfcnt_event_set_multiplex(struct perfcnt_event_set *set, unsigned int slice_us);

/**
 * perfcnt_event_set_claim() - claim the counters of all events, and set them
 * @set: the set
 *
 * perfcnt_event_set_enter() does it, too.
 *
 * Return: 0 or -1: EBUSY if others have claimed counters meanwhile; EINVAL
 * without events; otherwise as PERFCNT_IOC_CLAIM and PERFCNT_IOC_SET.
 */
int perfcnt_event_set_claim(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_release() - leave the tasks, and release the counters of all events
 * @set: the set, which is not sampled
 *
 * Keeps errno.
 */
void perfcnt_event_set_release(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_enter() - let the events count for a task only
 * @set: the set
 * @pid: a thread; 0 is the calling thread
 * @flags: PERFCNT_SCOPE_INHERIT, what it creates, too; PERFCNT_SCOPE_ON_EXEC, when it
 *	   executes a program; PERFCNT_SCOPE_PROCESS, all threads of its process;
 *	   PERFCNT_SCOPE_RECORDS, for perfcnt_thread_next(); PERFCNT_SCOPE_SHARED, events
 *	   that cannot be counted for a VPE alone are welcome
 *
 * Return: 0 or -1: EPERM, EINVAL, ESRCH, EOPNOTSUPP, EIO as
 * PERFCNT_IOC_SCOPE in perfcnt(4); or as perfcnt_event_set_claim().
 */
int perfcnt_event_set_enter(struct perfcnt_event_set *set, pid_t pid, unsigned int flags);

/**
 * perfcnt_event_set_enter_command() - let the events count for the command that this process
 * becomes, from its exec on, and for all that it starts
 * @set: the set; for perfcnt_command(), as a program without CAP_PERFMON cannot enter
 *	  another process, but its child can enter itself
 *
 * Return: 0 or -1: as perfcnt_event_set_enter().
 */
int perfcnt_event_set_enter_command(void *set);

/**
 * perfcnt_event_set_save_places() - before another place is tried for each event
 * @set: the set
 * @places: comes back: PERFCNT_MAX_COUNTERS of them
 */
void perfcnt_event_set_save_places(const struct perfcnt_event_set *set,
				   struct set_place places[]);

/**
 * perfcnt_event_set_restore_places() - what was tried and refused has changed nothing
 * @set: the set
 * @places: where its events were: records of the last run are told by that
 */
void perfcnt_event_set_restore_places(struct perfcnt_event_set *set,
				      const struct set_place places[]);

/**
 * struct perfcnt_command - a command that is to be started
 * @file: where it is, as for execvp(3)
 * @argv: its words
 * @mask: the signals that are blocked in it; the caller must have no handlers of others.
 *	  NULL: those that are blocked in the caller, which can have handlers
 * @enter: is called in its process just before it begins: 0, or -1 with errno set; or NULL
 * @attach: or is called in the calling process, while the command's waits before its
 *	    execve(2): 0, or -1 with errno set; or NULL
 * @argument: for one of the two
 */
struct perfcnt_command {
	const char *file;
	char *const *argv;
	const sigset_t *mask;
	int (*enter)(void *argument);
	int (*attach)(void *argument, pid_t pid);
	void *argument;
};

/**
 * perfcnt_command() - start a command
 * @command: the command
 * @entered: comes back: @enter or @attach was a success, or there was none
 *
 * Return: the process, or -1: as these, pipe(2), fork(2) and execvp(3).
 */
pid_t perfcnt_command(const struct perfcnt_command *command, bool *entered);

/* What is said of them. */
#define PERFCNT_LEFT_WORDS \
	"left at execve: a set-user-ID or set-group-ID program, or one that its user may not read"

/**
 * perfcnt_event_set_left() - how many tasks has the kernel let leave at execve()?
 * @set: the set
 *
 * What they did from then on is not in the counts: their programs are set-user-ID or
 * set-group-ID, or may not be read by their users.
 *
 * Return: the number, of the time since it was entered last, or -1: as
 * PERFCNT_IOC_READ.
 */
int perfcnt_event_set_left(const struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_leave() - count for the tasks no more
 * @set: the set, which is entered
 *
 * Counts stay, and can be read.
 *
 * Return: 0 or -1: EINVAL if it is not entered.
 */
int perfcnt_event_set_leave(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_start() - start counting, for all tasks at the same instant
 * @set: the set; before it is entered, it will start then
 *
 * Return: 0 or -1: as PERFCNT_IOC_START and perfcnt_event_set_enter().
 */
int perfcnt_event_set_start(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_stop() - stop counting, for all tasks at the same instant
 * @set: the set
 *
 * Return: 0 or -1: as PERFCNT_IOC_STOP.
 */
int perfcnt_event_set_stop(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_reset() - set counts to 0
 * @set: the set
 *
 * Return: 0 or -1: as PERFCNT_IOC_RESET.
 */
int perfcnt_event_set_reset(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_shared() - does an event count what others do, too?
 * @set: the set
 * @event: the event's number, which is one of its
 *
 * Return: whether it cannot be counted for a VPE alone, and several share the counters.
 */
bool perfcnt_event_set_shared(const struct perfcnt_event_set *set, unsigned int event);

/**
 * perfcnt_thread_next() - what a thread of a set has counted until it exited
 * @set: the set, entered with PERFCNT_SCOPE_RECORDS
 * @thread: gets the next record, in the order in which the threads ended; what the kernel
 *	    has not given of it is 0
 *
 * Return: 0 or -1: EAGAIN if there is none now; EINVAL if the set was never entered; EPROTO
 * if one of its counts is none.
 */
int perfcnt_thread_next(struct perfcnt_event_set *set, struct perfcnt_thread *thread);

/**
 * perfcnt_thread_count() - what a thread has counted
 * @set: the set, whose events and counters are those of then
 * @thread: its record
 * @event: the number of an event of the set
 * @value: gets the count, an estimate if events take turns; starting, stopping and
 *	   resetting the set do not change it
 *
 * Return: 0 or -1: ENODATA if there is no such event, or it had no slice while the thread
 * ran.
 */
int perfcnt_thread_count(const struct perfcnt_event_set *set, const struct perfcnt_thread *thread,
			 unsigned int event, uint64_t *value);

/**
 * perfcnt_thread_turn() - what a thread has counted in an event's slices
 * @set: the set, whose events take turns
 * @thread: its record
 * @event: the number of an event of the set
 *
 * Return: the count, and how long the thread ran in these slices; the counts of all threads
 * add up to that of perfcnt_event_set_sum().  Or NULL: ENODATA if there is no such event, or
 * it had no slice while the thread ran.
 */
const struct perfcnt_thread_count *perfcnt_thread_turn(const struct perfcnt_event_set *set,
						       const struct perfcnt_thread *thread,
						       unsigned int event);

/**
 * perfcnt_event_set_is_control() - is the name of an event a control word?
 * @name: the name
 */
bool perfcnt_event_set_is_control(const char *name);

/**
 * perfcnt_event_set_drop_records() - return none of the records of threads that were read
 * @set: the set
 */
void perfcnt_event_set_drop_records(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_is_software() - is it an event of the kernel, which no hardware counts?
 * @event: the event
 */
bool perfcnt_event_set_is_software(const struct set_event *event);

/* If its events take turns: multiplex.c. */

/**
 * perfcnt_multiplex_look_up() - what a multiplexed event is
 * @set: the set
 * @name: its name
 * @event: the event, with the banks that can count it; its turn is filled in
 *
 * Return: 0 or -1, as perfcnt_kernel_name().
 */
int perfcnt_multiplex_look_up(const struct perfcnt_event_set *set, const char *name,
			      struct set_event *event);

/**
 * perfcnt_multiplex_counters() - which counters events that are multiplexed take
 * @set: the set
 * @free: mask of the counters that are free
 * @machine: said so
 * @most: how many may be claimed
 *
 * Return: a mask: all but what is left to others, and what no event can have.
 */
uint32_t perfcnt_multiplex_counters(const struct perfcnt_event_set *set, uint32_t free,
				    const struct perfcnt_describe *machine, int most);

/**
 * perfcnt_multiplex_set() - let the events take turns on the counters that are claimed
 * @set: the set
 *
 * Return: 0 or -1, as PERFCNT_IOC_MULTIPLEX.
 */
int perfcnt_multiplex_set(struct perfcnt_event_set *set);

/**
 * perfcnt_multiplex_release() - undo perfcnt_multiplex_set(), and release the counters
 * @set: the set, which is not entered
 */
void perfcnt_multiplex_release(struct perfcnt_event_set *set);

/**
 * perfcnt_multiplex_take() - what the events have counted
 * @set: the set
 * @multiplexed: gets it
 *
 * Return: 0 or -1: EPROTO if a count went back; otherwise as PERFCNT_IOC_MULTIPLEXED.
 */
int perfcnt_multiplex_take(struct perfcnt_event_set *set, struct perfcnt_multiplexed *multiplexed);

/**
 * struct multiplex_sum - what an event has counted from one reading to another
 * @event: its counts, its time and its slices; 1 of these at least if it has counted
 * @enabled: how long it was to be counted, in nanoseconds
 * @rounds: how often all events had a slice
 */
struct multiplex_sum {
	struct perfcnt_multiplexed_event event;
	uint64_t enabled;
	uint32_t rounds;
};

/**
 * perfcnt_multiplex_between() - what an event has counted between two readings
 * @before: the first; NULL: since counting began from 0
 * @after: the last
 * @event: the event's number
 * @sum: gets it
 */
void perfcnt_multiplex_between(const struct perfcnt_multiplexed *before,
			       const struct perfcnt_multiplexed *after, unsigned int event,
			       struct multiplex_sum *sum);

/**
 * perfcnt_multiplex_count() - what would have been counted all the time
 * @sum: what was counted
 * @event: the event's number, for words
 * @count: gets that, rounded to the nearest number
 *
 * Return: 0 or -1: ENODATA if the event had no slice.
 */
int perfcnt_multiplex_count(const struct multiplex_sum *sum, unsigned int event,
			    uint64_t *count);

/**
 * perfcnt_multiplex_error() - the standard error of that
 * @sum: what was counted
 *
 * Return: events; less than 0 if it is not known.
 */
double perfcnt_multiplex_error(const struct multiplex_sum *sum);

/**
 * perfcnt_multiplex_scale() - what would have been counted all the time
 * @count: what was counted
 * @enabled: all the time
 * @running: how long it was counted, not 0
 *
 * Return: that, rounded to the nearest number.
 */
uint64_t perfcnt_multiplex_scale(uint64_t count, uint64_t enabled, uint64_t running);

#endif /* PERFCNT_EVENT_SET_H */
