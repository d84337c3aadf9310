/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Event sets of the library that the tools set and read themselves. */
#ifndef EVENT_SET_COUNTS_H
#define EVENT_SET_COUNTS_H

#include <stdbool.h>

#include <event_set.h>

/* Keeps a record of each thread that exits, for perfcnt_thread_next(); the set is not entered. */
void perfcnt_event_set_keep_records(struct perfcnt_event_set *set);

/*
 * The handle is for perfcnt_strerror(), and for perfcnt_fd(): poll(2) reports POLLIN on it when
 * perfcnt_thread_next() has something to return.
 */
struct perfcnt *perfcnt_event_set_handle(const struct perfcnt_event_set *set);

/*
 * Lets counters count that were claimed by their numbers, @counters, which are all set, with a
 * count of 0.  The set has no events, and is not entered.  @what is what each of them counts; those
 * that count nothing are not the set's.  @shared: it is welcome that they count what others do,
 * too: PERFCNT_SCOPE_SHARED.  Returns 0 or -1, as PERFCNT_IOC_SET.
 */
int perfcnt_event_set_put(struct perfcnt_event_set *set, uint32_t counters,
			  const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/*
 * Reads all counts at the same instant; the set keeps them until the next reading.  Returns 0 or
 * -1: EPROTO if a count is less than it was before; otherwise as perfcnt_read().
 */
int perfcnt_event_set_read(struct perfcnt_event_set *set);

/*
 * Stops, reads, and counts for the tasks no more; what still runs has a record then.  Returns 0 or
 * -1: what failed first, as perfcnt_event_set_stop(), perfcnt_event_set_read() and
 * perfcnt_event_set_leave().
 */
int perfcnt_event_set_end(struct perfcnt_event_set *set);

/*
 * The count of an event in the last reading, that of tasks that have exited included; if events
 * take turns, the count in the event's slices, scaled to all the time.  Returns 0 or -1: ENODATA if
 * nothing was read, there is no such event, or it had no slice.
 */
int perfcnt_event_set_count(const struct perfcnt_event_set *set, unsigned int event,
			    uint64_t *value);

/* The count of a counter in the last reading.  Returns 0 or -1: ENODATA if it was not read. */
int perfcnt_event_set_counter(const struct perfcnt_event_set *set, unsigned int counter,
			      uint64_t *value);

/*
 * What an event has counted in its slices, in the last reading.  Returns 0 or -1: ENODATA if
 * nothing was read, there is no such event, or the events take no turns.
 */
int perfcnt_event_set_sum(const struct perfcnt_event_set *set, unsigned int event,
			  struct multiplex_sum *sum);

#endif /* EVENT_SET_COUNTS_H */
