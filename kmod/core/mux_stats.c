// SPDX-License-Identifier: GPL-2.0
/* What events that take turns have counted, in their slots and late, and how that varies. */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "core.h"
#include "mux.h"
#include "task_sums.h"

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

/* What an event has counted in that time, in nanoseconds. */
static void stats_add(struct perfcnt_rotated_event *counted, u64 count, u64 ran)
{
	counted->count += count;
	counted->running += ran;
	stats_add_square(counted, count, ran);
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
	stats_add(counted, count, ran ?: 1);
	counted->slots++;
}

/**
 * struct stats_late - what was counted late since a slot began
 * @counters: mask of the counters that did
 * @counted: the events, which get it
 * @ran: for how long that was
 * @count: by counter
 */
struct stats_late {
	unsigned long counters;
	struct perfcnt_rotated_event *counted;
	u64 ran;
	u64 count[PERFCNT_MAX_COUNTERS];
};

static void stats_take_late(void *data, const struct perfcnt_task_late *here)
{
	struct stats_late *late = data;
	unsigned int i;

	late->ran += here->ran;
	for_each_set_bit(i, &late->counters, PERFCNT_MAX_COUNTERS) {
		late->count[i] += here->count[i];
		if (here->event[i] != PERFCNT_NO_EVENT && here->ran)
			stats_add(&late->counted[here->event[i]], here->count[i],
				  here->ran);
	}
}

/* What is late may have been looked at a moment later than all that it is a part of. */
static u64 stats_without(u64 all, u64 late)
{
	return all > late ? all - late : 0;
}

/* What an event has counted in its slot. */
static u64 stats_slot(const struct perfcnt_mux *mux, unsigned int event, const u64 *sums,
		      const struct stats_late *late)
{
	unsigned int i;
	u64 count = 0;

	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		if (mux->slot.event[i] == (s16)event)
			count += stats_without(perfcnt_counter_count(&core->counter[i],
								     sums[i]) - mux->from[i],
					       late->count[i]);
	return count;
}

/* Each event of the slot gets what it has counted, once. */
static void stats_add_slot(const struct perfcnt_mux *mux, const u64 *sums,
			   const struct stats_late *late)
{
	unsigned int i, event;

	lockdep_assert_held(&core->counts);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS) {
		if (mux->slot.event[i] == PERFCNT_NO_EVENT ||
		    mux->slot.vpe[i])
			continue;
		event = mux->slot.event[i];
		perfcnt_mux_stats_add(&late->counted[event],
				      stats_slot(mux, event, sums, late),
				      stats_without(mux->ran, late->ran));
	}
}

/**
 * perfcnt_mux_stats_end_slot - a slot has ended, and what was late with it
 * @mux: the rotation
 * @sums: all sums at that instant
 * @round_ends: so has the round
 *
 * Context: Process context; the core's lock is held.
 */
void perfcnt_mux_stats_end_slot(struct perfcnt_mux *mux, const u64 *sums, bool round_ends)
{
	struct stats_late late = { .counters = mux->counters, .counted = mux->counted };

	if (mux->task_sums)
		perfcnt_task_sums_take_late(mux->task_sums,
					    mux->started ? stats_take_late : NULL, &late);
	spin_lock(&core->counts);
	stats_add_slot(mux, sums, &late);
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
	struct stats_late late = { .counters = mux->counters, .counted = counted };
	u64 sums[PERFCNT_MAX_COUNTERS];

	memcpy(counted, mux->counted, mux->events * sizeof(*counted));
	memcpy(sums, core->sums, sizeof(sums));
	if (mux->task_sums && mux->started)
		perfcnt_task_sums_show_late(mux->task_sums, sums, stats_take_late, &late);
	perfcnt_mux_slot_time(mux);
	if (mux->open)
		stats_add_slot(mux, sums, &late);
}

/**
 * perfcnt_mux_stats_stop - the counters have been stopped: CPUs that are late count no more
 * @mux: the rotation, whose times are those of that moment
 *
 * Context: Process context; the core's lock is held.
 */
void perfcnt_mux_stats_stop(struct perfcnt_mux *mux)
{
	struct stats_late late = { .counters = mux->counters, .counted = mux->counted };
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned int i;

	lockdep_assert_held(&core->lock);
	if (!mux->task_sums)
		return;
	perfcnt_task_sums_show_late(mux->task_sums, sums, stats_take_late, &late);
	mux->ran = stats_without(mux->ran, late.ran);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		mux->from[i] += late.count[i];
}
