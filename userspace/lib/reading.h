/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Readings, and what must be known of the moment of a reading to tell a
 * difference: what was noted before the first of two readings must be what is
 * noted after the second.
 */
#ifndef PERFCNT_READING_H
#define PERFCNT_READING_H

#include <stdbool.h>

#include "handle.h"
#include "self.h"

/**
 * struct perfcnt_reading - a reading
 * @handle: the id of the handle, 0 if nothing was read
 * @changes: of the handle, when @changed was noted
 * @self: mask of the counters that were set with @self; without any, nothing is
 *	  noted of the thread
 * @changed: of the handle, for each counter; odd if the counter was being changed
 *	     when it was read
 * @first: the moment before the kernel read
 * @last: the moment after it
 * @read: what the kernel said
 */
struct perfcnt_reading {
	uint32_t handle;
	uint32_t changes;
	uint32_t self;
	uint32_t changed[MASK_COUNTERS];
	struct moment first;
	struct moment last;
	struct perfcnt_read read;
};

/**
 * perfcnt_reading_begin() - make a reading ready for the kernel
 * @reading: the reading
 *
 * To be called once, before perfcnt_reading_note().
 */
void perfcnt_reading_begin(struct perfcnt_reading *reading);

/**
 * perfcnt_reading_is_current() - is there nothing new to be noted?
 * @reading: the reading
 * @perfcnt: the handle
 *
 * As a rule there is not, and a reading costs no more than the kernel's call.
 *
 * Return: whether nothing was changed since the last note, and no counter counts
 * the thread.
 */
static inline bool
perfcnt_reading_is_current(const struct perfcnt_reading *reading,
			   const struct perfcnt *perfcnt)
{
	uint32_t changes = __atomic_load_n(&perfcnt->changes, __ATOMIC_RELAXED);

	return reading->handle == perfcnt->id && reading->changes == changes &&
	       !reading->self;
}

/**
 * perfcnt_reading_note() - note what was changed, and the moment
 * @reading: the reading
 * @perfcnt: the handle
 * @moment: @first of the reading, or @last
 */
void perfcnt_reading_note(struct perfcnt_reading *reading,
			  const struct perfcnt *perfcnt, struct moment *moment);

#endif /* PERFCNT_READING_H */
