/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Events of CPUs, each on a counter of its own, and readings of all counters. */
#ifndef PERFCNT_EVENTSET_H
#define PERFCNT_EVENTSET_H

#include "perfcnt.h"

struct perfcnt_eventset;
struct perfcnt_reading;

/**
 * perfcnt_eventset_new() - make an empty set of events
 * @perfcnt: the handle, which must outlive the set
 *
 * Return: the set, or NULL: ENOMEM.
 */
struct perfcnt_eventset *perfcnt_eventset_new(struct perfcnt *perfcnt);

/**
 * perfcnt_eventset_free() - release the counters of a set and free it
 * @set: the set, or NULL
 */
void perfcnt_eventset_free(struct perfcnt_eventset *set);

/**
 * perfcnt_eventset_add() - add an event, and choose a counter for it
 * @set: the set
 * @name: name[:modes][@tcN|@vpeN]
 *
 * The library claims a counter that can count the event, and sets it.  Events that
 * are in the set already can move to other counters.  All counters of the set are
 * stopped, at 0.  If the event cannot be added, the set stays as it is.
 *
 * Return: 0 or -1: EBUSY if no counter is left that can count the event, and
 * perfcnt_strerror() says what the counters are used for; ENOMEM; otherwise as
 * perfcnt_set_name().
 */
int perfcnt_eventset_add(struct perfcnt_eventset *set, const char *name);

/**
 * perfcnt_eventset_counters() - the counters of a set
 * @set: the set
 *
 * Return: a mask, for perfcnt_start(), perfcnt_stop() and perfcnt_reset().
 */
uint32_t perfcnt_eventset_counters(const struct perfcnt_eventset *set);

/**
 * perfcnt_eventset_counter() - the counter of an event
 * @set: the set, to which no event is added any more
 * @event: the event's number, from 0 in the order of perfcnt_eventset_add()
 *
 * Return: the counter, or -1: ENODATA if the set has no such event.
 */
int perfcnt_eventset_counter(const struct perfcnt_eventset *set,
			     unsigned int event);

/**
 * perfcnt_reading_new() - make an empty reading, for perfcnt_reading_take()
 *
 * Return: the reading, or NULL: ENOMEM.
 */
struct perfcnt_reading *perfcnt_reading_new(void);

/**
 * perfcnt_reading_free() - free a reading
 * @reading: the reading, or NULL
 */
void perfcnt_reading_free(struct perfcnt_reading *reading);

/**
 * perfcnt_reading_take() - read all counters of a handle at the same instant
 * @perfcnt: the handle
 * @reading: gets the counts; what was read before is lost
 *
 * Return: 0 or -1: EIO if a count is too low because the hardware was taken from
 * the counter.
 */
int perfcnt_reading_take(struct perfcnt *perfcnt, struct perfcnt_reading *reading);

/**
 * perfcnt_reading_count() - the count of a counter
 * @reading: the reading
 * @counter: the counter
 * @value: gets the count
 *
 * Return: 0 or -1: ENODATA if the counter was not read.
 */
int perfcnt_reading_count(const struct perfcnt_reading *reading,
			  unsigned int counter, uint64_t *value);

#endif /* PERFCNT_EVENTSET_H */
