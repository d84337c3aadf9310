// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A part of a program: two readings, less what they themselves count.
 *
 * Between the two the counters see the way out of the first reading and the way into the
 * second.  Both must be the same instructions every time, so there is no condition there
 * but whether the reading has failed.
 */
#include <errno.h>
#include <string.h>

#include "events.h"

static bool multiplexes(const struct perfcnt_events *events)
{
	return events->tree && events->tree->multiplexes;
}

/* What an event has counted between two readings, on whichever counters. */
static int get_difference(const struct perfcnt_events *events, unsigned int event,
			  uint64_t *sum)
{
	const struct events_part *part = &events->parts[event];
	unsigned int i;

	*sum = 0;
	for (i = 0; i < part->count; i++) {
		unsigned long long before = events->before.counts[part->index[i]];
		unsigned long long after = events->after.counts[part->index[i]];

		if (after < before)
			return perfcnt_refuse_call(EPROTO,
						   "event %u: its counter went back from %llu to %llu",
						   event, before, after);
		*sum += after - before;
	}
	return 0;
}

/* Perf has counters for nothing of this thread. */
static __attribute__((cold, noinline)) int refuse_stopped(void)
{
	return perfcnt_refuse_call(EIO,
				   "others have taken the counters: what was counted since then is lost");
}

static __attribute__((cold, noinline)) int refuse_left(void)
{
	return perfcnt_refuse_call(EIO, PERFCNT_LEFT_WORDS
				   "; perfcnt_estimate(3) has what was counted");
}

/* Why nothing was read. */
static int refuse_reading(const struct perfcnt *perfcnt)
{
	int error = errno;

	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (events_by_pages(perfcnt->hot))
		return refuse_stopped();
	perfcnt_forget_words();
	errno = error ? error : EIO;
	return -1;
}

/* The first time: a thread's own readings are subtracted, once it is known what they cost. */
static int start(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (perfcnt_events_start(perfcnt))
		return -1;
	if (events->scope > EVENTS_PROGRAM || multiplexes(events))
		events->tries = EVENTS_TRIES;
	else
		events->alone = HANDLE_TELLS_ALONE && HANDLE_IS_ALONE;
	return 0;
}

/* With a second thread a reading takes more: what it costs is measured again. */
static __attribute__((cold, noinline)) void forget_cost(struct perfcnt_events *events)
{
	events->alone = false;
	events->tries = 0;
	events->again = 0;
}

/* Where a reading alone is not enough: can it be tried again?  If not, the end has the error. */
static __attribute__((cold, noinline)) bool begin_slowly(struct perfcnt *perfcnt,
							 unsigned int attempts)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_may_count(perfcnt)) {
		events->error = errno;
	} else if (events_by_pages(perfcnt->hot)) {
		/* others had taken the counters: they may be free again */
		if (!attempts && !perfcnt_pages_start(&events->pages)) {
			perfcnt->hot->lost = true;
			return true;
		}
		events->error = EIO;
	} else if (multiplexes(events)) {
		events->error = perfcnt_tree_reset(events->tree) ? errno : 0;
	} else {
		refuse_reading(perfcnt);
		events->error = errno;
	}
	events->trying = false;
	return false;
}

/* Nothing is read: the end says why. */
static __attribute__((cold, noinline)) int begin_refused(struct perfcnt_events *events, int error)
{
	if (events->over)
		perfcnt_refuse_call(error, "perfcnt_leave(3) has ended the counting");
	events->begun++;
	events->error = error;
	events->failed = events->over ? error : 0;
	events->trying = false;
	return 0;
}

/* All ways out of a reading are one. */
PERFCNT_API int perfcnt_begin_part(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	unsigned int attempts = 0;

	if (__builtin_expect(!events, 0))
		return 0;
	if (__builtin_expect(events->failed, 0))
		return begin_refused(events, events->failed);
	if (__builtin_expect(!events->started, 0) && start(perfcnt))
		return begin_refused(events, errno);
	if (HANDLE_TELLS_ALONE && __builtin_expect(events->alone && !HANDLE_IS_ALONE, 0))
		forget_cost(events);
	events->trying = events->tries < EVENTS_TRIES;
	events->begun++;
	events->error = 0;
	events->ended = false;
	do {
		if (events_by_pages(perfcnt->hot)) {
			if (pages_read(perfcnt->hot, (uint64_t *)events->before.counts, 0,
				       false))
				break;
		} else if (events_by_device(perfcnt) &&
			   events_read_device(perfcnt, &events->before)) {
			break;
		}
	} while (begin_slowly(perfcnt, attempts++));
	return events->trying;
}

/* For other languages: what the header has for C stands in the caller. */
PERFCNT_API void (perfcnt_begin)(struct perfcnt *perfcnt)
{
	perfcnt_begin_here(perfcnt);
}

static int refuse_part(const struct perfcnt_events *events)
{
	if (!events->begun)
		return perfcnt_refuse_call(EPROTO, "the part was ended but not begun");
	if (events->begun > 1)
		return perfcnt_refuse_call(EALREADY, "the part was begun twice");
	errno = events->error;
	return -1;
}

/* The part was empty: the least that one has counted is what the readings count. */
static int note_cost(struct perfcnt_events *events)
{
	unsigned int i, wanted = events->tree ? 0 : events->again;
	uint64_t *cost = events->cost[events->again];

	if (events->repeats != wanted)
		return 0; /* the thread has left its CPU */
	for (i = 0; i < events->count; i++) {
		uint64_t delta;

		if (get_difference(events, i, &delta))
			return -1;
		if (events->tries < 2 || delta < cost[i])
			cost[i] = delta;
	}
	events->again = ++events->tries & 1;
	return 0;
}

/* All events that take turns, and whether what they count is all of it. */
static int read_turns(const struct perfcnt *perfcnt, bool *left)
{
	const struct perfcnt_events *events = perfcnt->events;
	int leavers;

	if (!perfcnt_events_may_count(perfcnt) || perfcnt_multiplex_read(events->tree))
		return -1;
	leavers = events_can_leave(events) ? perfcnt_tree_left(events->tree) : 0;
	*left = leavers > 0;
	return leavers < 0 ? -1 : 0;
}

static int finish(struct perfcnt *perfcnt, bool was_read, uint32_t repeats)
{
	struct perfcnt_events *events = perfcnt->events;
	bool whole = events->begun == 1 && !events->error;
	int result = 0;

	if (!whole)
		result = refuse_part(events);
	else if (multiplexes(events))
		result = read_turns(perfcnt, &events->left);
	else if (!was_read)
		result = refuse_reading(perfcnt);
	else
		events->left = events->after.left;
	events->begun = events->scope == EVENTS_COMMAND;
	events->repeats = repeats;
	if (!result && events->trying)
		result = note_cost(events);
	events->ended = !result;
	if (result && events->trying) {
		/* not again and again: the part has no cost, and this error */
		events->tries = 0;
		events->again = 0;
		events->failed = errno;
	}
	return result;
}

PERFCNT_API int perfcnt_end(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	struct pages_hot *hot = perfcnt->hot;
	uint32_t repeats = hot->repeats;
	bool was_read;

	if (__builtin_expect(!events, 0))
		return perfcnt_refuse_call(EINVAL, "there are no events");
	if (events_by_pages(hot))
		was_read = pages_read(hot, (uint64_t *)events->after.counts, events->again,
				      false);
	else
		was_read = events_by_device(perfcnt) &&
			   events_read_device(perfcnt, &events->after);
	return finish(perfcnt, was_read, hot->repeats - repeats);
}

/* What the two readings count themselves. */
static uint64_t cost_of(const struct perfcnt_events *events, unsigned int event)
{
	uint64_t once = events->cost[0][event], twice = events->cost[1][event];

	if (events->scope > EVENTS_PROGRAM)
		return 0;
	return events->tree ? once : once + events->repeats * (twice - once);
}

int perfcnt_events_count(const struct perfcnt_events *events, unsigned int event,
			 uint64_t *count)
{
	uint64_t all, cost;

	if (!events || event >= events->count)
		return perfcnt_refuse_call(ENODATA, "there is no event %u", event);
	if (!events->ended)
		return perfcnt_refuse_call(ENODATA, "no part has ended");
	if (multiplexes(events)) {
		if (perfcnt_multiplex_estimate(events->tree, event, count))
			return perfcnt_refuse_call(ENODATA, "event %u had no slot", event);
		return 0;
	}
	if (get_difference(events, event, &all))
		return -1;
	cost = cost_of(events, event);
	*count = all < cost ? 0 : all - cost;
	return 0;
}

PERFCNT_API int perfcnt_count(const struct perfcnt *perfcnt, unsigned int event,
			      uint64_t *count)
{
	if (perfcnt_events_count(perfcnt->events, event, count))
		return -1;
	return perfcnt->events->left ? refuse_left() : 0;
}

static int read_estimates(const struct perfcnt *perfcnt, uint64_t counts[],
			  unsigned int number)
{
	const struct perfcnt_events *events = perfcnt->events;
	unsigned int i;
	bool left;

	if (read_turns(perfcnt, &left))
		return -1;
	if (left)
		return refuse_left();
	for (i = 0; i < number && i < events->count; i++)
		if (perfcnt_multiplex_estimate(events->tree, i, &counts[i]))
			counts[i] = 0;
	return 0;
}

static __attribute__((noinline)) int
read_slowly(struct perfcnt *perfcnt, uint64_t counts[], unsigned int number)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_read read;
	unsigned int i, part;
	bool was_read;

	if (!events)
		return perfcnt_refuse_call(EINVAL, "there are no events");
	if (!events->started && start(perfcnt))
		return -1;
	if (multiplexes(events))
		return read_estimates(perfcnt, counts, number);
	events_make_reading(events, &read);
	if (events_by_pages(perfcnt->hot))
		was_read = pages_read(perfcnt->hot, (uint64_t *)read.counts, 0, false);
	else
		was_read = events_by_device(perfcnt) && events_read_device(perfcnt, &read);
	if (!was_read)
		return refuse_reading(perfcnt);
	if (perfcnt->hot->lost) {
		perfcnt->hot->lost = false;
		return refuse_stopped();
	}
	if (read.left)
		return refuse_left();
	if (events->in_order && number >= events->count) {
		memcpy(counts, read.counts, events->count * sizeof(*counts));
		return 0;
	}
	for (i = 0; i < number && i < events->count; i++) {
		counts[i] = 0;
		for (part = 0; part < events->parts[i].count; part++)
			counts[i] += read.counts[events->parts[i].index[part]];
	}
	return 0;
}

PERFCNT_API int perfcnt_read(struct perfcnt *perfcnt, uint64_t counts[], unsigned int number)
{
	struct pages_hot *hot = perfcnt->hot;

	if (!events_by_pages(hot) ||
	    __builtin_expect(number < (unsigned int)hot->count || hot->lost, 0))
		return read_slowly(perfcnt, counts, number);
	return pages_read(hot, counts, 0, false) ? 0 : refuse_reading(perfcnt);
}
