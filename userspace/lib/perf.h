/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's perf on this machine: what names mean to it, and why it refuses. */
#ifndef PERFCNT_PERF_H
#define PERFCNT_PERF_H

#include <linux/perf_event.h>

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
 * perfcnt_perf_not_permitted() - why the caller may not have an event
 * @attr: the event, which perf_event_open(2) has refused
 * @words: room for them
 *
 * Return: the words, with errno EPERM.
 */
const char *perfcnt_perf_not_permitted(const struct perf_event_attr *attr,
				       char words[PERF_WORDS]);

#endif /* PERFCNT_PERF_H */
