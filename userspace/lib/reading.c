// SPDX-License-Identifier: LGPL-2.1-or-later
/* Readings: counts, and what was counted between two of them. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "reading.h"

/* Of a counter that was changed while it was read: odd. */
#define UNKNOWN	1

void perfcnt_reading_begin(struct perfcnt_reading *reading)
{
	reading->read = (struct perfcnt_read){ PERFCNT_SIZES(perfcnt_read, entries) };
}

PERFCNT_API struct perfcnt_reading *perfcnt_reading_new(void)
{
	struct perfcnt_reading *reading = calloc(1, sizeof(*reading));

	if (reading)
		perfcnt_reading_begin(reading);
	return reading;
}

PERFCNT_API void perfcnt_reading_free(struct perfcnt_reading *reading)
{
	perfcnt_handle_free(reading);
}

static uint32_t load(const uint32_t *number)
{
	return __atomic_load_n(number, __ATOMIC_RELAXED);
}

void perfcnt_reading_note(struct perfcnt_reading *reading,
			  const struct perfcnt *perfcnt, struct moment *moment)
{
	uint32_t changes = load(&perfcnt->changes);
	unsigned int i;

	if (reading->handle != perfcnt->id || reading->changes != changes) {
		for (i = 0; i < MASK_COUNTERS; i++)
			reading->changed[i] = load(&perfcnt->changed[i]);
		reading->handle = perfcnt->id;
		reading->changes = changes;
		reading->first.self = 0;
		reading->last.self = 0;
	}
	perfcnt_self_note(perfcnt, moment);
	reading->self = moment->self;
}

/* Another thread may have changed something while the kernel read. */
static void note_end(struct perfcnt_reading *reading,
		     const struct perfcnt *perfcnt)
{
	unsigned int i;

	for (i = 0; i < MASK_COUNTERS; i++)
		if (reading->changed[i] != load(&perfcnt->changed[i]))
			reading->changed[i] = UNKNOWN;
	perfcnt_self_note(perfcnt, &reading->last);
}

PERFCNT_API int perfcnt_read(struct perfcnt *perfcnt,
			     struct perfcnt_reading *reading)
{
	if (!perfcnt_reading_is_current(reading, perfcnt))
		perfcnt_reading_note(reading, perfcnt, &reading->first);
	if (perfcnt_reading_take(reading, perfcnt)) {
		perfcnt->refused = 0;
		perfcnt_reading_forget(reading);
		return -1;
	}
	if (!reading->length)
		perfcnt_reading_shorten(perfcnt, &reading->read);
	if (!perfcnt_reading_is_current(reading, perfcnt))
		note_end(reading, perfcnt);
	return 0;
}

/* The counters of a short reading. */
static unsigned int short_counters(const struct perfcnt_reading *reading)
{
	return (reading->length - SHORT_SIZE(0)) / (SHORT_SIZE(1) - SHORT_SIZE(0));
}

/* What follows the counts of a short reading, or NULL: it is none. */
static const uint32_t *state_of(const struct perfcnt_reading *reading)
{
	return reading->length ?
	       (const uint32_t *)(reading->words + 1 + short_counters(reading)) : NULL;
}

enum { STATE_COUNTERS, STATE_RUNNING, STATE_HALF_FULL, STATE_CONTROLS };

void perfcnt_reading_shorten(struct perfcnt *perfcnt, const struct perfcnt_read *read)
{
	struct perfcnt_format format = {
		.size = sizeof(format),
		.flags = PERFCNT_FORMAT_TIME | PERFCNT_FORMAT_STATE |
			 PERFCNT_FORMAT_CONTROLS,
	};
	int error = errno;
	uint32_t i;

	__atomic_store_n(&perfcnt->length, 0, __ATOMIC_RELAXED);
	if (perfcnt->never_short || !read->counters || read->counters > SHORT_COUNTERS)
		return;
	for (i = 0; i < read->counters; i++)
		format.counters |= 1u << read->entries[i].counter % MASK_COUNTERS;
	if (!ioctl(perfcnt->fd, PERFCNT_IOC_FORMAT, &format) &&
	    format.length == SHORT_SIZE(read->counters))
		__atomic_store_n(&perfcnt->length, format.length, __ATOMIC_RELAXED);
	else if (errno == ENOTTY)
		perfcnt->never_short = true;
	errno = error;
}

/* The entry of a counter, or false with errno set. */
static bool find(const struct perfcnt_reading *reading, unsigned int counter,
		 struct perfcnt_count *entry)
{
	const struct perfcnt_read *read = &reading->read;
	const uint32_t *state = state_of(reading);
	uint32_t i;

	if (state && counter < MASK_COUNTERS &&
	    state[STATE_COUNTERS] & 1u << counter) {
		i = __builtin_popcount(state[STATE_COUNTERS] & ((1u << counter) - 1));
		entry->count = reading->words[1 + i];
		entry->control = state[STATE_CONTROLS + i];
		return true;
	}
	for (i = 0; !state && i < read->counters && i < PERFCNT_MAX_COUNTERS; i++)
		if (read->entries[i].counter == counter) {
			*entry = read->entries[i];
			return true;
		}
	errno = ENODATA;
	return false;
}

PERFCNT_API uint32_t
perfcnt_reading_counters(const struct perfcnt_reading *reading)
{
	const struct perfcnt_read *read = &reading->read;
	const uint32_t *state = state_of(reading);
	uint32_t i, mask = 0;

	if (state)
		return state[STATE_COUNTERS];
	for (i = 0; i < read->counters && i < PERFCNT_MAX_COUNTERS; i++)
		mask |= 1u << read->entries[i].counter % MASK_COUNTERS;
	return mask;
}

PERFCNT_API uint32_t
perfcnt_reading_running(const struct perfcnt_reading *reading)
{
	const uint32_t *state = state_of(reading);

	return state ? state[STATE_RUNNING] : reading->read.running;
}

PERFCNT_API uint32_t
perfcnt_reading_half_full(const struct perfcnt_reading *reading)
{
	const uint32_t *state = state_of(reading);

	return state ? state[STATE_HALF_FULL] : reading->read.half_full;
}

PERFCNT_API uint64_t perfcnt_reading_time(const struct perfcnt_reading *reading)
{
	return reading->length ? reading->words[0] : reading->read.time;
}

PERFCNT_API int perfcnt_reading_count(const struct perfcnt_reading *reading,
				      unsigned int counter, uint64_t *value)
{
	struct perfcnt_count entry;

	if (!find(reading, counter, &entry))
		return -1;
	*value = entry.count;
	return 0;
}

PERFCNT_API int perfcnt_reading_control(const struct perfcnt_reading *reading,
					unsigned int counter, uint32_t *control)
{
	struct perfcnt_count entry;

	if (!find(reading, counter, &entry))
		return -1;
	*control = entry.control;
	return 0;
}

static bool is_changed(const struct perfcnt_reading *before,
		       const struct perfcnt_reading *after, unsigned int counter)
{
	uint32_t changed = before->changed[counter % MASK_COUNTERS];

	return changed != after->changed[counter % MASK_COUNTERS] || changed & 1;
}

/*
 * A count may pass 2^64 - 1.  One that has become less by other means was set by
 * another process that has the descriptor.
 */
PERFCNT_API int perfcnt_reading_delta(const struct perfcnt_reading *before,
				      const struct perfcnt_reading *after,
				      unsigned int counter, uint64_t *value)
{
	struct perfcnt_count first, last;
	uint64_t delta;

	if (!find(before, counter, &first) || !find(after, counter, &last))
		return -1;
	if (before->handle != after->handle) {
		errno = EXDEV;
		return -1;
	}
	delta = last.count - first.count;
	if (is_changed(before, after, counter) || (int64_t)delta < 0) {
		errno = ESTALE;
		return -1;
	}
	if (!perfcnt_self_was_alone(&before->first, &after->last,
				    1u << counter % MASK_COUNTERS)) {
		errno = EAGAIN;
		return -1;
	}
	*value = delta;
	return 0;
}
