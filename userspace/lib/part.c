// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A part of a program: two readings, less what they themselves count.
 *
 * Between the two the counters see the way out of the first reading and the way into the
 * second.  Both must be the same instructions every time, so there is no condition there
 * but whether the reading has failed.  Whose events they are is asked before the first
 * reading and after the second: how many instructions that takes may change.
 */
#include <errno.h>
#include <string.h>

#include "events.h"

/* What an event has counted between two readings, on whichever counters; or from 0 to one. */
static int count_between(const struct perfcnt_events *events, const struct events_reading *before,
			 const struct events_reading *after, unsigned int event, uint64_t *count)
{
	const struct events_part *part = &events->parts[event];
	struct multiplex_sum sum;
	unsigned int i;

	if (events_multiplex(events)) {
		perfcnt_multiplex_between(before ? before->turns : NULL, after->turns, event, &sum);
		return perfcnt_multiplex_count(&sum, event, count);
	}
	*count = 0;
	for (i = 0; i < part->count; i++) {
		unsigned int at = part->index[i];

		*count += after->counted.counts[at] - (before ? before->counted.counts[at] : 0);
	}
	return 0;
}

/* Why nothing was read. */
static int refuse_reading(const struct perfcnt *perfcnt)
{
	if (!perfcnt->events->set)
		return perfcnt_events_refuse_lost();
	perfcnt_forget_words(); /* the kernel's say more */
	return -1;
}

/* Where a reading alone is not enough.  If there is none, the end says why. */
static __attribute__((cold, noinline)) void begin_slowly(struct perfcnt *perfcnt, int error)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_may_read(perfcnt))
		events->error = EPERM;
	else if (events->state != EVENTS_COUNTING)
		events->error = EINVAL;
	else if (events->perf)
		events->error = perfcnt_events_take(perfcnt, &events->before) ? errno : 0;
	else if (!events_multiplex(events) ||
		 perfcnt_multiplex_take(events->set, events->before.turns))
		events->error = events->set ? errno : EIO;
	errno = error;
}

/* All ways out of a reading are one. */
PERFCNT_API void perfcnt_begin(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	int error;

	events->begun++;
	events->error = 0;
	events->ended = false;
	if (events_by_pages(perfcnt->hot)) {
		if (pages_read(perfcnt->hot, (uint64_t *)events->before.counted.counts, 0, false))
			return;
		error = errno;
	} else {
		error = errno;
		if (perfcnt->hot->claimed && events_is_reader(perfcnt->hot) &&
		    events_read_device(perfcnt, &events->before.counted))
			return;
	}
	begin_slowly(perfcnt, error);
}

/* A part that was not begun once, or is ended by somebody else. */
static __attribute__((cold, noinline)) int refuse_part(const struct perfcnt *perfcnt)
{
	const struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_may_read(perfcnt))
		return -1;
	if (!events->begun)
		return perfcnt_refuse_call(EPROTO, "the part was ended but not begun");
	if (events->begun > 1)
		return perfcnt_refuse_call(EALREADY, "the part was begun twice");
	switch (events->error) {
	case EPERM:
		return perfcnt_refuse_call(EPERM, "the part was begun in another thread");
	case EINVAL:
		return perfcnt_events_refuse_stopped();
	}
	errno = events->error;
	return refuse_reading(perfcnt);
}

static __attribute__((cold, noinline)) int refuse_counts(struct perfcnt_events *events)
{
	const __u64 *before = events->before.counted.counts, *after = events->after.counted.counts;
	const struct events_part *part = events->parts;
	unsigned int i = 0;

	while (after[i] - before[i] <= INT64_MAX)
		i++;
	while (part->index[0] != i && part->index[part->count - 1] != i)
		part++;
	events->ended = false;
	return perfcnt_refuse_numbers(EPROTO,
				      "event %llu: its counter went back from %llu to %llu",
				      part - events->parts, before[i], after[i]);
}

static int check_counts(struct perfcnt_events *events)
{
	const __u64 *before = events->before.counted.counts, *after = events->after.counted.counts;
	uint64_t differences = 0;
	unsigned int i;

	for (i = 0; i < events->readings; i++)
		differences |= after[i] - before[i];
	return differences > INT64_MAX ? refuse_counts(events) : 0;
}

/* The thread is asked after the reading: with others, that takes more on a 34K. */
static int end_by_taking(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (perfcnt_events_take(perfcnt, &events->after))
		return -1;
	if (!events_is_reader(perfcnt->hot))
		return refuse_part(perfcnt);
	events->repeats = 0;
	events->left = events->after.counted.left;
	return check_counts(events);
}

/* Where two readings alone are not enough. */
static __attribute__((cold, noinline)) int end_slowly(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	int result;

	if (events->begun != 1 || events->error)
		result = refuse_part(perfcnt);
	else if (events->perf && events->state == EVENTS_COUNTING &&
		 perfcnt_events_are_own(perfcnt))
		result = end_by_taking(perfcnt);
	else if (!events_is_reader(perfcnt->hot))
		result = refuse_part(perfcnt);
	else if (events->state != EVENTS_COUNTING)
		result = perfcnt_events_refuse_stopped();
	else
		result = events_multiplex(events) ? end_by_taking(perfcnt) :
						    refuse_reading(perfcnt);
	events->begun = 0;
	events->ended = !result;
	return result;
}

PERFCNT_API int perfcnt_end(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	struct pages_hot *hot = perfcnt->hot;
	uint32_t repeats = hot->repeats;
	bool was_read;

	if (events_by_pages(hot))
		was_read = pages_read(hot, (uint64_t *)events->after.counted.counts, events->again,
				      false);
	else
		was_read = hot->claimed && events_read_device(perfcnt, &events->after.counted) &&
			   events_is_reader(hot);
	if (__builtin_expect(!was_read || events->begun != 1 || events->error, 0))
		return end_slowly(perfcnt);
	events->begun = 0;
	events->repeats = hot->repeats - repeats;
	events->left = events->after.counted.left;
	events->ended = true;
	return check_counts(events);
}

/* The part was empty: the least that one has counted is what the readings count. */
static void note_cost(struct perfcnt_events *events)
{
	unsigned int i, wanted = events_have_pages(events) ? events->again : 0;
	uint64_t *cost = events->cost[events->again];

	if (events->repeats != wanted)
		return; /* the thread has left its CPU */
	for (i = 0; i < events->count; i++) {
		uint64_t delta;

		count_between(events, &events->before, &events->after, i, &delta);
		if (events->tries < 2 || delta < cost[i])
			cost[i] = delta;
	}
	events->tries++;
}

PERFCNT_API int perfcnt_calibrate(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!events_is_reader(perfcnt->hot) || events->state != EVENTS_COUNTING ||
	    !events->calibrates)
		return 0;
	if (events->trying && events->ended)
		note_cost(events);
	else if (events->trying) /* the part that follows has this error, too */
		events->tries = EVENTS_TRIES;
	if (events->trying)
		events->ended = false;
	events->trying = events->tries < EVENTS_TRIES;
	events->again = events->tries & 1;
	return events->trying;
}

/* For other languages; what the header has for C does it once more, in the caller. */
PERFCNT_API int (perfcnt_start)(struct perfcnt *perfcnt)
{
	if (perfcnt_events_start(perfcnt))
		return -1;
	while (perfcnt_calibrate(perfcnt)) {
		perfcnt_begin(perfcnt);
		perfcnt_end(perfcnt);
	}
	perfcnt->events->tries = 0;
	return 0;
}

/* What the two readings count themselves. */
static uint64_t cost_of(const struct perfcnt_events *events, unsigned int event)
{
	uint64_t once = events->cost[0][event], twice = events->cost[1][event];

	if (!events->calibrates)
		return 0;
	return events_have_pages(events) ? once + events->repeats * (twice - once) : once;
}

int perfcnt_events_count(const struct perfcnt_events *events, unsigned int event,
			 uint64_t *count)
{
	uint64_t cost;

	if (perfcnt_events_check_number(events, event))
		return -1;
	if (!events->ended)
		return perfcnt_refuse_call(ENODATA, "no part has ended");
	if (count_between(events, &events->before, &events->after, event, count))
		return -1;
	cost = cost_of(events, event);
	*count -= *count < cost ? *count : cost;
	return 0;
}

PERFCNT_API int perfcnt_count(const struct perfcnt *perfcnt, unsigned int event,
			      uint64_t *count)
{
	if (!perfcnt_events_are_own(perfcnt) ||
	    perfcnt_events_count(perfcnt->events, event, count))
		return -1;
	if (!perfcnt->events->left)
		return 0;
	return perfcnt_refuse_call(EIO, PERFCNT_LEFT_WORDS
				   "; perfcnt_estimate(3) has what was counted");
}

/* Most readings by the device, by few instructions: where anything is wrong, nothing was read. */
static bool read_device(const struct perfcnt *perfcnt, uint64_t counts[], unsigned int number)
{
	const struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_counts read;
	uint64_t all = 0;
	unsigned int i;

	if (__atomic_load_n(&events->state, __ATOMIC_ACQUIRE) != EVENTS_COUNTING ||
	    !events_is_reader(perfcnt->hot) || number > events->count)
		return false;
	events_make_reading(events, &read);
	if (!read.counters || !events_read_device(perfcnt, &read) ||
	    read.left)
		return false;
	for (i = 0; i < number; i++) {
		const struct events_part *part = &events->parts[i];
		unsigned int others = part->count;

		counts[i] = read.counts[part->index[0]];
		all |= counts[i];
		while (--others) {
			all |= read.counts[part->index[others]];
			counts[i] += read.counts[part->index[others]];
		}
	}
	return all <= INT64_MAX;
}

static __attribute__((noinline)) int
read_slowly(struct perfcnt *perfcnt, uint64_t counts[], unsigned int number)
{
	struct perfcnt_events *events = perfcnt->events;
	const struct events_reading *reading = &events->kept;
	struct events_reading now;
	enum events_state state;
	unsigned int i;
	int result = 0;

	if (read_device(perfcnt, counts, number))
		return 0;
	if (!perfcnt_events_may_read(perfcnt))
		return -1;
	state = __atomic_load_n(&events->state, __ATOMIC_ACQUIRE);
	if (state == EVENTS_IDLE)
		return perfcnt_refuse_call(EINVAL, "nothing was started");
	if (number > events->count)
		return perfcnt_refuse_call(ENODATA, "there are not so many events");
	if (state == EVENTS_COUNTING) {
		now.turns = reading->turns;
		result = perfcnt_events_take(perfcnt, &now);
		reading = &now;
	} else if (events->lost) {
		result = perfcnt_events_refuse_kept(events);
	}
	if (result && events_multiplex(events))
		return errno == EIO ? perfcnt_events_refuse_lost() : -1;
	if (result && errno != EIO)
		return -1;
	for (i = 0; i < number; i++)
		result |= count_between(events, NULL, reading, i, &counts[i]);
	return !result && reading->counted.left ? perfcnt_events_refuse_left() : result;
}

PERFCNT_API int perfcnt_read(struct perfcnt *perfcnt, uint64_t counts[], unsigned int number)
{
	struct pages_hot *hot = perfcnt->hot;

	if (!events_by_pages(hot) || __builtin_expect(number != (unsigned int)hot->count, 0))
		return read_slowly(perfcnt, counts, number);
	if (pages_read(hot, counts, 0, false))
		return 0;
	return read_slowly(perfcnt, counts, hot->count); /* a register less is kept */
}
