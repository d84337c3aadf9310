// SPDX-License-Identifier: LGPL-2.1-or-later
/* Readings: counts, and what was counted between two of them. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "reading.h"

/* Of a counter that was changed while it was read: odd. */
#define UNKNOWN	1

void perfcnt_reading_begin(struct perfcnt_reading *reading)
{
	reading->read.size = sizeof(reading->read);
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
	int error = errno;

	free(reading);
	errno = error;
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
	if (ioctl(perfcnt->fd, PERFCNT_IOC_READ, &reading->read)) {
		perfcnt->refused = 0;
		reading->read.counters = 0;
		return -1;
	}
	if (!perfcnt_reading_is_current(reading, perfcnt))
		note_end(reading, perfcnt);
	return 0;
}

/* The entry of a counter, or NULL with errno set. */
static const struct perfcnt_count *find(const struct perfcnt_reading *reading,
					unsigned int counter)
{
	const struct perfcnt_read *read = &reading->read;
	uint32_t i;

	for (i = 0; i < read->counters && i < PERFCNT_MAX_COUNTERS; i++)
		if (read->entries[i].counter == counter)
			return &read->entries[i];
	errno = ENODATA;
	return NULL;
}

PERFCNT_API uint32_t
perfcnt_reading_counters(const struct perfcnt_reading *reading)
{
	const struct perfcnt_read *read = &reading->read;
	uint32_t i, mask = 0;

	for (i = 0; i < read->counters && i < PERFCNT_MAX_COUNTERS; i++)
		mask |= 1u << read->entries[i].counter % MASK_COUNTERS;
	return mask;
}

PERFCNT_API uint32_t
perfcnt_reading_running(const struct perfcnt_reading *reading)
{
	return reading->read.running;
}

PERFCNT_API uint32_t
perfcnt_reading_half_full(const struct perfcnt_reading *reading)
{
	return reading->read.half_full;
}

PERFCNT_API uint64_t perfcnt_reading_time(const struct perfcnt_reading *reading)
{
	return reading->read.time;
}

PERFCNT_API int perfcnt_reading_count(const struct perfcnt_reading *reading,
				      unsigned int counter, uint64_t *value)
{
	const struct perfcnt_count *entry = find(reading, counter);

	if (!entry)
		return -1;
	*value = entry->count;
	return 0;
}

PERFCNT_API int perfcnt_reading_control(const struct perfcnt_reading *reading,
					unsigned int counter, uint32_t *control)
{
	const struct perfcnt_count *entry = find(reading, counter);

	if (!entry)
		return -1;
	*control = entry->control;
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
	const struct perfcnt_count *first = find(before, counter);
	const struct perfcnt_count *last = find(after, counter);
	uint64_t delta;

	if (!first || !last)
		return -1;
	if (before->handle != after->handle) {
		errno = EXDEV;
		return -1;
	}
	delta = last->count - first->count;
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
