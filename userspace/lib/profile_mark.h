/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Making a record: between two marks the counters see the way out of the first one's
 * system call and the way into the second one's, which must be the same instructions
 * every time.  Nothing here takes a lock or memory.
 */
#ifndef PROFILE_MARK_H
#define PROFILE_MARK_H

#ifndef _GNU_SOURCE
#error "sched_getcpu() needs _GNU_SOURCE"
#endif

#include <sched.h>
#include <sys/ioctl.h>

#include "profile.h"

/* The calling thread, whose address the compiler is not to compute again and again. */
static inline struct profile_thread *mark_own(void)
{
	struct profile_thread *own = &perfcnt_profile_thread;

	__asm__("" : "+r"(own));
	return own;
}

/* The same for a frame. */
static inline struct ring_frame *mark_frame(struct ring_thread *ring, uint32_t depth)
{
	struct ring_frame *frame = &ring->frames[depth];

	__asm__("" : "+r"(frame));
	return frame;
}

static inline uint32_t mark_cpu(const struct profile_thread *own)
{
	if (__builtin_expect(!!own->cpu, 1))
		return __atomic_load_n(own->cpu, __ATOMIC_RELAXED);
	return sched_getcpu();
}

/* Returns RING_FAILED if nothing could be read, and RING_SHORT if a count is too low. */
static inline unsigned int mark_read(const struct profile_thread *own,
				     struct perfcnt_read *read)
{
	if (__builtin_expect(own->fd >= 0, 1) &&
	    __builtin_expect(!ioctl(own->fd, PERFCNT_IOC_READ, read), 1))
		return 0;
	return perfcnt_profile_time(own, read);
}

/* The counts at the beginning, behind the entries of a slot. */
static inline uint64_t *mark_counts(const struct profile_thread *own,
				    struct ring_slot *slot)
{
	return (uint64_t *)(slot->end.entries + own->room);
}

/* The next record's slot; a handler of a signal that comes now gets the one after. */
static inline struct ring_slot *mark_slot(const struct profile_thread *own,
					  uint32_t *number)
{
	uint32_t n = __atomic_fetch_add(&own->ring->made, 1, __ATOMIC_RELAXED);
	uint32_t kept = own->kept, newest, place;
	struct ring_slot *slot;

	if (__builtin_expect(n == UINT32_MAX, 0))
		own->ring->made_high++;
	/* ring_slot_of(), by the same instructions for both halves: all are counted */
	newest = (n >= kept) | (own->ring->made_high != 0);
	place = (n & (kept - 1)) + (kept & -newest);
	slot = (struct ring_slot *)(own->slots + (size_t)place * own->slot_size);
	__atomic_store_n(&slot->sequence, 0, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	*number = n;
	return slot;
}

/* Both ends of a record, when the second one has been read. */
static inline void mark_fill(const struct profile_thread *own,
			     struct ring_slot *slot,
			     const struct ring_frame *frame)
{
	uint64_t *counts = mark_counts(own, slot);
	uint32_t i;

	slot->begin_site = frame->site;
	slot->begin_cpu = frame->cpu;
	slot->begin_pc = frame->pc;
	slot->begin_time = frame->begin.time;
	slot->set = own->set;
	slot->end_cpu = mark_cpu(own);
	for (i = 0; i < own->counters; i++)
		counts[i] = frame->begin.entries[i].count;
}

#endif /* PROFILE_MARK_H */
