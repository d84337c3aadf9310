// SPDX-License-Identifier: GPL-2.0
/* What events that take turns have counted in their slots, and how that varies. */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "core.h"
#include "mux.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* The square of such a count, times NSEC_PER_USEC, has 64 bits. */
#define EXACT_BITS 27

/* Add to the sum of squares, whose integer has 96 bits. */
static void stats_add_squares(struct perfcnt_rotated_event *counted, u64 high, u64 low)
{
	counted->squares += low;
	high += counted->squares < low;
	counted->squares_high = min_t(u64, counted->squares_high + high, U32_MAX);
}

/* Add count * count / ran, where ran is in nanoseconds, and the sum's in microseconds. */
static void stats_add_square(struct perfcnt_rotated_event *counted, u64 count, u64 ran)
{
	u64 square, rest, fraction = counted->fraction;
	unsigned int shift = 0;

	while (count >> EXACT_BITS) {
		count >>= 1;
		shift += 2;
	}
	square = div64_u64_rem(count * count * NSEC_PER_USEC, ran, &rest);
	if (!shift && !(ran >> 32))
		fraction += div64_u64(rest << 32, ran);
	counted->fraction = fraction;
	stats_add_squares(counted, 0, fraction >> 32);
	if (shift >= 64) /* an error: no counter counts so much in a slot */
		stats_add_squares(counted, U32_MAX, 0);
	else
		stats_add_squares(counted, shift ? square >> (64 - shift) : 0,
				  square << shift);
}

/**
 * perfcnt_mux_stats_add - an event has had a slot
 * @counted: what it has counted
 * @count: what it counted in the slot
 * @ran: how long that was, in nanoseconds; a slot without time did not take place,
 *	 unless something was counted
 */
void perfcnt_mux_stats_add(struct perfcnt_rotated_event *counted, u64 count, u64 ran)
{
	if (!ran && !count)
		return;
	ran = ran ?: 1;
	counted->count += count;
	counted->running += ran;
	stats_add_square(counted, count, ran);
	counted->slots++;
}

/* What an event has counted in its slot. */
static u64 stats_slot(const struct perfcnt_mux *mux, unsigned int event, const u64 *sums)
{
	unsigned int i;
	u64 count = 0;

	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		if (mux->slot.event[i] == (s16)event)
			count += perfcnt_counter_count(&core->counter[i], sums[i]) -
				 mux->from[i];
	return count;
}

/* Each event of the slot gets what it has counted, once. */
static void stats_add_slot(const struct perfcnt_mux *mux, const u64 *sums,
			   struct perfcnt_rotated_event *counted)
{
	unsigned int i, event;

	lockdep_assert_held(&core->counts);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS) {
		if (mux->slot.event[i] == PERFCNT_NO_EVENT ||
		    mux->slot.vpe[i])
			continue;
		event = mux->slot.event[i];
		perfcnt_mux_stats_add(&counted[event], stats_slot(mux, event, sums),
				      mux->ran);
	}
}

/**
 * perfcnt_mux_stats_end_slot - a slot has ended
 * @mux: the rotation
 * @sums: all sums at that instant
 * @round_ends: so has the round
 *
 * Context: Process context; the core's lock is held.
 */
void perfcnt_mux_stats_end_slot(struct perfcnt_mux *mux, const u64 *sums, bool round_ends)
{
	spin_lock(&core->counts);
	stats_add_slot(mux, sums, mux->counted);
	spin_unlock(&core->counts);
	mux->slots += !!mux->ran;
	mux->rounds += round_ends;
}

/**
 * perfcnt_mux_stats_copy - what events have counted, up to now
 * @mux: their rotation
 * @counted: gets that, an entry an event
 *
 * Context: The core's lock is held; perfcnt_sums_lock() has been called for the counters.
 */
void perfcnt_mux_stats_copy(struct perfcnt_mux *mux, struct perfcnt_rotated_event *counted)
{
	memcpy(counted, mux->counted, mux->events * sizeof(*counted));
	perfcnt_mux_slot_time(mux);
	if (mux->open)
		stats_add_slot(mux, core->sums, counted);
}
