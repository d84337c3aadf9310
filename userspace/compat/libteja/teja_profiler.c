// SPDX-License-Identifier: LGPL-2.1-or-later
/* The calls of the profiler of Sun Netra DPS. */
#define _GNU_SOURCE
#include "teja_profiler.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regions/recording_slot.h"
#include "teja_line.h"

#define T1_INSTRUCTIONS	0x100

/**
 * struct teja_event - an event of the group CPU
 * @type: in dumps
 * @name: what it is called here, or NULL if no machine of ours has it
 */
struct teja_event {
	uint32_t type;
	const char *name;
};

/* By the bits of masks: a T1's types are its bits. */
static const struct teja_event t1[] = {
	{ 0x1, "fsb-full-stalls" },
	{ 0x2, "fpu-instructions" },
	{ 0x4, "icache-misses" },
	{ 0x8, "dcache-misses" },
	{ 0x10, "itlb-misses" },
	{ 0x20, "dtlb-misses" },
	{ 0x40, NULL },
	{ 0x80, "l2-misses" },
	{ T1_INSTRUCTIONS, "instructions" },
};

static const struct teja_event t2[] = {
	{ 0x12, "branches" }, { 0x22, NULL }, { 0x42, "fpu-instructions" },
	{ 0x82, "loads" }, { 0x102, "stores" }, { 0x202, NULL }, { 0x402, NULL },
	{ 0x802, "sc-instructions" }, { 0xfd2, "instructions" },
	{ 0x13, "icache-misses" }, { 0x23, "dcache-misses" }, { 0x103, NULL },
	{ 0x203, "l2-misses" },
	{ 0x44, NULL }, { 0x84, NULL }, { 0x104, NULL }, { 0x204, NULL },
	{ 0x15, NULL }, { 0x25, NULL }, { 0x45, NULL }, { 0x85, NULL },
	{ 0x105, NULL }, { 0x205, NULL },
	{ 0x16, NULL }, { 0x26, NULL }, { 0x46, NULL }, { 0x86, NULL },
	{ 0x106, NULL }, { 0x206, NULL },
	{ 0x17, NULL }, { 0x27, NULL }, { 0x47, NULL }, { 0x87, NULL },
	{ 0x107, NULL }, { 0x207, NULL },
	{ 0x4b, "itlb-misses" }, { 0x8b, "dtlb-misses" }, { 0xcb, NULL },
};

/* What get_values() counts from. */
static __thread uint64_t base[PERFCNT_MAX_COUNTERS];

/* The event of a bit: 0, or -1 with errno set. */
static int find(bool is_t2, unsigned int bit, const struct teja_event **event)
{
	size_t count = is_t2 ? sizeof(t2) / sizeof(*t2) : sizeof(t1) / sizeof(*t1);

	errno = EINVAL;
	if (bit >= count)
		return -1;
	*event = is_t2 ? &t2[bit] : &t1[bit];
	errno = ENOENT;
	return (*event)->name ? 0 : -1;
}

/* The events of a mask, that of the higher bit first: how many, or -1. */
static int choose(bool is_t2, uint64_t mask, const struct teja_event *events[2])
{
	unsigned int high, low;

	if (!mask || __builtin_popcountll(mask) > 2) {
		errno = EINVAL;
		return -1;
	}
	high = 63 - __builtin_clzll(mask);
	low = __builtin_ctzll(mask);
	if (find(is_t2, high, &events[0]) || find(is_t2, low, &events[1]))
		return -1;
	/* a T1 always counts instructions, beside another event */
	if (!is_t2 && high == low)
		return find(false, 8, &events[0]) ? -1 : 1 + (low != 8);
	return 1 + (high != low);
}

/* The set of these events. */
static int count(const struct teja_event *events[2], int number)
{
	struct perfcnt_regions_head *head = perfcnt_regions_file;
	char text[2 * PERFCNT_NAME_SIZE];
	uint32_t found[TEJA_EVENTS];
	int set;

	snprintf(text, sizeof(text), "%s:u%s%s%s", events[0]->name,
		 number > 1 ? "," : "", number > 1 ? events[1]->name : "",
		 number > 1 ? ":u" : "");
	set = perfcnt_regions_set(text);
	if (set < 0)
		return -1;
	perfcnt_teja_events(head, set, found);
	head->type[found[TEJA_LOW]] = events[1]->type;
	head->type[found[TEJA_HIGH]] = events[0]->type;
	return perfcnt_regions_count(set);
}

/* The set of the environment; with an empty one, only times are noted. */
static int count_own(const struct recording_thread *own)
{
	if (perfcnt_regions_join(true))
		return -1;
	if (own->ring->error) {
		errno = own->ring->error;
		return -1;
	}
	return !own->perfcnt && own->room ? perfcnt_regions_count(own->set) : 0;
}

/* What the environment asks for comes before what the program does. */
static int begin_counting(unsigned int group, uint64_t mask)
{
	const struct recording_thread *own = &perfcnt_regions_own;
	const struct teja_event *events[2];
	int number;

	errno = ENOENT;
	if (group == TEJA_PROFILER_DRAM || group == TEJA_PROFILER_JBUS)
		return -1;
	errno = EINVAL;
	if ((group & ~PERFCNT_TEJA_T2) != TEJA_PROFILER_CMT_CPU)
		return -1;
	number = choose(group & PERFCNT_TEJA_T2, mask, events);
	if (secure_getenv("PERFCNT_REGIONS_EVENTS")) {
		if (number < 0 && errno == EINVAL)
			return -1;
		return count_own(own);
	}
	if (number < 0 || perfcnt_regions_join(false))
		return -1;
	if (!own->room) {
		errno = own->ring->error;
		return -1;
	}
	return count(events, number);
}

/* What was started is so no more: if the next start fails, its updates have no records. */
static void end_start(struct perfcnt_regions_thread *ring)
{
	if (ring->group && !ring->updates)
		ring->starts++;
	ring->group = 0;
}

PERFCNT_API int perfcnt_teja_start(struct perfcnt_region_place *place, unsigned int group,
				   uint64_t event)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_frame *frame;
	struct perfcnt_regions_thread *ring;
	uint32_t i, index;

	if (own->ring)
		end_start(own->ring);
	if (perfcnt_regions_make() || begin_counting(group, event))
		return -1;
	index = __atomic_load_n(&place->index, __ATOMIC_RELAXED);
	if (!index)
		index = perfcnt_regions_know(place);
	ring = own->ring;
	frame = &ring->started;
	frame->place = index;
	frame->before = ring->made;
	frame->set = own->set;
	frame->pc = (uintptr_t)__builtin_return_address(0);
	frame->flags = perfcnt_regions_read(own, &frame->begin, RECORDING_LATER);
	if (frame->flags & PERFCNT_REGIONS_SHORT) /* they may count again now */
		frame->flags = perfcnt_regions_read(own, &frame->begin, RECORDING_LATER);
	own->lost = frame->flags;
	frame->cpu = record_cpu(own);
	for (i = 0; i < own->counters; i++)
		base[i] = frame->begin.count[i];
	ring->updates = 0;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	ring->group = group & ~PERFCNT_TEJA_T2;
	return 0;
}

/* As far as a slot has space for it. */
static void copy_reading(const struct recording_thread *own, struct perfcnt_regions_reading *to,
			 const struct perfcnt_regions_reading *from)
{
	memcpy(to, from, sizeof(from->time) + own->counters * sizeof(*from->count));
}

/* An interval is a region that begins and ends at once: its begin was before. */
static struct perfcnt_regions_slot *begin_update(const struct recording_thread *own,
						 uint32_t depth)
{
	struct perfcnt_regions_thread *ring = own->ring;
	const struct perfcnt_regions_frame *started = &ring->started;
	struct perfcnt_regions_slot *slot = record_enter(ring, depth,
							 PERFCNT_REGIONS_NAMELESS);

	slot->whole = own->fresh;
	slot->kind = ring->updates ? PERFCNT_REGIONS_UPDATED : PERFCNT_REGIONS_STARTED;
	slot->depth = depth;
	slot->flags = started->flags |
		      (started->set == own->set ? 0 : PERFCNT_REGIONS_FAILED);
	slot->group = ring->group;
	slot->begin_place = started->place;
	slot->begin_cpu = started->cpu;
	slot->before = started->before;
	slot->begin_pc = started->pc;
	copy_reading(own, record_begin(own, slot), &started->begin);
	return slot;
}

/* The next interval begins where this one ends. */
static void go_on(const struct recording_thread *own, const struct perfcnt_regions_slot *slot,
		  unsigned int flags)
{
	struct perfcnt_regions_frame *started = &own->ring->started;

	started->place = slot->end_place;
	started->cpu = slot->end_cpu;
	started->pc = slot->end_pc;
	started->before = own->ring->made + 1;
	started->flags = flags;
	copy_reading(own, &started->begin, &slot->end);
	own->ring->updates++;
}

/* Returns whether a group is started. */
static bool is_started(unsigned int group)
{
	const struct perfcnt_regions_thread *ring = perfcnt_regions_own.ring;

	if (ring && ring->group && ring->group == (group & ~PERFCNT_TEJA_T2))
		return true;
	errno = EPERM;
	return false;
}

PERFCNT_API int perfcnt_teja_update(struct perfcnt_region_place *place, unsigned int group,
				    unsigned int count, const uint64_t *words)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_thread *ring = own->ring;
	struct perfcnt_regions_slot *slot;
	uint32_t depth, index, total, fits = count < own->user ? count : own->user;
	unsigned int flags;

	if (!is_started(group))
		return -1;
	depth = ring->depth;
	if (record_open(ring, depth)->named != PERFCNT_REGIONS_CLOSED) {
		errno = ENOBUFS;
		return -1;
	}
	index = __atomic_load_n(&place->index, __ATOMIC_RELAXED);
	if (!index)
		index = perfcnt_regions_know(place);
	total = perfcnt_regions_total(own, ring->started.place, index);
	slot = begin_update(own, depth);
	slot->total = total;
	flags = perfcnt_regions_read(own, &slot->end, RECORDING_LATER);
	slot->flags |= flags;
	slot->end_place = index;
	slot->end_cpu = record_cpu(own);
	slot->end_pc = (uintptr_t)__builtin_return_address(0);
	slot->user_count = fits;
	if (fits)
		memcpy(record_user(own, slot), words, fits * sizeof(*words));
	go_on(own, slot, flags);
	record_total(own, ring, slot);
	if (!record_leave(own, ring, depth, slot))
		perfcnt_regions_carry(own);
	if (fits == count)
		return 0;
	errno = EINVAL;
	return -1;
}

PERFCNT_API int perfcnt_teja_stop(unsigned int group)
{
	struct perfcnt_regions_thread *ring = perfcnt_regions_own.ring;

	if (!is_started(group))
		return -1;
	end_start(ring);
	perfcnt_regions_rest();
	return 0;
}

PERFCNT_API int perfcnt_teja_get_values(unsigned int group, uint64_t *values)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_reading reading;
	uint32_t events[TEJA_EVENTS], i, j;

	if (!is_started(group))
		return -1;
	if (!own->perfcnt || perfcnt_regions_read(own, &reading, RECORDING_LATER) ||
	    own->lost) {
		errno = EIO;
		return -1;
	}
	perfcnt_teja_events(perfcnt_regions_file, own->set, events);
	memset(values, 0, TEJA_PROFILER_MAX_EVENTS * sizeof(*values));
	for (i = 0; i < own->counters; i++)
		for (j = 0; j < TEJA_PROFILER_MAX_EVENTS; j++)
			if (own->ring->event_of[own->set][i] == events[j])
				values[j] += reading.count[i] - base[i];
	return 0;
}
