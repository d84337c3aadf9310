// SPDX-License-Identifier: LGPL-2.1-or-later
/* Regions begin and end, and each end makes a record. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "recording_slot.h"

static struct recording_thread nobody;
struct recording_known perfcnt_regions_known = { .only = &nobody };

#ifdef RECORD_IS_ALONE
__attribute__((constructor))
static void find_offset(void)
{
	perfcnt_regions_known.offset = (uintptr_t)&perfcnt_regions_own -
				       (uintptr_t)__builtin_thread_pointer();
}

static void note_only(struct recording_thread *own)
{
	if (RECORD_IS_ALONE && own->ring)
		perfcnt_regions_known.only = own;
}
#else
static void note_only(struct recording_thread *own)
{
	(void)own;
}
#endif

PERFCNT_API int perfcnt_regions_open(void)
{
	return perfcnt_regions_make();
}

/* By the clock of the region's other reading: that of pages may be ahead of the kernel's. */
static uint64_t time_of(const struct recording_thread *own)
{
	const struct pages_hot *hot = own->perfcnt ? own->perfcnt->hot : &perfcnt_pages_none;
	struct timespec now;

	if (hot->tick)
		return pages_time(hot);
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* The C library's: it may be that of a library that was loaded before. */
static long read_later(const struct recording_thread *own, struct perfcnt_regions_reading *reading)
{
	const struct perfcnt *perfcnt = own->perfcnt;
	struct perfcnt_read read;

	if (!perfcnt)
		return RECORDING_LATER;
	if (events_by_pages(perfcnt->hot)) {
		reading->time = time_of(own);
		return pages_read(perfcnt->hot, (uint64_t *)reading->count, 0, true) ?
		       0 : -EIO;
	}
	record_ask(own, &read);
	if (!events_read_device(perfcnt, &read))
		return -errno;
	record_answer(own, &read, reading);
	return 0;
}

/*
 * If others had taken the counters, they may be free again: for what begins now.  What is
 * open has lost counts.
 */
static void count_again(struct recording_thread *own)
{
	const unsigned int lost = PERFCNT_REGIONS_FAILED | PERFCNT_REGIONS_SHORT;
	struct perfcnt_regions_thread *ring = own->ring;

	if (!own->perfcnt || !events_by_pages(own->perfcnt->hot) ||
	    perfcnt_pages_start(&own->perfcnt->events->pages))
		return;
	record_fail(ring, ring->depth, lost);
	ring->started.flags |= lost;
	own->lost = true;
}

/* A reading that is not made at once. */
__attribute__((noinline, cold))
unsigned int perfcnt_regions_read(struct recording_thread *own,
				  struct perfcnt_regions_reading *reading, long error)
{
	int kept = errno;

	if (own->cpu == &own->old_cpu)
		own->old_cpu = sched_getcpu();
	if (error == RECORDING_LATER)
		error = read_later(own, reading);
	if (error == -EIO)
		count_again(own);
	errno = kept;
	if (!error)
		return 0;
	reading->time = time_of(own);
	memset(reading->count, 0, own->counters * sizeof(*reading->count));
	if (error == RECORDING_LATER)
		return 0;
	return PERFCNT_REGIONS_FAILED | (error == -EIO ? PERFCNT_REGIONS_SHORT : 0);
}

/* A region that begins is read once more if its events count again only now. */
__attribute__((noinline, cold))
static long take_later(struct recording_thread *own, struct perfcnt_regions_reading *begin,
		       long error)
{
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot;

	if (!ring->depth)
		return error;
	slot = record_slot(ring, record_open(ring, ring->depth - 1));
	if (begin != record_begin(own, slot))
		return error;
	slot->flags = perfcnt_regions_read(own, begin, error);
	if (slot->flags & PERFCNT_REGIONS_SHORT)
		slot->flags = perfcnt_regions_read(own, begin, RECORDING_LATER);
	slot->begin_cpu = record_cpu(own);
	return 0;
}

/* The call's struct is no part of the frame of a reading by pages. */
__attribute__((noinline))
static long take_by_device(struct recording_thread *own, struct perfcnt_regions_reading *reading)
{
	long error = record_call(own, own->fd, reading);

	return RECORD_LIKELY(!error) ? 0 : take_later(own, reading, error);
}

/*
 * All marks read here, so that a reading that is repeated costs the same in all of them,
 * which pages_read() subtracts.
 */
__attribute__((noinline))
long perfcnt_regions_take(struct recording_thread *own,
			  struct perfcnt_regions_reading *reading)
{
	struct pages_hot *hot = own->hot;

	if (events_by_pages(hot)) {
		reading->time = pages_time(hot);
		if (RECORD_LIKELY(pages_read(hot, (uint64_t *)reading->count, hot->again, true)))
			return 0;
		return take_later(own, reading, -EIO);
	}
	if (RECORD_UNLIKELY(own->fd < 0))
		return take_later(own, reading, RECORDING_LATER);
	return take_by_device(own, reading);
}

__attribute__((noinline, cold))
struct recording_thread *perfcnt_regions_find_own(void)
{
	struct recording_thread *own = &perfcnt_regions_own;

	note_only(own);
	return own;
}

void perfcnt_regions_lose_own(void)
{
	perfcnt_regions_known.only = &nobody;
}

PERFCNT_API int perfcnt_regions_on = RECORDING_UNASKED;

/* Its way out is that of the reading, so that it is the same for the first region of a place. */
__attribute__((always_inline))
static inline void begin(struct recording_thread *own, struct perfcnt_regions_thread *ring,
			 uint32_t place, uint32_t total, uintptr_t pc)
{
	struct perfcnt_regions_slot *slot;
	uint32_t depth = ring->depth;

	record_enter(ring, depth);
	if (RECORD_UNLIKELY(depth >= PERFCNT_REGIONS_DEPTH))
		return;
	slot = record_slot(ring, record_open(ring, depth));
	slot->begin_place = place;
	slot->total = total;
	slot->whole = own->fresh;
	slot->depth = depth;
	slot->begin_cpu = record_cpu(own);
	slot->before = ring->made;
	slot->begin_pc = pc;
	perfcnt_regions_take(own, record_begin(own, slot));
}

/* A place's first region in a thread, or the first of the set that this counts now. */
__attribute__((noinline, cold))
static void begin_first(struct perfcnt_region_place *place, uintptr_t pc)
{
	struct recording_thread *own;
	int error = errno;

	if (perfcnt_regions_wanted() && !perfcnt_regions_join(true)) {
		if (!place->index)
			perfcnt_regions_know(place);
		perfcnt_regions_total(&perfcnt_regions_own, place->index, 0);
	}
	errno = error;
	own = perfcnt_regions_find_own();
	if (own->ring)
		begin(own, own->ring, place->index, own->ring->total_of[place->index], pc);
}

PERFCNT_API void perfcnt_regions_begin(struct perfcnt_region_place *place)
{
	struct recording_thread *own = record_own();
	struct perfcnt_regions_thread *ring = own->ring;
	uintptr_t pc = (uintptr_t)__builtin_return_address(0);
	uint32_t index, total;

	if (RECORD_UNLIKELY(!ring)) {
		begin_first(place, pc);
		return;
	}
	index = place->index;
	total = ring->total_of[index];
	if (RECORD_LIKELY(total))
		begin(own, ring, index, total, pc);
	else
		begin_first(place, pc);
}

/* An end that makes no record.  What the program does next may look at errno. */
__attribute__((noinline, cold))
static int refuse(struct perfcnt_regions_thread *ring)
{
	if (!ring)
		return -EPERM;
	if (ring->depth) {
		ring->depth--;
		ring->too_deep++;
		return -ENOBUFS;
	}
	ring->unmatched++;
	return -EPROTO;
}

/* After 2^32 records. */
__attribute__((noinline, cold))
int perfcnt_regions_carry(struct recording_thread *own)
{
	own->ring->made_high++;
	own->later = 1u << 31;
	return 0;
}

/* The slot of the region that ends, which is that of the next record. */
__attribute__((always_inline))
static inline int leave(struct recording_thread *own, struct perfcnt_regions_thread *ring,
			struct perfcnt_regions_slot *slot, uintptr_t pc)
{
	slot->end_cpu = record_cpu(own);
	slot->end_pc = pc;
	record_total(own, ring, slot);
	if (RECORD_LIKELY(record_leave(own, ring, ring->depth - 1, slot)))
		return 0;
	return perfcnt_regions_carry(own);
}

/* A region that has words of user data, or could not be read at once. */
__attribute__((noinline))
static int leave_later(struct recording_thread *own, struct perfcnt_regions_slot *slot,
		       uintptr_t pc, long error)
{
	const uint64_t *words = (const uint64_t *)(uintptr_t)slot->end_pc;
	uint32_t count = slot->end_place, i;
	uint64_t *user = record_user(own, slot);

	if (error)
		slot->flags |= perfcnt_regions_read(own, &slot->end, error);
	for (i = 0; i < count && i < own->user; i++)
		user[i] = words[i];
	slot->user_count = i;
	leave(own, own->ring, slot, pc);
	return count <= own->user ? 0 : -EINVAL;
}

/* No register need keep anything but the slot during the reading. */
PERFCNT_API int perfcnt_regions_end(unsigned int count, const uint64_t *words)
{
	struct recording_thread *own = record_own();
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot;
	long error;

	if (RECORD_UNLIKELY(!ring || ring->depth - 1 >= PERFCNT_REGIONS_DEPTH)) {
		own = perfcnt_regions_find_own();
		ring = own->ring;
		if (!ring || ring->depth - 1 >= PERFCNT_REGIONS_DEPTH)
			return refuse(ring);
	}
	slot = record_slot(ring, record_open(ring, ring->depth - 1));
	slot->end_place = count;
	slot->end_pc = (uintptr_t)words;
	error = perfcnt_regions_take(own, &slot->end);
	if (RECORD_UNLIKELY(error || slot->end_place))
		return leave_later(own, slot, (uintptr_t)__builtin_return_address(0),
				   error);
	return leave(own, ring, slot, (uintptr_t)__builtin_return_address(0));
}

PERFCNT_API int perfcnt_regions_next(void)
{
	struct recording_thread *own = &perfcnt_regions_own;

	if (!perfcnt_regions_wanted() || perfcnt_regions_join(true))
		return -1;
	if (!own->room || !perfcnt_regions_file->sets)
		return 0;
	return perfcnt_regions_count((own->set + 1) % perfcnt_regions_file->sets);
}

PERFCNT_API int perfcnt_regions_fresh(void)
{
	if (!perfcnt_regions_wanted() || perfcnt_regions_join(true))
		return -1;
	if (!perfcnt_regions_own.ring->made)
		return 0;
	errno = EBUSY;
	return -1;
}

static struct perfcnt_regions_slot *slot_of(const struct recording_thread *own,
					    uint32_t number)
{
	const uint32_t *order = (const uint32_t *)(own->ring + 1);

	return record_slot(own->ring,
			 order[perfcnt_regions_order(perfcnt_regions_file, number)]);
}

/* What the last record has counted is a cost, and the record is forgotten. */
PERFCNT_API void perfcnt_regions_empty(unsigned int inner, unsigned int tries)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot;
	__u64 *cost;
	uint32_t i;

	if (!ring || inner > 1 || ring->made != inner + 1)
		return;
	slot = slot_of(own, inner);
	cost = ring->cost[inner ? PERFCNT_REGIONS_COST_INNER : PERFCNT_REGIONS_COST_EMPTY];
	for (i = 0; i < own->events; i++) {
		uint64_t count = record_count(own, i, record_begin(own, slot), &slot->end);

		if (inner)
			count = perfcnt_regions_less(count,
						     ring->cost[PERFCNT_REGIONS_COST_EMPTY][i]);
		if (!tries || count < cost[i])
			cost[i] = count;
	}
	if (inner)
		ring->flags |= PERFCNT_REGIONS_CALIBRATED;
	perfcnt_regions_clear((struct perfcnt_regions_total *)((char *)ring + slot->total),
			      perfcnt_regions_file);
	for (i = 0; i <= inner; i++)
		slot_of(own, i)->sequence = 0;
	__atomic_store_n(&ring->made, 0, __ATOMIC_RELAXED);
}
