// SPDX-License-Identifier: LGPL-2.1-or-later
/* Marks: regions begin and end, and each end makes a record. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <time.h>

#include "profile_mark.h"

PERFCNT_API int perfcnt_profile_open(void)
{
	return perfcnt_profile_make();
}

/* The first mark of a thread, or of a place. */
__attribute__((noinline, cold))
static struct ring_thread *prepare(struct perfcnt_site *site)
{
	int error = errno, result = perfcnt_profile_join(true);

	if (!result && !site->index)
		perfcnt_profile_know(site);
	errno = error;
	return result ? NULL : perfcnt_profile_thread.ring;
}

__attribute__((noinline, cold))
unsigned int perfcnt_profile_time(const struct profile_thread *own,
				  struct perfcnt_read *read)
{
	unsigned int flags = 0;
	struct timespec now;

	if (own->fd >= 0)
		flags = RING_FAILED | (errno == EIO ? RING_SHORT : 0);
	clock_gettime(CLOCK_MONOTONIC, &now);
	read->time = now.tv_sec * 1000000000ull + now.tv_nsec;
	read->counters = 0;
	return flags;
}

PERFCNT_API void perfcnt_profile_begin(struct perfcnt_site *site)
{
	struct profile_thread *own = mark_own();
	struct ring_thread *ring = own->ring;
	struct ring_frame *frame;
	uint32_t depth;

	if (__builtin_expect(!ring || !site->index, 0)) {
		ring = prepare(site);
		if (!ring)
			return;
	}
	depth = ring->depth;
	__atomic_store_n(&ring->depth, depth + 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (__builtin_expect(depth >= RING_DEPTH, 0))
		return;
	frame = mark_frame(ring, depth);
	frame->site = site->index;
	frame->cpu = mark_cpu(own);
	frame->made = ring->made;
	frame->set = own->set;
	frame->pc = (uintptr_t)__builtin_return_address(0);
	frame->flags = mark_read(own, &frame->begin);
}

/* An end that makes no record. */
__attribute__((noinline, cold))
static int refuse(struct ring_thread *ring)
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

PERFCNT_API int perfcnt_profile_end(unsigned int count, const uint64_t *words)
{
	struct profile_thread *own = mark_own();
	struct ring_thread *ring = own->ring;
	const struct ring_frame *frame;
	uint32_t number, depth, i;
	struct ring_slot *slot;
	unsigned int flags;
	bool too_many;
	uint64_t *user;

	if (__builtin_expect(!ring || ring->depth - 1 >= RING_DEPTH, 0))
		return refuse(ring);
	slot = mark_slot(own, &number);
	flags = mark_read(own, &slot->end);
	depth = ring->depth - 1;
	frame = mark_frame(ring, depth);
	mark_fill(own, slot, frame);
	flags |= frame->flags;
	if (frame->set != own->set)
		flags |= RING_FAILED;
	slot->flags = flags;
	slot->kind = RING_REGION;
	slot->depth = depth;
	slot->inner = number - frame->made;
	slot->end_pc = (uintptr_t)__builtin_return_address(0);
	too_many = count > own->user;
	if (__builtin_expect(too_many, 0))
		count = 0;
	slot->user_count = count;
	user = mark_counts(own, slot) + own->room;
	for (i = 0; i < count; i++)
		user[i] = words[i];
	__atomic_store_n(&slot->sequence, number + 1, __ATOMIC_RELEASE);
	__atomic_store_n(&ring->depth, depth, __ATOMIC_RELAXED);
	if (__builtin_expect(!too_many, 1))
		return 0;
	errno = EINVAL;
	return -1;
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

/* What a record has counted of each event, by the first entry that the event has. */
static void sum_up(const struct profile_thread *own, struct ring_slot *slot,
		   uint64_t counted[PERFCNT_MAX_COUNTERS])
{
	const uint8_t *event_of = own->ring->event_of[slot->set];
	const uint64_t *begin = mark_counts(own, slot);
	uint32_t i, first;

	memset(counted, 0, PERFCNT_MAX_COUNTERS * sizeof(*counted));
	for (i = 0; i < own->counters; i++) {
		for (first = 0; event_of[first] != event_of[i]; first++)
			;
		counted[first] += slot->end.entries[i].count - begin[i];
	}
}

static struct ring_slot *slot_at(const struct profile_thread *own, uint32_t number)
{
	return (struct ring_slot *)(own->slots +
		ring_slot_of(perfcnt_profile_head, number) * (size_t)own->slot_size);
}

/* What the last record has counted is a cost, and the record is forgotten. */
PERFCNT_API void perfcnt_profile_empty(unsigned int inner, unsigned int tries)
{
	struct profile_thread *own = &perfcnt_profile_thread;
	struct ring_thread *ring = own->ring;
	uint64_t counted[PERFCNT_MAX_COUNTERS];
	__u64 *cost;
	uint32_t i;

	if (!ring || inner > 1 || ring->made != inner + 1)
		return;
	sum_up(own, slot_at(own, inner), counted);
	cost = ring->cost[inner ? RING_COST_INNER : RING_COST_EMPTY];
	for (i = 0; i < own->counters; i++) {
		const uint64_t empty = inner ? ring->cost[RING_COST_EMPTY][i] : 0;

		counted[i] = counted[i] < empty ? 0 : counted[i] - empty;
		if (!tries || counted[i] < cost[i])
			cost[i] = counted[i];
	}
	if (inner)
		ring->flags |= RING_CALIBRATED;
	for (i = 0; i <= inner; i++)
		slot_at(own, i)->sequence = 0;
	__atomic_store_n(&ring->made, 0, __ATOMIC_RELAXED);
}
