// SPDX-License-Identifier: GPL-2.0
/* The slices of a multiplexer, and what events have counted in them; multiplex.h has the idea. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/math.h>
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

static u64 slice_now(const struct perfcnt_multiplexer *multiplexer)
{
	return multiplexer->windows ? perfcnt_windows_time(multiplexer->windows) :
				 ktime_get_ns();
}

static void slice_pass_until(struct perfcnt_multiplexer *multiplexer, u64 now)
{
	if (multiplexer->started) {
		multiplexer->enabled += now - multiplexer->since;
		if (multiplexer->open)
			multiplexer->ran += now - multiplexer->since;
	}
	multiplexer->since = now;
}

/**
 * perfcnt_multiplex_slice_time - bring a multiplexer's times up to date
 * @multiplexer: the multiplexer
 *
 * Context: Process context; the core's lock is held.
 */
void perfcnt_multiplex_slice_time(struct perfcnt_multiplexer *multiplexer)
{
	lockdep_assert_held(&core->lock);
	slice_pass_until(multiplexer, slice_now(multiplexer));
}

/* The square of such a count, times NSEC_PER_USEC, has 64 bits. */
#define EXACT_BITS 27

/* No counter counts so much in a slice: 2^58 events are years. */
#define MOST_BITS (EXACT_BITS + 31)

/*
 * Add to the sum of squares, whose integer has 96 bits: false if it needs more, which is more
 * than 10^4 events in each nanosecond of a century.
 */
static bool stats_add_squares(struct perfcnt_multiplexed_event *counted, u64 high, u64 low)
{
	counted->squares += low;
	high += counted->squares < low;
	if (high > U32_MAX - counted->squares_high)
		return false;
	counted->squares_high += high;
	return true;
}

/* Add count * count / ran, where ran is in nanoseconds, and the sum's in microseconds. */
static bool stats_add_square(struct perfcnt_multiplexed_event *counted, u64 count, u64 ran)
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
	return stats_add_squares(counted, 0, fraction >> 32) &&
	       stats_add_squares(counted, shift ? square >> (64 - shift) : 0, square << shift);
}

/**
 * perfcnt_multiplex_stats_add - an event has had a slice
 * @counted: what it has counted
 * @count: what it counted in the slice
 * @ran: how long that was, in nanoseconds; a slice without time did not take place,
 *	 unless something was counted
 *
 * Return: false if that cannot be.
 */
bool perfcnt_multiplex_stats_add(struct perfcnt_multiplexed_event *counted, u64 count, u64 ran)
{
	if (!ran && !count)
		return true;
	ran = ran ?: 1;
	counted->count += count;
	counted->running += ran;
	counted->slices++;
	return !(count >> MOST_BITS) && stats_add_square(counted, count, ran);
}

/* What an event has counted in its slice. */
static u64 stats_slot(const struct perfcnt_multiplexer *multiplexer, unsigned int event,
		      const u64 *sums)
{
	unsigned int i;
	u64 count = 0;

	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS)
		if (multiplexer->slice.event[i] == (s16)event)
			count += perfcnt_counter_count(&core->counter[i], sums[i]) -
				 multiplexer->from[i];
	return count;
}

/* Each event of the slice gets what it has counted, once; 0, or -EIO if that cannot be. */
static int stats_add_slot(const struct perfcnt_multiplexer *multiplexer, const u64 *sums,
			  struct perfcnt_multiplexed_event *counted,
			  struct perfcnt_reason *reason)
{
	unsigned int i, event;

	lockdep_assert_held(&core->counts);
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS) {
		if (multiplexer->slice.event[i] == PERFCNT_NO_EVENT ||
		    multiplexer->slice.vpe[i])
			continue;
		event = multiplexer->slice.event[i];
		if (perfcnt_multiplex_stats_add(&counted[event],
						stats_slot(multiplexer, event, sums),
						multiplexer->ran))
			continue;
		perfcnt_reason_set(reason,
				   "event %u: what the hardware counts went back, or on by years; counting has stopped",
				   event);
		PERFCNT_CANNOT_BE(true);
		return -EIO;
	}
	return 0;
}

static int slice_lose(const struct perfcnt_multiplexer *multiplexer,
		      const struct perfcnt_reason *reason)
{
	perfcnt_counters_give_up(multiplexer->counters, reason);
	return -EIO;
}

/* A slice has ended: 0 or -EIO. */
static int stats_end_slot(struct perfcnt_multiplexer *multiplexer, const u64 *sums,
			  bool round_ends)
{
	struct perfcnt_reason reason;
	int err;

	spin_lock(&core->counts);
	err = stats_add_slot(multiplexer, sums, multiplexer->counted, &reason);
	spin_unlock(&core->counts);
	multiplexer->slices += !!multiplexer->ran;
	multiplexer->rounds += round_ends;
	return err ? slice_lose(multiplexer, &reason) : 0;
}

/**
 * perfcnt_multiplex_stats_copy - what events have counted, up to now
 * @multiplexer: their multiplexer
 * @counted: gets that, an entry an event
 * @reason: why not, if not
 *
 * Context: The core's lock is held; perfcnt_sums_lock() has been called for the counters.
 * Return: 0, or -EIO if that cannot be.
 */
int perfcnt_multiplex_stats_copy(struct perfcnt_multiplexer *multiplexer,
				 struct perfcnt_multiplexed_event *counted,
				 struct perfcnt_reason *reason)
{
	memcpy(counted, multiplexer->counted, multiplexer->events * sizeof(*counted));
	perfcnt_multiplex_slice_time(multiplexer);
	return multiplexer->open ? stats_add_slot(multiplexer, core->sums, counted, reason) : 0;
}

/**
 * perfcnt_multiplex_lost - has another user the hardware?
 * @multiplexer: the events; what was counted in the last slice is not known then
 *
 * Context: The core's lock is held.
 * Return: 0 or -EIO.
 */
int perfcnt_multiplex_lost(const struct perfcnt_multiplexer *multiplexer)
{
	return core->lost & multiplexer->counters ? -EIO : 0;
}

/* What a counter counts in a slice: nothing without an event. */
static struct perfcnt_control slice_control(const struct perfcnt_multiplexer *multiplexer,
					    const struct perfcnt_multiplex_slice *slice,
					    unsigned int i)
{
	static const struct perfcnt_control nothing;
	const struct perfcnt_multiplex_event *entry;

	if (slice->event[i] == PERFCNT_NO_EVENT)
		return nothing;
	entry = &multiplexer->entry[slice->event[i]];
	if (multiplexer->vpes > 1 && entry->alone)
		return perfcnt_multiplex_event_on_vpe(entry, slice->vpe[i]);
	return entry->control;
}

/* Let the counters count what is in @next. */
static int slice_change(const struct perfcnt_multiplexer *multiplexer, u64 *sums,
			struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	lockdep_assert_held(&core->asked);
	err = perfcnt_counters_change(next, multiplexer->counters, sums, reason);
	if (err)
		return err;
	perfcnt_counts_lock();
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS) {
		core->counter[i].control = next[i].control;
		core->counter[i].taken = next[i].taken;
		perfcnt_counter_show(i);
	}
	perfcnt_counts_unlock();
	return 0;
}

static unsigned int slice_size(const struct perfcnt_multiplex_slice *slice)
{
	unsigned int i, size = 0;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		size += slice->event[i] != PERFCNT_NO_EVENT;
	return size;
}

/*
 * How many counters have an event in a slice at most.  Where any counter can have any event,
 * all slices of a round have as many, in no more slices: what it costs to prepare one is in
 * the one before.
 */
static unsigned int slice_most(const struct perfcnt_multiplexer *multiplexer)
{
	unsigned int i, slices = DIV_ROUND_UP(multiplexer->events, multiplexer->most);

	if (multiplexer->vpes > 1)
		return multiplexer->most;
	for (i = 0; i < multiplexer->events; i++)
		if (multiplexer->entry[i].banks != (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD))
			return multiplexer->most;
	return DIV_ROUND_UP(multiplexer->events, slices);
}

/* Which events are in the next slice. */
static void slice_plan(struct perfcnt_multiplexer *multiplexer,
		       struct perfcnt_multiplex_slice *slice)
{
	unsigned int most = slice_most(multiplexer);

	if (!multiplexer->round.left)
		perfcnt_multiplex_round_begin(&multiplexer->round, multiplexer->events,
					      random_below);
	perfcnt_multiplex_round_next(&multiplexer->round, multiplexer->entry, multiplexer->counters,
				     multiplexer->vpes, slice);
	while (slice_size(slice) > most)
		perfcnt_multiplex_round_take_back(&multiplexer->round, slice);
}

static void slice_copy_counters(struct perfcnt_counter *to)
{
	memcpy(to, core->counter, core->pmu->limits.counters * sizeof(*to));
}

/* Let the counters count the events of a slice, or nothing without one. */
static int slice_configure(const struct perfcnt_multiplexer *multiplexer,
			   const struct perfcnt_multiplex_slice *slice, u64 *sums,
			   struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	slice_copy_counters(next);
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS) {
		if (slice)
			next[i].control = slice_control(multiplexer, slice, i);
		else
			next[i].control.word &= ~PERFCNT_CTL_MODES;
		next[i].taken = false;
		next[i].control.multiplexed = true;
		if (slice && multiplexer->windows)
			perfcnt_windows_next(multiplexer->windows, i, &next[i].control);
	}
	if (multiplexer->windows)
		perfcnt_windows_next_slice(multiplexer->windows, slice);
	err = slice_change(multiplexer, sums, reason);
	if (err && multiplexer->windows)
		perfcnt_windows_next_slice(multiplexer->windows,
					   multiplexer->open ? &multiplexer->slice : NULL);
	return err;
}

/* The slice's counts begin where they are: nothing is counted now. */
static int slice_note_counts(struct perfcnt_multiplexer *multiplexer)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long lost;
	unsigned int i;

	lost = perfcnt_sums_lock(multiplexer->counters, &reason);
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS)
		multiplexer->from[i] = perfcnt_counter_count(&core->counter[i],
							     core->sums[i]);
	perfcnt_sums_unlock();
	return lost & multiplexer->counters ? slice_lose(multiplexer, &reason) : 0;
}

/* Try each event alone. */
static int slice_try_each(const struct perfcnt_multiplexer *multiplexer,
			  struct perfcnt_reason *reason)
{
	struct perfcnt_reason why perfcnt_uninitialized;
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_multiplex_slice slice;
	unsigned int event;
	int err = 0;

	*why.words = '\0';
	for (event = 0; event < multiplexer->events && !err; event++) {
		struct perfcnt_multiplex_round round = { 1, { event } };

		perfcnt_multiplex_round_next(&round, multiplexer->entry, multiplexer->counters, 1,
					     &slice);
		err = slice_configure(multiplexer, &slice, sums, &why);
		if (err)
			perfcnt_reason_set(reason, "event %u: %s", event,
					   why.words);
	}
	return err;
}

/* What counters counted before does not count again: they keep it, and are lost. */
static void slice_lose_before(const struct perfcnt_multiplexer *multiplexer,
			      const struct perfcnt_counter *before,
			      const struct perfcnt_reason *why)
{
	struct perfcnt_reason reason;
	unsigned int i;

	perfcnt_counts_lock();
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS) {
		core->counter[i].control = before[i].control;
		perfcnt_counter_show(i);
	}
	perfcnt_counts_unlock();
	perfcnt_reason_set(&reason, "its event has no space any more since others were tried (%s)",
			   why->words);
	slice_lose(multiplexer, &reason);
}

/**
 * perfcnt_multiplex_slice_try - can each event be counted?
 * @multiplexer: a multiplexer without a slice
 * @reason: why not, if not
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, and the counters have no event; or the PMU driver's error for the first
 * event that cannot, and they have the events that they had, or are lost.
 */
int perfcnt_multiplex_slice_try(struct perfcnt_multiplexer *multiplexer,
				struct perfcnt_reason *reason)
{
	static struct perfcnt_counter before[PERFCNT_MAX_COUNTERS];
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason why;
	unsigned int i;
	int err;

	lockdep_assert_held(&core->lock);
	multiplexer->most = hweight_long(multiplexer->counters);
	slice_copy_counters(before);
	mutex_lock(&core->asked);
	err = slice_try_each(multiplexer, reason);
	slice_copy_counters(next);
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS) {
		next[i].control = err ? before[i].control :
					(struct perfcnt_control){ 0 };
		next[i].taken |= err && before[i].taken;
	}
	if (slice_change(multiplexer, sums, &why)) {
		slice_lose_before(multiplexer, before, &why);
		err = err ?: -EIO;
	}
	perfcnt_counters_release_idle();
	mutex_unlock(&core->asked);
	return err;
}

/* When the counters have changed, and in a scope their sums then; now, if that has failed. */
static u64 slice_changed(const struct perfcnt_multiplexer *multiplexer, u64 *sums, int err)
{
	if (err || !multiplexer->windows)
		return slice_now(multiplexer);
	return perfcnt_windows_marked(multiplexer->windows, sums);
}

/* A slice with as many of its events as can be counted together: 0, or why none can. */
static int slice_begin(struct perfcnt_multiplexer *multiplexer, u64 *sums)
{
	unsigned int planned = slice_size(&multiplexer->slice);
	struct perfcnt_reason why;
	int err;

	do {
		err = slice_configure(multiplexer, &multiplexer->slice, sums, &why);
		if (err == -EIO)
			return slice_lose(multiplexer, &why);
	} while (err && perfcnt_multiplex_round_take_back(&multiplexer->round,
							  &multiplexer->slice));
	/* alone there is space for it */
	if (multiplexer->apart && slice_size(&multiplexer->slice) == planned)
		multiplexer->most = max(multiplexer->most / 2, 1u);
	multiplexer->apart = false;
	return err;
}

/**
 * perfcnt_multiplex_slice_begin - begin a slice
 * @multiplexer: a multiplexer without one
 *
 * If no event can be counted now, there is none.
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, or -EIO if another user has the hardware.
 */
int perfcnt_multiplex_slice_begin(struct perfcnt_multiplexer *multiplexer)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	int err;

	lockdep_assert_held(&core->lock);
	err = slice_note_counts(multiplexer);
	if (err)
		return err;
	multiplexer->ran = 0;
	slice_plan(multiplexer, &multiplexer->slice);
	mutex_lock(&core->asked);
	err = slice_begin(multiplexer, sums);
	mutex_unlock(&core->asked);
	slice_pass_until(multiplexer, slice_changed(multiplexer, sums, err));
	multiplexer->open = !err;
	return perfcnt_multiplex_lost(multiplexer);
}

/**
 * perfcnt_multiplex_slice_first - a slice that there is becomes the first of its round
 * @multiplexer: the multiplexer
 *
 * Context: The core's lock is held.
 */
void perfcnt_multiplex_slice_first(struct perfcnt_multiplexer *multiplexer)
{
	lockdep_assert_held(&core->lock);
	perfcnt_multiplex_round_begin(&multiplexer->round, multiplexer->events, random_below);
	if (multiplexer->open)
		perfcnt_multiplex_round_without(&multiplexer->round, &multiplexer->slice);
}

/**
 * perfcnt_multiplex_slice_end - end the slice, if there is one
 * @multiplexer: the multiplexer: its counters count nothing then
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, or -EIO if another user has the hardware.
 */
int perfcnt_multiplex_slice_end(struct perfcnt_multiplexer *multiplexer)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason why;
	int err;

	lockdep_assert_held(&core->lock);
	if (!multiplexer->open)
		return perfcnt_multiplex_lost(multiplexer);
	if (core->held)
		perfcnt_sums_poll(multiplexer->counters);
	mutex_lock(&core->asked);
	err = slice_configure(multiplexer, NULL, sums, &why);
	slice_pass_until(multiplexer, slice_changed(multiplexer, sums, err));
	multiplexer->open = false;
	if (err)
		err = slice_lose(multiplexer, &why);
	else
		err = perfcnt_multiplex_lost(multiplexer);
	if (!err)
		err = stats_end_slot(multiplexer, sums, !multiplexer->round.left);
	mutex_unlock(&core->asked);
	return err;
}

/* The next slice begins with these counts. */
static void slice_go_on(struct perfcnt_multiplexer *multiplexer,
			const struct perfcnt_multiplex_slice *slice,
			const u64 *sums)
{
	unsigned int i;

	spin_lock(&core->counts);
	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS)
		multiplexer->from[i] = perfcnt_counter_count(&core->counter[i], sums[i]);
	spin_unlock(&core->counts);
	multiplexer->slice = *slice;
	multiplexer->ran = 0;
}

/**
 * perfcnt_multiplex_slice_exchange - end a slice and begin the next at the same instant
 * @multiplexer: the multiplexer, which has a slice
 *
 * Programs run on other CPUs, or while the driver prepares a change: what they do
 * between two slices would be in nobody's, and is not what they do in slices, because who
 * changes the events is beside them.
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0; or an error, after which the slice goes on.
 */
int perfcnt_multiplex_slice_exchange(struct perfcnt_multiplexer *multiplexer)
{
	struct perfcnt_multiplex_round before = multiplexer->round;
	u64 sums[PERFCNT_MAX_COUNTERS], now;
	bool round_ends = !before.left;
	struct perfcnt_reason ignored;
	struct perfcnt_multiplex_slice slice;
	int err;

	perfcnt_sums_poll(multiplexer->counters);
	if (perfcnt_multiplex_lost(multiplexer))
		return -EIO;
	slice_plan(multiplexer, &slice);
	mutex_lock(&core->asked);
	now = slice_now(multiplexer);
	err = slice_configure(multiplexer, &slice, sums, &ignored);
	if (!err) {
		if (multiplexer->windows)
			now = perfcnt_windows_marked(multiplexer->windows, sums);
		slice_pass_until(multiplexer, now);
		err = stats_end_slot(multiplexer, sums, round_ends);
		slice_go_on(multiplexer, &slice, sums);
	} else {
		multiplexer->round = before;
		multiplexer->apart = slice_size(&multiplexer->slice) <= multiplexer->most;
	}
	mutex_unlock(&core->asked);
	return err;
}
