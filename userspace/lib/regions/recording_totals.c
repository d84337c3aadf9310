// SPDX-License-Identifier: LGPL-2.1-or-later
/* What all records of a region come to: the table of a thread, which a ring cannot overrun. */
#include <string.h>

#include "recording_slot.h"

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

/*
 * Signals are blocked.  Where there is no space for one more row, the last one is of all
 * regions that have none; those that end while it is added to are then in no row.
 */
static uint32_t find_row(struct perfcnt_regions_thread *ring,
			 struct perfcnt_regions_total key)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint32_t i, at = head->totals_at;

	for (i = 0; i < ring->totals; i++, at += head->total_size)
		if (is_row(row_at(ring, at), &key))
			return at;
	if (i == head->totals)
		return 0;
	if (i == head->totals - 1) {
		key.begin_place = 0;
		key.end_place = 0;
		key.interrupted = 0;
	}
	*row_at(ring, at) = key;
	perfcnt_regions_clear(row_at(ring, at), head);
	__atomic_store_n(&ring->totals, i + 1, __ATOMIC_RELEASE);
	return at;
}

uint32_t perfcnt_regions_total(struct recording_thread *own, uint32_t begin, uint32_t end)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	const struct perfcnt_regions_total key = {
		.begin_place = begin, .end_place = end, .set = own->set,
	};
	uint32_t at = own->ring->total_of[begin];

	if (at && is_row(row_at(own->ring, at), &key))
		return at;
	perfcnt_regions_lock();
	at = find_row(own->ring, key);
	if (!at)
		at = head->totals_at + (head->totals - 1) * head->total_size;
	own->ring->total_of[begin] = at;
	perfcnt_regions_unlock();
	return at;
}

void perfcnt_regions_add_later(struct recording_thread *own,
			       const struct perfcnt_regions_slot *slot, uint32_t inner)
{
	struct perfcnt_regions_total key = *row_at(own->ring, slot->total);
	uint32_t at;

	key.interrupted = 1;
	perfcnt_regions_lock();
	at = find_row(own->ring, key);
	if (at)
		record_add(own, row_at(own->ring, at), slot, inner, false);
	else
		own->ring->lost_totals++;
	perfcnt_regions_unlock();
}
