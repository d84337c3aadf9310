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
		__atomic_store_n(&perfcnt_regions_known.only, own, __ATOMIC_RELAXED);
}
#else
static void note_only(struct recording_thread *own)
{
	(void)own;
}
#endif

PERFCNT_API int perfcnt_regions_open(void)
{
	perfcnt_forget_words();
	return perfcnt_regions_make();
}

/* By the clock of the region's other reading: that of pages may be ahead of the kernel's. */
static uint64_t time_of(const struct recording_thread *own)
{
	const struct pages_hot *hot = own->perfcnt ? own->perfcnt->hot : &perfcnt_regions_none;
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
	struct perfcnt_counts read;

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
	record_fail(ring, lost);
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
	slot = record_open_slot(ring, record_open(ring, ring->depth - 1));
	if (begin != record_begin(own, slot))
		return error;
	slot->flags = perfcnt_regions_read(own, begin, error);
	if (slot->flags & PERFCNT_REGIONS_SHORT)
		slot->flags = perfcnt_regions_read(own, begin, RECORDING_LATER);
	slot->begin_cpu = record_cpu(own);
	return 0;
}

/* Where perf had stopped events: a reading by pages has no register for the thread. */
__attribute__((noinline, cold))
static long take_again(struct perfcnt_regions_reading *reading)
{
	return take_later(&perfcnt_regions_own, reading, -EIO);
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
		return take_again(reading);
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
	__atomic_store_n(&perfcnt_regions_known.only, &nobody, __ATOMIC_RELAXED);
}

PERFCNT_API int perfcnt_regions_on = RECORDING_UNASKED;

/* Its way out is that of the reading, so that it is the same for the first region of a place. */
__attribute__((always_inline))
static inline void begin(struct recording_thread *own, struct perfcnt_regions_thread *ring,
			 const struct perfcnt_region_place *place, uint32_t index,
			 uint32_t total, uintptr_t pc)
{
	uint32_t depth = ring->depth;
	struct perfcnt_regions_slot *slot = record_enter(ring, depth, place->named);

	slot->begin_place = index;
	slot->total = total;
	slot->whole = own->fresh;
	__atomic_signal_fence(__ATOMIC_SEQ_CST); /* or @total and @depth go through a vector */
	slot->depth = depth;
	slot->begin_cpu = record_cpu(own);
	slot->before = ring->made;
	slot->begin_pc = pc;
	perfcnt_regions_take(own, record_begin(own, slot));
}

/*
 * A place's first region in a thread, or the first of the set that this counts now.  One whose
 * name there is no memory for is not recorded.
 */
__attribute__((noinline, cold))
static void begin_first(struct perfcnt_region_place *place, uintptr_t pc)
{
	struct recording_thread *own;
	int error = errno;
	uint32_t index = 0;

	if (perfcnt_regions_wanted() && !perfcnt_regions_join(true)) {
		index = perfcnt_regions_know(place);
		perfcnt_regions_total(&perfcnt_regions_own, index, 0);
	}
	errno = error;
	own = perfcnt_regions_find_own();
	if (own->ring && index)
		begin(own, own->ring, place, index, own->ring->total_of[index], pc);
}

/* Other threads have written the number of the name before that of the place. */
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
	index = __atomic_load_n(&place->index, __ATOMIC_ACQUIRE);
	total = ring->total_of[index];
	if (RECORD_LIKELY(total))
		begin(own, ring, place, index, total, pc);
	else
		begin_first(place, pc);
}

static bool is_any_open(struct perfcnt_regions_thread *ring)
{
	return record_open(ring, ring->depth - 1)->named != PERFCNT_REGIONS_CLOSED;
}

static bool is_open(const struct perfcnt_regions_thread *ring, uint32_t named)
{
	uint32_t i;

	for (i = 1; i <= PERFCNT_REGIONS_DEPTH; i++) {
		uint32_t other = ring->open[(ring->depth - i) % PERFCNT_REGIONS_DEPTH].named;

		if (other == named)
			return true;
		if (other == PERFCNT_REGIONS_CLOSED)
			break;
	}
	return false;
}

/* Regions that were left without an end have none above the one with that name. */
static struct perfcnt_regions_open *drop_above(struct perfcnt_regions_thread *ring,
					       uint32_t named)
{
	for (;;) {
		struct perfcnt_regions_open *open = record_open(ring, ring->depth - 1);

		if (open->named == named)
			return open;
		open->named = PERFCNT_REGIONS_CLOSED;
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		ring->depth--;
		ring->left++;
	}
}

/*
 * The region that ends where it is not the latest, which is where none is said.  If it is not
 * open, it may be one of which more later ones were open than have a slot.
 */
__attribute__((noinline, cold))
static struct perfcnt_regions_open *find_open(struct perfcnt_regions_thread *ring,
					      struct perfcnt_region_place *place)
{
	if (place && !__atomic_load_n(&place->named, __ATOMIC_RELAXED))
		perfcnt_regions_name(place);
	if (place && is_open(ring, place->named))
		return drop_above(ring, place->named);
	if (!place && is_any_open(ring))
		return record_open(ring, ring->depth - 1);
	if (ring->over && !is_any_open(ring)) {
		ring->over--;
		ring->depth--;
	} else {
		ring->unmatched++;
	}
	return NULL;
}

/* After 2^32 records. */
__attribute__((noinline, cold))
void perfcnt_regions_carry(struct recording_thread *own)
{
	own->ring->made_high++;
	own->later = 1u << 31;
}

/* The slot of the region that ends is that of the next record. */
__attribute__((always_inline))
static inline void make_record(struct recording_thread *own, struct perfcnt_regions_thread *ring,
			       struct perfcnt_regions_slot *slot)
{
	if (RECORD_UNLIKELY(!record_leave(own, ring, ring->depth - 1, slot)))
		perfcnt_regions_carry(own);
}

__attribute__((noinline))
static void leave_unusual(struct recording_thread *own, struct perfcnt_regions_slot *slot)
{
	record_total(own, own->ring, slot);
	make_record(own, own->ring, slot);
}

/* It has no calls that come back, and so need not keep registers for them. */
__attribute__((always_inline))
static inline void leave(struct recording_thread *own, struct perfcnt_regions_slot *slot)
{
	struct perfcnt_regions_thread *ring = own->ring;

	slot->end_cpu = record_cpu(own);
	if (RECORD_UNLIKELY(!record_is_usual(own, slot))) {
		leave_unusual(own, slot);
		return;
	}
	record_add_at_once(own, ring, slot, true);
	make_record(own, ring, slot);
}

/* Another region than the latest that is open, where the end of that one has been read. */
static struct perfcnt_regions_slot *find_slot(struct recording_thread *own,
					      struct perfcnt_region_place *place,
					      struct perfcnt_regions_slot *latest)
{
	struct perfcnt_regions_open *open = find_open(own->ring, place);
	struct perfcnt_regions_slot *slot;

	if (!open)
		return NULL;
	slot = record_open_slot(own->ring, open);
	if (slot != latest) {
		slot->end_pc = latest->end_pc;
		memcpy(&slot->end, &latest->end, sizeof(slot->end.time) +
						 own->counters * sizeof(*slot->end.count));
	}
	return slot;
}

/* What perfcnt_regions_end() was called with. */
struct ending {
	struct perfcnt_region_place *place;
	const uint64_t *words;
	unsigned int count;
};

/* A region that has words of user data, or could not be read at once, or is not the latest. */
__attribute__((noinline))
static void leave_later(struct recording_thread *own, struct perfcnt_regions_slot *slot,
			const struct ending *end, long error)
{
	uint64_t *user;
	uint32_t i;

	slot = find_slot(own, end->place, slot);
	if (!slot)
		return;
	if (error)
		slot->flags |= perfcnt_regions_read(own, &slot->end, error);
	user = record_user(own, slot);
	for (i = 0; i < end->count && i < own->user; i++)
		user[i] = end->words[i];
	slot->user_count = i;
	leave(own, slot);
}

/*
 * No register need keep anything but these two during the reading.  Which region ends is looked
 * at only then, so that what it has counted does not depend on it.
 */
PERFCNT_API void perfcnt_regions_end(struct perfcnt_region_place *place, unsigned int count,
				     const uint64_t *words)
{
	struct ending end = { place, words, count };
	struct recording_thread *own = record_own();
	struct perfcnt_regions_thread *ring = own->ring;
	const struct perfcnt_regions_open *open;
	struct perfcnt_regions_slot *slot;
	long error;

	__asm__("" : "+m"(end)); /* in no registers */
	if (RECORD_UNLIKELY(!ring)) {
		own = perfcnt_regions_find_own();
		ring = own->ring;
		if (!ring)
			return;
	}
	open = record_open(ring, ring->depth - 1);
	slot = record_open_slot(ring, open);
	slot->end_pc = (uintptr_t)__builtin_return_address(0);
	slot->end_cpu = count | (open->named ^ (RECORD_LIKELY(place) ? place->named : 0));
	error = perfcnt_regions_take(own, &slot->end);
	if (RECORD_UNLIKELY(slot->end_cpu | (uint32_t)error))
		leave_later(own, slot, &end, error);
	else
		leave(own, slot);
}

PERFCNT_API int perfcnt_regions_next(void)
{
	struct recording_thread *own = &perfcnt_regions_own;

	perfcnt_forget_words();
	if (!perfcnt_regions_wanted() || perfcnt_regions_join(true))
		return -1;
	if (!own->room || !perfcnt_regions_file->sets)
		return 0;
	return perfcnt_regions_count((own->set + 1) % perfcnt_regions_file->sets);
}

static struct perfcnt_regions_slot *slot_of(const struct recording_thread *own,
					    uint32_t number)
{
	const uint32_t *order = (const uint32_t *)(own->ring + 1);

	return record_slot(own->ring,
			 order[perfcnt_regions_order(perfcnt_regions_file, number)]);
}

/* What the last record has counted is a cost, and the record is forgotten. */
static void note_cost(struct recording_thread *own, unsigned int inner, unsigned int tries)
{
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot = slot_of(own, inner);
	__u64 *cost = ring->cost[inner ? PERFCNT_REGIONS_COST_INNER : PERFCNT_REGIONS_COST_EMPTY];
	uint32_t i;

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

/* No records: nothing is to be left out. */
PERFCNT_API int perfcnt_regions_empty(int inner, unsigned int tries)
{
	struct recording_thread *own = &perfcnt_regions_own;
	const uint32_t records = inner + 1;

	perfcnt_forget_words();
	if (!perfcnt_regions_wanted() || perfcnt_regions_join(true))
		return -1;
	if (own->ring->made > records || records > 2 || is_any_open(own->ring)) {
		errno = EBUSY;
		return -1;
	}
	if (records && own->ring->made == records)
		note_cost(own, inner, tries);
	return 0;
}
