// SPDX-License-Identifier: LGPL-2.1-or-later
/* What all records of a region come to: the table of a thread, which a ring cannot overrun. */
#include <string.h>

#include "recording_slot.h"

/* Rows that stand for all further ones: those whose addition was interrupted have one of theirs. */
#define OTHERS	2

static struct perfcnt_regions_total *row_at(struct perfcnt_regions_thread *ring, uint32_t at)
{
	return (struct perfcnt_regions_total *)((char *)ring + at);
}

static bool is_row(const struct perfcnt_regions_total *row,
		   const struct perfcnt_regions_total *key)
{
	return row->begin_place == key->begin_place && row->end_place == key->end_place &&
	       row->set == key->set && row->interrupted == key->interrupted;
}

static void begin_row(struct perfcnt_regions_total *row, const struct perfcnt_regions_total *key)
{
	*row = *key;
	perfcnt_regions_clear(row, perfcnt_regions_file);
}

/*
 * The last rows, of all regions that have none: what ends while one is added to is in the second.
 * Where there was no room before, both begin at once.
 */
static uint32_t find_others(struct perfcnt_regions_thread *ring,
			    const struct perfcnt_regions_total *like)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	const uint32_t first = head->totals_at + (head->totals - OTHERS) * head->total_size;
	struct perfcnt_regions_total key = { .set = like->set };

	if (ring->totals < head->totals) {
		for (; key.interrupted < OTHERS; key.interrupted++)
			begin_row(row_at(ring, first + key.interrupted * head->total_size), &key);
		__atomic_store_n(&ring->totals, head->totals, __ATOMIC_RELEASE);
	}
	return first + like->interrupted * head->total_size;
}

/* Signals are blocked. */
static uint32_t find_row(struct perfcnt_regions_thread *ring,
			 const struct perfcnt_regions_total *key)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint32_t i, at = head->totals_at;

	for (i = 0; i < ring->totals; i++, at += head->total_size)
		if (is_row(row_at(ring, at), key))
			return at;
	if (i >= head->totals - OTHERS)
		return find_others(ring, key);
	begin_row(row_at(ring, at), key);
	__atomic_store_n(&ring->totals, i + 1, __ATOMIC_RELEASE);
	return at;
}

uint32_t perfcnt_regions_total(struct recording_thread *own, uint32_t begin, uint32_t end)
{
	const struct perfcnt_regions_total key = {
		.begin_place = begin, .end_place = end, .set = own->set,
	};
	uint32_t at = own->ring->total_of[begin];

	if (at && is_row(row_at(own->ring, at), &key))
		return at;
	perfcnt_regions_lock();
	at = find_row(own->ring, &key);
	own->ring->total_of[begin] = at;
	perfcnt_regions_unlock();
	return at;
}

void perfcnt_regions_add_later(struct recording_thread *own,
			       const struct perfcnt_regions_slot *slot, uint32_t inner)
{
	struct perfcnt_regions_total key = *row_at(own->ring, slot->total);

	key.interrupted = 1;
	perfcnt_regions_lock();
	record_add(own, row_at(own->ring, find_row(own->ring, &key)), slot, inner, false);
	perfcnt_regions_unlock();
}
