/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Event sets of the library that the tools set and read themselves. */
#ifndef EVENT_SET_COUNTS_H
#define EVENT_SET_COUNTS_H

#include <stdbool.h>

#include <event_set.h>

/**
 * perfcnt_event_set_keep_records() - keep a record of each thread that exits
 * @set: the set, which is not entered; perfcnt_thread_next() has the records
 */
void perfcnt_event_set_keep_records(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_handle() - the handle of a set
 * @set: the set
 *
 * For perfcnt_strerror(), and for perfcnt_fd(): poll(2) reports POLLIN on it when
 * perfcnt_thread_next() has something to return.
 *
 * Return: the handle.
 */
struct perfcnt *perfcnt_event_set_handle(const struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_put() - let counters count, that were claimed by their numbers
 * @set: the set, without events, not entered
 * @counters: mask of the claimed counters, which are all set, with a count of 0
 * @what: what each of them counts; those that count nothing are not the set's
 * @shared: it is welcome that they count what others do, too: PERFCNT_SCOPE_SHARED
 *
 * Return: 0 or -1: as PERFCNT_IOC_SET.
 */
int perfcnt_event_set_put(struct perfcnt_event_set *set, uint32_t counters,
			  const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/**
 * perfcnt_event_set_read() - read all counts at the same instant
 * @set: the set, which keeps them until the next reading
 *
 * Return: 0 or -1: EPROTO if a count is less than it was before; otherwise as
 * perfcnt_read().
 */
int perfcnt_event_set_read(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_end() - stop, read, and count for the tasks no more
 * @set: the set
 *
 * What still runs has a record then.
 *
 * Return: 0 or -1: what failed first, as perfcnt_event_set_stop(), perfcnt_event_set_read() and
 * perfcnt_event_set_leave().
 */
int perfcnt_event_set_end(struct perfcnt_event_set *set);

/**
 * perfcnt_event_set_count() - the count of an event in the last reading
 * @set: the set
 * @event: the event's number
 * @value: gets the count, that of tasks that have exited included; if events take turns,
 *	   the count in the event's slices, scaled to all the time
 *
 * Return: 0 or -1: ENODATA if nothing was read, there is no such event, or it had no
 * slice.
 */
int perfcnt_event_set_count(const struct perfcnt_event_set *set, unsigned int event,
			    uint64_t *value);

/**
 * perfcnt_event_set_counter() - the count of a counter in the last reading
 * @set: the set
 * @counter: the counter
 * @value: gets the count
 *
 * Return: 0 or -1: ENODATA if it was not read.
 */
int perfcnt_event_set_counter(const struct perfcnt_event_set *set, unsigned int counter,
			      uint64_t *value);

/**
 * perfcnt_event_set_sum() - what an event has counted in its slices, in the last reading
 * @set: the set
 * @event: the event's number
 * @sum: gets it
 *
 * Return: 0 or -1: ENODATA if nothing was read, there is no such event, or the events take no
 * turns.
 */
int perfcnt_event_set_sum(const struct perfcnt_event_set *set, unsigned int event,
			  struct multiplex_sum *sum);

#endif /* EVENT_SET_COUNTS_H */
