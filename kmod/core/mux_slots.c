// SPDX-License-Identifier: GPL-2.0
/* The slots of a rotation, on the counters; mux.h has the idea. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/random.h>
#include <linux/string.h>

#include "core.h"
#include "mux.h"
#include "sums.h"
#include "task_sums.h"

static struct perfcnt_counter_set *const set = &perfcnt_set;

/* The next state of the counters: too large for the stack. */
static struct perfcnt_counter next[PERFCNT_MAX_COUNTERS];

static u32 random_below(u32 below)
{
	return ((u64)get_random_u32() * below) >> 32;
}

static u64 time_of(const struct perfcnt_rotation *rotation)
{
	return rotation->gates ? perfcnt_turning_time(rotation->gates) :
				 ktime_get_ns();
}

static void pass_until(struct perfcnt_rotation *rotation, u64 now)
{
	if (rotation->started) {
		rotation->enabled += now - rotation->since;
		if (rotation->open)
			rotation->ran += now - rotation->since;
	}
	rotation->since = now;
}

/**
 * perfcnt_slots_time - bring a rotation's times up to date
 * @rotation: the rotation
 *
 * Context: Process context; the set's lock is held.
 */
void perfcnt_slots_time(struct perfcnt_rotation *rotation)
{
	lockdep_assert_held(&set->lock);
	pass_until(rotation, time_of(rotation));
}

/* Another user has the hardware: what was counted in the slot is not known. */
static int lose(struct perfcnt_rotation *rotation,
		const struct perfcnt_reason *reason)
{
	rotation->lost = -EIO;
	rotation->why = *reason;
	return -EIO;
}

static bool is_lost(const struct perfcnt_rotation *rotation)
{
	return set->lost & rotation->counters;
}

/* What a counter counts in a slot: nothing without an event. */
static struct perfcnt_control wanted(const struct perfcnt_rotation *rotation,
				     const struct perfcnt_slot *slot, unsigned int i)
{
	static const struct perfcnt_control nothing;
	const struct perfcnt_turn *turn;

	if (slot->event[i] == PERFCNT_NO_EVENT)
		return nothing;
	turn = &rotation->turn[slot->event[i]];
	if (rotation->vpes > 1 && turn->alone)
		return perfcnt_turn_on_vpe(turn, slot->vpe[i]);
	return turn->control;
}

/* Let the counters count what is in @next. */
static int change(const struct perfcnt_rotation *rotation, u64 *sums,
		  struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	lockdep_assert_held(&set->asked);
	err = perfcnt_counters_change(next, rotation->counters, sums, reason);
	if (err)
		return err;
	perfcnt_counts_lock();
	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS) {
		set->counter[i].control = next[i].control;
		perfcnt_counter_show(i);
	}
	perfcnt_counts_unlock();
	return 0;
}

static void copy_counters(struct perfcnt_counter *to)
{
	memcpy(to, set->counter, set->pmu->limits.counters * sizeof(*to));
}

/* Let the counters count the events of a slot, or nothing without one. */
static int configure(const struct perfcnt_rotation *rotation,
		     const struct perfcnt_slot *slot, u64 *sums,
		     struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	copy_counters(next);
	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS) {
		if (slot)
			next[i].control = wanted(rotation, slot, i);
		else
			next[i].control.word &= ~PERFCNT_CTL_MODES;
		next[i].control.multiplexed = rotation->number;
		if (slot && rotation->gates)
			perfcnt_turning_turn(rotation->gates, i, &next[i].control);
	}
	if (rotation->gates)
		perfcnt_turning_next(rotation->gates, slot);
	err = change(rotation, sums, reason);
	if (err && rotation->gates)
		perfcnt_turning_next(rotation->gates,
				     rotation->open ? &rotation->slot : NULL);
	return err;
}

/* The slot's counts begin where they are: nothing is counted now. */
static int note_counts(struct perfcnt_rotation *rotation)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long lost;
	unsigned int i;

	lost = perfcnt_sums_lock(rotation->counters, &reason);
	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS)
		rotation->from[i] = perfcnt_counter_count(&set->counter[i],
							  set->sums[i]);
	perfcnt_sums_unlock();
	return lost & rotation->counters ? lose(rotation, &reason) : 0;
}

/* Try each event alone. */
static int try_each(const struct perfcnt_rotation *rotation,
		    struct perfcnt_reason *reason)
{
	struct perfcnt_reason why perfcnt_uninitialized;
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_slot slot;
	unsigned int event;
	int err = 0;

	*why.words = '\0';
	for (event = 0; event < rotation->events && !err; event++) {
		struct perfcnt_round round = { 1, { event } };

		perfcnt_round_next(&round, rotation->turn, rotation->counters, 1,
				   &slot);
		err = configure(rotation, &slot, sums, &why);
		if (err)
			perfcnt_reason_set(reason, "event %u: %s", event,
					   why.words);
	}
	return err;
}

/**
 * perfcnt_slots_try - can each event be counted?
 * @rotation: a rotation without a slot
 * @reason: why not, if not
 *
 * Context: Process context, may sleep; the set's lock is held.
 * Return: 0, and the counters have no event; or the PMU driver's error for the first
 * event that cannot, and they have the events that they had.
 */
int perfcnt_slots_try(struct perfcnt_rotation *rotation,
		      struct perfcnt_reason *reason)
{
	static struct perfcnt_counter before[PERFCNT_MAX_COUNTERS];
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason ignored;
	unsigned int i;
	int err;

	lockdep_assert_held(&set->lock);
	copy_counters(before);
	mutex_lock(&set->asked);
	err = try_each(rotation, reason);
	copy_counters(next);
	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS)
		next[i].control = err ? before[i].control :
					(struct perfcnt_control){ 0 };
	if (change(rotation, sums, &ignored) && !err)
		err = -EIO;
	perfcnt_counters_release_idle();
	mutex_unlock(&set->asked);
	return err;
}

/* A slot with as many of its events as can be counted together: 0, or why none can. */
static int begin(struct perfcnt_rotation *rotation)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason why;
	int err;

	do {
		err = configure(rotation, &rotation->slot, sums, &why);
		if (err == -EIO)
			return lose(rotation, &why);
	} while (err && perfcnt_round_take_back(&rotation->round, &rotation->slot));
	return err;
}

/**
 * perfcnt_slots_begin - begin a slot
 * @rotation: a rotation without one
 *
 * If no event can be counted now, there is none.
 *
 * Context: Process context, may sleep; the set's lock is held.
 * Return: 0, or -EIO if another user has the hardware.
 */
int perfcnt_slots_begin(struct perfcnt_rotation *rotation)
{
	int err;

	lockdep_assert_held(&set->lock);
	err = note_counts(rotation);
	if (err)
		return err;
	if (!rotation->round.left)
		perfcnt_round_begin(&rotation->round, rotation->events,
				    random_below);
	rotation->ran = 0;
	perfcnt_round_next(&rotation->round, rotation->turn, rotation->counters,
			   rotation->vpes, &rotation->slot);
	mutex_lock(&set->asked);
	err = begin(rotation);
	mutex_unlock(&set->asked);
	perfcnt_slots_time(rotation);
	rotation->open = !err;
	return rotation->lost;
}

/**
 * perfcnt_slots_first - a slot that there is becomes the first of its round
 * @rotation: the rotation
 *
 * Context: The set's lock is held.
 */
void perfcnt_slots_first(struct perfcnt_rotation *rotation)
{
	lockdep_assert_held(&set->lock);
	perfcnt_round_begin(&rotation->round, rotation->events, random_below);
	if (rotation->open)
		perfcnt_round_without(&rotation->round, &rotation->slot);
}

/**
 * perfcnt_slots_count - what an event has counted in its slot
 * @rotation: its rotation, which has a slot
 * @event: the event, which is in it or not
 * @sums: all sums, at any instant
 *
 * Context: The set's counts is held.
 */
u64 perfcnt_slots_count(const struct perfcnt_rotation *rotation,
			unsigned int event, const u64 *sums)
{
	unsigned int i;
	u64 count = 0;

	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS)
		if (rotation->slot.event[i] == (s16)event)
			count += perfcnt_counter_count(&set->counter[i], sums[i]) -
				 rotation->from[i];
	return count;
}

/* Each event of the slot gets what it has counted, once. */
static void add_up(struct perfcnt_rotation *rotation, const u64 *sums,
		   bool round_ends)
{
	unsigned int i, event;

	spin_lock(&set->counts);
	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS) {
		if (rotation->slot.event[i] == PERFCNT_NO_EVENT ||
		    rotation->slot.vpe[i])
			continue;
		event = rotation->slot.event[i];
		perfcnt_turn_add(&rotation->turn[event].counted,
				 perfcnt_slots_count(rotation, event, sums),
				 rotation->ran);
	}
	spin_unlock(&set->counts);
	rotation->slots += !!rotation->ran;
	rotation->rounds += round_ends;
}

/**
 * perfcnt_slots_end - end the slot, if there is one
 * @rotation: the rotation: its counters count nothing then
 *
 * Context: Process context, may sleep; the set's lock is held.
 * Return: 0, or -EIO if another user has the hardware.
 */
int perfcnt_slots_end(struct perfcnt_rotation *rotation)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason why;
	int err;

	lockdep_assert_held(&set->lock);
	if (!rotation->open)
		return rotation->lost;
	if (set->held)
		perfcnt_sums_look();
	mutex_lock(&set->asked);
	perfcnt_slots_time(rotation);
	rotation->open = false;
	err = configure(rotation, NULL, sums, &why);
	if (!err && is_lost(rotation)) {
		why = set->why;
		err = -EIO;
	}
	if (err)
		err = lose(rotation, &why);
	else
		add_up(rotation, sums, !rotation->round.left);
	mutex_unlock(&set->asked);
	return err;
}

/* The next slot begins with these counts. */
static void go_on(struct perfcnt_rotation *rotation, const struct perfcnt_slot *slot,
		  const u64 *sums)
{
	unsigned int i;

	spin_lock(&set->counts);
	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS)
		rotation->from[i] = perfcnt_counter_count(&set->counter[i], sums[i]);
	spin_unlock(&set->counts);
	rotation->slot = *slot;
	rotation->ran = 0;
}

/**
 * perfcnt_slots_exchange - end a slot and begin the next at the same instant
 * @rotation: the rotation, started, which has a slot
 *
 * Programs run on other CPUs, or while the driver prepares a change: what they do
 * between two slots would be in nobody's, and is not what they do in slots, because who
 * changes the events is beside them.
 *
 * Context: Process context, may sleep; the set's lock is held.
 * Return: 0; or an error, after which the slot goes on.
 */
int perfcnt_slots_exchange(struct perfcnt_rotation *rotation)
{
	struct perfcnt_round before = rotation->round;
	u64 sums[PERFCNT_MAX_COUNTERS], now;
	bool round_ends = !before.left;
	struct perfcnt_reason ignored;
	struct perfcnt_slot slot;
	int err;

	perfcnt_sums_look();
	if (is_lost(rotation))
		return -EIO;
	if (round_ends)
		perfcnt_round_begin(&rotation->round, rotation->events,
				    random_below);
	perfcnt_round_next(&rotation->round, rotation->turn, rotation->counters,
			   rotation->vpes, &slot);
	mutex_lock(&set->asked);
	now = time_of(rotation);
	if (rotation->gates)
		perfcnt_turning_mark(rotation->gates);
	err = configure(rotation, &slot, sums, &ignored);
	if (!err) {
		if (rotation->gates)
			now = perfcnt_turning_marked(rotation->gates, sums);
		pass_until(rotation, now);
		add_up(rotation, sums, round_ends);
		go_on(rotation, &slot, sums);
	} else {
		rotation->round = before;
	}
	mutex_unlock(&set->asked);
	return err;
}
