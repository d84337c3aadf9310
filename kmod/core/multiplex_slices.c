// SPDX-License-Identifier: GPL-2.0
/* The slots of a rotation, and what events have counted in them; multiplex.h has the idea. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/random.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "core.h"
#include "multiplex.h"
#include "sums.h"
#include "window.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* The next state of the counters: too large for the stack. */
static struct perfcnt_counter next[PERFCNT_MAX_COUNTERS];

static u32 random_below(u32 below)
{
	return ((u64)get_random_u32() * below) >> 32;
}

static u64 slot_now(const struct perfcnt_mux *mux)
{
	return mux->task_sums ? perfcnt_task_sums_time(mux->task_sums) :
				 ktime_get_ns();
}

static void slot_pass_until(struct perfcnt_mux *mux, u64 now)
{
	if (mux->started) {
		mux->enabled += now - mux->since;
		if (mux->open)
			mux->ran += now - mux->since;
	}
	mux->since = now;
}

/**
 * perfcnt_mux_slot_time - bring a rotation's times up to date
 * @mux: the rotation
 *
 * Context: Process context; the core's lock is held.
 */
void perfcnt_mux_slot_time(struct perfcnt_mux *mux)
{
	lockdep_assert_held(&core->lock);
	slot_pass_until(mux, slot_now(mux));
}

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

/* A slot has ended. */
static void stats_end_slot(struct perfcnt_mux *mux, const u64 *sums, bool round_ends)
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

/* Another user has the hardware: what was counted in the slot is not known. */
static int slot_lose(struct perfcnt_mux *mux,
		     const struct perfcnt_reason *reason)
{
	mux->lost = -EIO;
	mux->why = *reason;
	return -EIO;
}

static bool slot_is_lost(const struct perfcnt_mux *mux)
{
	return core->lost & mux->counters;
}

/* What a counter counts in a slot: nothing without an event. */
static struct perfcnt_control slot_control(const struct perfcnt_mux *mux,
					   const struct perfcnt_mux_slot *slot,
					   unsigned int i)
{
	static const struct perfcnt_control nothing;
	const struct perfcnt_mux_event *entry;

	if (slot->event[i] == PERFCNT_NO_EVENT)
		return nothing;
	entry = &mux->entry[slot->event[i]];
	if (mux->vpes > 1 && entry->alone)
		return perfcnt_mux_event_on_vpe(entry, slot->vpe[i]);
	return entry->control;
}

/* Let the counters count what is in @next. */
static int slot_change(const struct perfcnt_mux *mux, u64 *sums,
		       struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	lockdep_assert_held(&core->asked);
	err = perfcnt_counters_change(next, mux->counters, sums, reason);
	if (err)
		return err;
	perfcnt_counts_lock();
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS) {
		core->counter[i].control = next[i].control;
		perfcnt_counter_show(i);
	}
	perfcnt_counts_unlock();
	return 0;
}

static void slot_copy_counters(struct perfcnt_counter *to)
{
	memcpy(to, core->counter, core->pmu->limits.counters * sizeof(*to));
}

/* Let the counters count the events of a slot, or nothing without one. */
static int slot_configure(const struct perfcnt_mux *mux,
			  const struct perfcnt_mux_slot *slot, u64 *sums,
			  struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	slot_copy_counters(next);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS) {
		if (slot)
			next[i].control = slot_control(mux, slot, i);
		else
			next[i].control.word &= ~PERFCNT_CTL_MODES;
		next[i].control.multiplexed = mux->number;
		if (slot && mux->task_sums)
			perfcnt_task_sums_next(mux->task_sums, i, &next[i].control);
	}
	if (mux->task_sums)
		perfcnt_task_sums_mux_next(mux->task_sums, slot);
	err = slot_change(mux, sums, reason);
	if (err && mux->task_sums)
		perfcnt_task_sums_mux_next(mux->task_sums,
					   mux->open ? &mux->slot : NULL);
	return err;
}

/* The slot's counts begin where they are: nothing is counted now. */
static int slot_note_counts(struct perfcnt_mux *mux)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long lost;
	unsigned int i;

	lost = perfcnt_sums_lock(mux->counters, &reason);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		mux->from[i] = perfcnt_counter_count(&core->counter[i],
						     core->sums[i]);
	perfcnt_sums_unlock();
	return lost & mux->counters ? slot_lose(mux, &reason) : 0;
}

/* Try each event alone. */
static int slot_try_each(const struct perfcnt_mux *mux,
			 struct perfcnt_reason *reason)
{
	struct perfcnt_reason why perfcnt_uninitialized;
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_mux_slot slot;
	unsigned int event;
	int err = 0;

	*why.words = '\0';
	for (event = 0; event < mux->events && !err; event++) {
		struct perfcnt_mux_round round = { 1, { event } };

		perfcnt_mux_round_next(&round, mux->entry, mux->counters, 1,
				       &slot);
		err = slot_configure(mux, &slot, sums, &why);
		if (err)
			perfcnt_reason_set(reason, "event %u: %s", event,
					   why.words);
	}
	return err;
}

/**
 * perfcnt_mux_slot_try - can each event be counted?
 * @mux: a rotation without a slot
 * @reason: why not, if not
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, and the counters have no event; or the PMU driver's error for the first
 * event that cannot, and they have the events that they had.
 */
int perfcnt_mux_slot_try(struct perfcnt_mux *mux,
			 struct perfcnt_reason *reason)
{
	static struct perfcnt_counter before[PERFCNT_MAX_COUNTERS];
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason ignored;
	unsigned int i;
	int err;

	lockdep_assert_held(&core->lock);
	slot_copy_counters(before);
	mutex_lock(&core->asked);
	err = slot_try_each(mux, reason);
	slot_copy_counters(next);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		next[i].control = err ? before[i].control :
					(struct perfcnt_control){ 0 };
	if (slot_change(mux, sums, &ignored) && !err)
		err = -EIO;
	perfcnt_counters_release_idle();
	mutex_unlock(&core->asked);
	return err;
}

/* A slot with as many of its events as can be counted together: 0, or why none can. */
static int slot_begin(struct perfcnt_mux *mux)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason why;
	int err;

	do {
		err = slot_configure(mux, &mux->slot, sums, &why);
		if (err == -EIO)
			return slot_lose(mux, &why);
	} while (err && perfcnt_mux_round_take_back(&mux->round, &mux->slot));
	return err;
}

/**
 * perfcnt_mux_slot_begin - begin a slot
 * @mux: a rotation without one
 *
 * If no event can be counted now, there is none.
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, or -EIO if another user has the hardware.
 */
int perfcnt_mux_slot_begin(struct perfcnt_mux *mux)
{
	int err;

	lockdep_assert_held(&core->lock);
	err = slot_note_counts(mux);
	if (err)
		return err;
	if (!mux->round.left)
		perfcnt_mux_round_begin(&mux->round, mux->events,
					random_below);
	mux->ran = 0;
	perfcnt_mux_round_next(&mux->round, mux->entry, mux->counters,
			       mux->vpes, &mux->slot);
	mutex_lock(&core->asked);
	err = slot_begin(mux);
	mutex_unlock(&core->asked);
	perfcnt_mux_slot_time(mux);
	mux->open = !err;
	return mux->lost;
}

/**
 * perfcnt_mux_slot_first - a slot that there is becomes the first of its round
 * @mux: the rotation
 *
 * Context: The core's lock is held.
 */
void perfcnt_mux_slot_first(struct perfcnt_mux *mux)
{
	lockdep_assert_held(&core->lock);
	perfcnt_mux_round_begin(&mux->round, mux->events, random_below);
	if (mux->open)
		perfcnt_mux_round_without(&mux->round, &mux->slot);
}

/**
 * perfcnt_mux_slot_end - end the slot, if there is one
 * @mux: the rotation: its counters count nothing then
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, or -EIO if another user has the hardware.
 */
int perfcnt_mux_slot_end(struct perfcnt_mux *mux)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason why;
	int err;

	lockdep_assert_held(&core->lock);
	if (!mux->open)
		return mux->lost;
	if (core->held)
		perfcnt_sums_poll(mux->counters);
	mutex_lock(&core->asked);
	perfcnt_mux_slot_time(mux);
	mux->open = false;
	err = slot_configure(mux, NULL, sums, &why);
	if (!err && slot_is_lost(mux)) {
		why = core->why;
		err = -EIO;
	}
	if (err)
		err = slot_lose(mux, &why);
	else
		stats_end_slot(mux, sums, !mux->round.left);
	mutex_unlock(&core->asked);
	return err;
}

/* The next slot begins with these counts. */
static void slot_go_on(struct perfcnt_mux *mux, const struct perfcnt_mux_slot *slot,
		       const u64 *sums)
{
	unsigned int i;

	spin_lock(&core->counts);
	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		mux->from[i] = perfcnt_counter_count(&core->counter[i], sums[i]);
	spin_unlock(&core->counts);
	mux->slot = *slot;
	mux->ran = 0;
}

/**
 * perfcnt_mux_slot_exchange - end a slot and begin the next at the same instant
 * @mux: the rotation, which has a slot
 *
 * Programs run on other CPUs, or while the driver prepares a change: what they do
 * between two slots would be in nobody's, and is not what they do in slots, because who
 * changes the events is beside them.
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0; or an error, after which the slot goes on.
 */
int perfcnt_mux_slot_exchange(struct perfcnt_mux *mux)
{
	struct perfcnt_mux_round before = mux->round;
	u64 sums[PERFCNT_MAX_COUNTERS], now;
	bool round_ends = !before.left;
	struct perfcnt_reason ignored;
	struct perfcnt_mux_slot slot;
	int err;

	perfcnt_sums_poll(mux->counters);
	if (slot_is_lost(mux))
		return -EIO;
	if (round_ends)
		perfcnt_mux_round_begin(&mux->round, mux->events,
					random_below);
	perfcnt_mux_round_next(&mux->round, mux->entry, mux->counters,
			       mux->vpes, &slot);
	mutex_lock(&core->asked);
	now = slot_now(mux);
	err = slot_configure(mux, &slot, sums, &ignored);
	if (!err) {
		if (mux->task_sums)
			now = perfcnt_task_sums_marked(mux->task_sums, sums);
		slot_pass_until(mux, now);
		stats_end_slot(mux, sums, round_ends);
		slot_go_on(mux, &slot, sums);
	} else {
		mux->round = before;
	}
	mutex_unlock(&core->asked);
	return err;
}
