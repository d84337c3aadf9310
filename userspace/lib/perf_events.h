/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Events that the kernel's perf counts, without the device: of the calling thread, or of a
 * command with all that it starts.  They are counted together, all the time, or it is an
 * error.
 */
#ifndef PERFCNT_PERF_EVENTS_H
#define PERFCNT_PERF_EVENTS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_events;

/**
 * perfcnt_perf_events_new() - no events yet
 *
 * Return: the events, or NULL: ENOMEM.
 */
struct perf_events *perfcnt_perf_events_new(void);

/**
 * perfcnt_perf_events_free() - count no more
 * @events: the events, or NULL; a child process frees its copy alone
 *
 * Keeps errno.
 */
void perfcnt_perf_events_free(struct perf_events *events);

/**
 * perfcnt_perf_events_add() - add an event, and try all of them
 * @events: where, while nothing counts
 * @name: name[:modes]
 *
 * Return: 0 or -1, and it is not added: as perfcnt_perf_look_up(), perfcnt_perf_events_put()
 * and perfcnt_perf_events_try(); ENOENT if perf has no such event.
 */
int perfcnt_perf_events_add(struct perf_events *events, const char *name);

/**
 * perfcnt_perf_events_put() - add an event that perf is not asked about yet
 * @events: where, while nothing counts
 * @attr: the event, as perfcnt_perf_encode() makes it
 * @name: for messages; cut short if it is too long
 *
 * Return: 0 or -1: EBUSY if there are too many; ENOENT if perf would count it on one of this
 * machine's kinds of CPU only.
 */
int perfcnt_perf_events_put(struct perf_events *events, const struct perf_event_attr *attr,
			    const char *name);

/**
 * perfcnt_perf_events_remove() - take an event out
 * @events: where, while nothing counts
 * @event: its number; those behind it move up by one
 */
void perfcnt_perf_events_remove(struct perf_events *events, unsigned int event);

/**
 * perfcnt_perf_events_try() - would all of them be counted?
 * @events: the events, while nothing counts
 *
 * They are, for a moment, in the calling thread.
 *
 * Return: 0 or -1, with words: ENOENT if perf or this machine does not count an event;
 * EPERM if the caller may not, with the value of perf_event_paranoid; EBUSY if the
 * PMU has no room for all of them, or others have its counters; otherwise as
 * perf_event_open(2).
 */
int perfcnt_perf_events_try(struct perf_events *events);

/**
 * perfcnt_perf_events_start() - count the calling thread, from 0
 * @events: the events; what they have counted is dropped
 *
 * Return: 0 or -1: as perfcnt_perf_events_try().
 */
int perfcnt_perf_events_start(struct perf_events *events);

/**
 * perfcnt_perf_events_start_command() - count a command, from 0, from its execve(2) on
 * @events: the events; what they have counted is dropped
 * @pid: its process, which waits before its execve(2): see struct perfcnt_command
 *
 * Return: 0 or -1: as perfcnt_perf_events_try() and perfcnt_perf_leaver_new(); ENOTSUP, with
 * words, if perf's clock was too coarse at perfcnt_perf_events_try() to tell of an event of the
 * PMU whether all was counted.
 */
int perfcnt_perf_events_start_command(void *events, pid_t pid);

/**
 * perfcnt_perf_events_stop() - count no more; the counts stay
 * @events: the events, which count
 *
 * Return: 0 or -1: EINVAL if nothing was started.
 */
int perfcnt_perf_events_stop(struct perf_events *events);

/**
 * perfcnt_perf_events_read() - what was counted since the start or the reset
 * @events: the events, which count or have counted
 * @counts: gets the counts of the first @number events
 * @number: how many, of those that there are
 *
 * A handler of signals can call it.
 *
 * Return: 0 or -1, with words: EINVAL if nothing was started; EBADF if the program has closed
 * perf's files; EIO if others had the counters for some of the time: then, and until the reset,
 * the counts are too small.
 */
int perfcnt_perf_events_read(const struct perf_events *events, uint64_t counts[],
			     unsigned int number);

/**
 * perfcnt_perf_events_left() - has the command left perf at an execve(2)?
 * @events: the events
 *
 * What it did from then on is not counted.  Of what it has started nothing is known.
 *
 * Return: 1 if it has, 0 if it has not or if it is a thread, or -1: as
 * perfcnt_perf_leaver_has_left().
 */
int perfcnt_perf_events_left(const struct perf_events *events);

/**
 * perfcnt_perf_events_reset() - count from 0 on
 * @events: the events, which count
 *
 * Those of a thread do so at once, those of a command one after the other.
 *
 * Return: 0 or -1: EINVAL if nothing was started; EBUSY if others have the counters of a thread.
 */
int perfcnt_perf_events_reset(struct perf_events *events);

#endif /* PERFCNT_PERF_EVENTS_H */
