/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Readings, and what must be known of the moment of a reading to tell a
 * difference: what was noted before the first of two readings must be what is
 * noted after the second.
 */
#ifndef PERFCNT_READING_H
#define PERFCNT_READING_H

#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "handle.h"
#include "self.h"

/* How long a short reading of so many counters is. */
#define SHORT_SIZE(counters)	(20 + 12 * (counters))

/* The most counters for which it is shorter than a record of a thread. */
#define SHORT_COUNTERS		13

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
 * @length: of what the kernel said in a short reading, in bytes; 0: it is in @read
 * @read: what the kernel said
 * @words: a short reading: the time, the counts, the mask of the counters, what runs, what
 *	   is half full, and the control words
 */
struct perfcnt_reading {
	uint32_t handle;
	uint32_t changes;
	uint32_t self;
	uint32_t changed[MASK_COUNTERS];
	struct moment first;
	struct moment last;
	uint32_t length;
	struct perfcnt_read read;
	uint64_t words[SHORT_SIZE(SHORT_COUNTERS) / sizeof(uint64_t)];
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

/**
 * perfcnt_reading_forget() - nothing was read
 * @reading: the reading
 */
static inline void perfcnt_reading_forget(struct perfcnt_reading *reading)
{
	reading->length = 0;
	reading->read.counters = 0;
}

/**
 * perfcnt_reading_shorten() - let readings be short from now on, if they can be
 * @perfcnt: the handle
 * @read: a reading of all counters that are claimed now
 */
void perfcnt_reading_shorten(struct perfcnt *perfcnt,
			     const struct perfcnt_read *read);

/**
 * perfcnt_reading_take() - have the kernel read
 * @reading: gets what it says
 * @perfcnt: the handle
 *
 * Where a short reading is not possible any more, another one is made.
 *
 * Return: 0, or -1 with errno set.
 */
static inline int perfcnt_reading_take(struct perfcnt_reading *reading,
				       const struct perfcnt *perfcnt)
{
	uint32_t length = __atomic_load_n(&perfcnt->length, __ATOMIC_RELAXED);

	if (length && read(perfcnt->fd, reading->words, length) == (ssize_t)length) {
		reading->length = length;
		return 0;
	}
	reading->length = 0;
	return ioctl(perfcnt->fd, PERFCNT_IOC_READ, &reading->read);
}

#endif /* PERFCNT_READING_H */
