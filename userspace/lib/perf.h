/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's perf on this machine: what names mean to it, and why it refuses. */
#ifndef PERFCNT_PERF_H
#define PERFCNT_PERF_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct perfcnt_limits;

/* Room for words. */
#define PERF_WORDS	128

/**
 * perfcnt_perf_limits() - what perf has on this machine, for the parser of names
 *
 * Keeps errno.
 *
 * Return: the limits, found once.
 */
const struct perfcnt_limits *perfcnt_perf_limits(void);

/**
 * perfcnt_perf_look_up() - what a name means
 * @name: name[:modes]
 * @attr: comes back: the event
 * @why: comes back if the name is right, but perf has no such event (ENOENT)
 *
 * Odd counters have the name if even ones do not.
 *
 * Return: 0 or -1: with @why, if somebody else has to count it; otherwise with words for
 * perfcnt_strerror(): ENOENT for a name that is not known, EINVAL for wrong modes.
 */
int perfcnt_perf_look_up(const char *name, struct perf_event_attr *attr, const char **why);

/**
 * perfcnt_perf_open() - let perf count an event
 * @attr: the event
 * @pid: a thread, on whichever CPU it runs; 0 is the calling one
 * @leader: that of its group, or -1 if it is one
 *
 * Return: perf's file, which execve(2) closes, or -1, as perf_event_open(2).
 */
int perfcnt_perf_open(const struct perf_event_attr *attr, pid_t pid, int leader);

/**
 * perfcnt_perf_is() - is a file still that of an event?
 * @fd: perf's file
 * @id: the event's PERF_EVENT_IOC_ID
 *
 * A program that closes all descriptors can have another event, or anything, by that number.
 */
bool perfcnt_perf_is(int fd, uint64_t id);

/**
 * perfcnt_perf_refusal() - why perfcnt_perf_open() has refused an event, with its errno
 * @attr: the event
 * @pid: the thread
 * @leader: that of its group, or -1
 * @words: room for words
 *
 * Return: the words, with errno set: EPERM if the caller may not, with the value of
 * perf_event_paranoid; ENOENT if perf does not count it on this machine; EBUSY if there is no
 * room for it beside the others; otherwise as perf_event_open(2).
 */
const char *perfcnt_perf_refusal(const struct perf_event_attr *attr, pid_t pid, int leader,
				 char words[PERF_WORDS]);

#endif /* PERFCNT_PERF_H */
