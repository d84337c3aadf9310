// SPDX-License-Identifier: LGPL-2.1-or-later
/* Marks: regions begin and end, and each end makes a record. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "profile_mark.h"

static struct profile_thread nobody;
struct profile_known perfcnt_profile_known = { .only = &nobody };

#ifdef MARK_IS_ALONE
__attribute__((constructor))
static void find_offset(void)
{
	perfcnt_profile_known.offset = (uintptr_t)&perfcnt_profile_thread -
				       (uintptr_t)__builtin_thread_pointer();
}

static void note_only(struct profile_thread *own)
{
	if (MARK_IS_ALONE && own->ring)
		perfcnt_profile_known.only = own;
}
#else
static void note_only(struct profile_thread *own)
{
	(void)own;
}
#endif

PERFCNT_API int perfcnt_profile_open(void)
{
	return perfcnt_profile_make();
}

/* A reading that is not made at once. */
__attribute__((noinline, cold))
unsigned int perfcnt_profile_read(struct profile_thread *own,
				  struct perfcnt_read *read, long error)
{
	int kept = errno;
	struct timespec now;

	if (own->cpu == &own->old_cpu)
		own->old_cpu = sched_getcpu();
	if (error == MARK_LATER && own->device >= 0)
		error = ioctl(own->device, PERFCNT_IOC_READ, read) ? errno : 0;
	errno = kept;
	if (!error)
		return 0;
	clock_gettime(CLOCK_MONOTONIC, &now);
	read->time = now.tv_sec * 1000000000ull + now.tv_nsec;
	read->counters = 0;
	if (error == MARK_LATER)
		return 0;
	return PERFCNT_REGIONS_FAILED |
	       (error == EIO || error == -EIO ? PERFCNT_REGIONS_SHORT : 0);
}

__attribute__((noinline, cold))
static void begin_later(struct profile_thread *own, struct perfcnt_regions_slot *slot,
			long error)
{
	slot->flags = perfcnt_profile_read(own, mark_begin(own, slot), error);
	slot->begin_cpu = mark_cpu(own);
}

/* The first mark of a thread, or of a place. */
__attribute__((noinline, cold))
static bool prepare(struct perfcnt_site *site)
{
	int error = errno, result = perfcnt_profile_join(true);

	if (!result && !site->index)
		perfcnt_profile_know(site);
	errno = error;
	return !result;
}

__attribute__((noinline, cold))
struct profile_thread *perfcnt_profile_find_own(void)
{
	struct profile_thread *own = &perfcnt_profile_thread;

	note_only(own);
	return own;
}

void perfcnt_profile_lose_own(void)
{
	perfcnt_profile_known.only = &nobody;
}

/* From the reading on, the first time is as any other. */
PERFCNT_API void perfcnt_profile_begin(struct perfcnt_site *site)
{
	struct profile_thread *own = mark_own();
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot;
	uint32_t depth;
	long error;

	if (MARK_UNLIKELY(!ring || !site->index)) {
		if (!prepare(site))
			return;
		own = perfcnt_profile_find_own();
		ring = own->ring;
	}
	depth = ring->depth;
	mark_enter(ring, depth);
	if (MARK_UNLIKELY(depth >= PERFCNT_REGIONS_DEPTH))
		return;
	slot = mark_slot(ring, mark_open(ring, depth));
	slot->begin_site = site->index;
	slot->whole = own->fresh;
	slot->depth = depth;
	slot->begin_cpu = mark_cpu(own);
	slot->before = ring->made;
	slot->begin_pc = (uintptr_t)__builtin_return_address(0);
	error = mark_read(own, mark_begin(own, slot));
	if (MARK_UNLIKELY(error))
		begin_later(own, slot, error);
}

/* An end that makes no record. */
__attribute__((noinline, cold))
static int refuse(struct perfcnt_regions_thread *ring)
{
	errno = EPERM;
	if (!ring)
		return -1;
	errno = ring->depth ? ENOBUFS : EPROTO;
	if (ring->depth) {
		ring->depth--;
		ring->too_deep++;
	} else {
		ring->unmatched++;
	}
	return -1;
}

/* After 2^32 records. */
__attribute__((noinline, cold))
int perfcnt_profile_carry(struct profile_thread *own)
{
	own->ring->made_high++;
	own->later = 1u << 31;
	return 0;
}

/* The slot of the region that ends, which is that of the next record. */
__attribute__((always_inline))
static inline int leave(struct profile_thread *own, struct perfcnt_regions_slot *slot,
			uintptr_t pc)
{
	struct perfcnt_regions_thread *ring = own->ring;

	slot->end_cpu = mark_cpu(own);
	slot->end_pc = pc;
	if (MARK_LIKELY(mark_leave(own, ring, ring->depth - 1, slot)))
		return 0;
	return perfcnt_profile_carry(own);
}

/* A region that has words of user data, or could not be read at once. */
__attribute__((noinline))
static int leave_later(struct profile_thread *own, struct perfcnt_regions_slot *slot,
		       uintptr_t pc, long error)
{
	const uint64_t *words = (const uint64_t *)(uintptr_t)slot->end_pc;
	uint32_t count = slot->end_site, i;
	uint64_t *user = mark_user(own, slot);
	bool too_many = count > own->user;

	if (error)
		slot->flags |= perfcnt_profile_read(own, &slot->end, error);
	for (i = 0; i < count && !too_many; i++)
		user[i] = words[i];
	slot->user_count = i;
	leave(own, slot, pc);
	if (!too_many)
		return 0;
	errno = EINVAL;
	return -1;
}

/* No register need keep anything but the slot during the reading. */
PERFCNT_API int perfcnt_profile_end(unsigned int count, const uint64_t *words)
{
	struct profile_thread *own = mark_own();
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot;
	long error;

	if (MARK_UNLIKELY(!ring || ring->depth - 1 >= PERFCNT_REGIONS_DEPTH)) {
		own = perfcnt_profile_find_own();
		ring = own->ring;
		if (!ring || ring->depth - 1 >= PERFCNT_REGIONS_DEPTH)
			return refuse(ring);
	}
	slot = mark_slot(ring, mark_open(ring, ring->depth - 1));
	slot->end_site = count;
	slot->end_pc = (uintptr_t)words;
	error = mark_read(own, &slot->end);
	if (MARK_UNLIKELY(error || slot->end_site))
		return leave_later(own, slot, (uintptr_t)__builtin_return_address(0),
				   error);
	return leave(own, slot, (uintptr_t)__builtin_return_address(0));
}

PERFCNT_API int perfcnt_profile_next(void)
{
	struct profile_thread *own = &perfcnt_profile_thread;

	if (perfcnt_profile_join(true))
		return -1;
	if (!own->room || !perfcnt_profile_head->sets)
		return 0;
	return perfcnt_profile_count((own->set + 1) % perfcnt_profile_head->sets);
}

PERFCNT_API int perfcnt_profile_fresh(void)
{
	if (perfcnt_profile_join(true))
		return -1;
	if (!perfcnt_profile_thread.ring->made)
		return 0;
	errno = EBUSY;
	return -1;
}

static struct perfcnt_regions_slot *slot_of(const struct profile_thread *own,
					    uint32_t number)
{
	const uint32_t *order = (const uint32_t *)(own->ring + 1);

	return mark_slot(own->ring,
			 order[perfcnt_regions_place(perfcnt_profile_head, number)]);
}

/* What a record has counted of each event, by the first entry that the event has. */
static void sum_up(const struct profile_thread *own, struct perfcnt_regions_slot *slot,
		   uint64_t counted[PERFCNT_MAX_COUNTERS])
{
	const uint8_t *event_of = own->ring->event_of[slot->set];
	const struct perfcnt_read *begin = mark_begin(own, slot);
	uint32_t i, first;

	memset(counted, 0, PERFCNT_MAX_COUNTERS * sizeof(*counted));
	for (i = 0; i < own->counters; i++) {
		for (first = 0; event_of[first] != event_of[i]; first++)
			;
		counted[first] += slot->end.entries[i].count - begin->entries[i].count;
	}
}

/* What the last record has counted is a cost, and the record is forgotten. */
PERFCNT_API void perfcnt_profile_empty(unsigned int inner, unsigned int tries)
{
	struct profile_thread *own = &perfcnt_profile_thread;
	struct perfcnt_regions_thread *ring = own->ring;
	uint64_t counted[PERFCNT_MAX_COUNTERS];
	__u64 *cost;
	uint32_t i;

	if (!ring || inner > 1 || ring->made != inner + 1)
		return;
	sum_up(own, slot_of(own, inner), counted);
	cost = ring->cost[inner ? PERFCNT_REGIONS_COST_INNER : PERFCNT_REGIONS_COST_EMPTY];
	for (i = 0; i < own->counters; i++) {
		const uint64_t empty = inner ?
				       ring->cost[PERFCNT_REGIONS_COST_EMPTY][i] : 0;

		counted[i] = counted[i] < empty ? 0 : counted[i] - empty;
		if (!tries || counted[i] < cost[i])
			cost[i] = counted[i];
	}
	if (inner)
		ring->flags |= PERFCNT_REGIONS_CALIBRATED;
	for (i = 0; i <= inner; i++)
		slot_of(own, i)->sequence = 0;
	__atomic_store_n(&ring->made, 0, __ATOMIC_RELAXED);
}
