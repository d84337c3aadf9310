// SPDX-License-Identifier: GPL-2.0
/* Giving gates to counters, and taking them back. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/rcupdate.h>

#include "core.h"
#include "mux.h"
#include "owner.h"
#include "sums.h"
#include "task_sums.h"

static struct perfcnt_counter_set *const set = &perfcnt_set;

/* Can the owner's counter have gates? */
static int check(unsigned int i, const struct perfcnt_owner *owner,
		 struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter;

	if (i >= set->pmu->limits.counters || set->counter[i].owner != owner) {
		perfcnt_reason_set(reason,
				   "counter %u: not claimed through this file descriptor",
				   i);
		return -EPERM;
	}
	counter = &set->counter[i];
	if (!(counter->control.word & PERFCNT_CTL_MODES)) {
		perfcnt_reason_set(reason,
				   "counter %u: its event is not set", i);
		return -EINVAL;
	}
	if (counter->control.word & PERFCNT_CTL_IE) {
		perfcnt_reason_set(reason,
				   "counter %u: IE is not possible in a scope",
				   i);
		return -EINVAL;
	}
	return 0;
}

/* Let a counter's gates be these, which nobody sees yet. */
static int take(struct perfcnt_gates *gates, unsigned int i, bool shared,
		struct perfcnt_reason *reason)
{
	unsigned int cpus = perfcnt_gates_take(gates, i, &set->counter[i].control);

	if (!cpus) {
		perfcnt_reason_set(reason,
				   "counter %u: Linux does not run where its filter counts",
				   i);
		return -EINVAL;
	}
	if (!shared && (gates->shared & BIT(i))) {
		perfcnt_reason_set(reason,
				   "counter %u: counts all VPEs in one register; use @vpeN, or PERFCNT_SCOPE_SHARED to count what others do at the same time",
				   i);
		return -EINVAL;
	}
	return 0;
}

/* Can an event that takes turns be counted in a scope? */
static int check_turn(const struct perfcnt_rotation *rotation, unsigned int event,
		      unsigned int vpes, bool shared, struct perfcnt_reason *reason)
{
	const struct perfcnt_turn *turn = &rotation->turn[event];

	if (perfcnt_round_room(turn, rotation->counters) <
	    perfcnt_round_parts(turn, vpes)) {
		perfcnt_reason_set(reason,
				   "event %u: in a scope it needs a counter of its bank for each of the %u VPEs",
				   event, vpes);
		return -EINVAL;
	}
	if (vpes > 1 && !turn->alone && !shared) {
		perfcnt_reason_set(reason,
				   "event %u: counts all VPEs in one register; use PERFCNT_SCOPE_SHARED to count what others do at the same time",
				   event);
		return -EINVAL;
	}
	return 0;
}

/* The counters of a rotation have gates together; returns them, or an error. */
static long take_rotation(struct perfcnt_gates *gates,
			  struct perfcnt_rotation *rotation, unsigned long wanted,
			  bool shared, struct perfcnt_reason *reason)
{
	unsigned int event, vpes = 1;
	int err = 0;

	if (!rotation || !(rotation->counters & wanted))
		return 0;
	if (rotation->counters & ~wanted) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: they go into a scope together",
				   rotation->counters);
		return -EINVAL;
	}
	if (rotation->started) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: PERFCNT_IOC_STOP comes first",
				   rotation->counters);
		return -EBUSY;
	}
	if (perfcnt_gates_need_filter())
		vpes = perfcnt_limits_vpes(&set->pmu->limits);
	for (event = 0; event < rotation->events && !err; event++)
		err = check_turn(rotation, event, vpes, shared, reason);
	if (err)
		return err;
	perfcnt_turning_take(gates, rotation->counters, rotation->events);
	return rotation->counters;
}

/* The events that take turns have another time from now on. */
static void move(struct perfcnt_rotation *rotation, struct perfcnt_gates *gates)
{
	rotation->started = false;
	rotation->gates = gates;
	rotation->vpes = gates && perfcnt_gates_need_filter() ?
			 perfcnt_limits_vpes(&set->pmu->limits) : 1;
}

/**
 * perfcnt_gating_begin - from now on counters count only while a gate is open
 * @gates: gates that no counter has; they are closed
 * @owner: the counters' owner
 * @counters: mask of the counters
 * @shared: counters that count several CPUs in one register are welcome
 * @reason: why not, if not
 *
 * Counts continue from where they are.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EINVAL for one without an
 * event, with IE, or whose filter is not right, or for some, and not all, of those whose
 * events take turns; -EBUSY if these are started; -EIO if one is lost.
 */
int perfcnt_gating_begin(struct perfcnt_gates *gates,
			 const struct perfcnt_owner *owner, u32 counters,
			 bool shared, struct perfcnt_reason *reason)
{
	unsigned long lost, single, wanted = counters;
	unsigned int i;
	long turning;
	int err = 0;

	mutex_lock(&set->lock);
	turning = take_rotation(gates, owner->rotation, wanted, shared, reason);
	if (turning < 0) {
		err = turning;
		goto unlock;
	}
	single = wanted & ~turning;
	for_each_set_bit(i, &single, 32) {
		err = check(i, owner, reason) ?: take(gates, i, shared, reason);
		if (err)
			goto unlock;
	}
	if (turning)
		err = perfcnt_slots_end(owner->rotation);
	if (err) {
		*reason = owner->rotation->why;
		goto unlock;
	}
	lost = perfcnt_sums_begin(wanted, reason);
	if (lost & wanted)
		err = -EIO;
	for_each_set_bit(i, &wanted, 32) {
		struct perfcnt_counter *counter = &set->counter[i];

		if (err)
			break;
		counter->base = perfcnt_counter_count(counter, set->sums[i]);
		counter->gates = gates;
		set->gated |= BIT(i);
	}
	if (!err)
		perfcnt_gates_add(gates);
	perfcnt_sums_end();
	if (!err && turning)
		move(owner->rotation, gates);
unlock:
	mutex_unlock(&set->lock);
	return err;
}

/* Counters without gates continue from where they were. */
static void restart(unsigned long counters)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned int i;

	perfcnt_sums_begin(counters, &reason);
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		counter->base = counter->kept - set->sums[i];
		counter->stopped = false;
		perfcnt_counter_see(i);
	}
	perfcnt_sums_end();
}

/* The events that take turns on counters with these gates, or NULL. */
static struct perfcnt_rotation *rotation_of(const struct perfcnt_gates *gates)
{
	if (!gates->turning)
		return NULL;
	return set->counter[__ffs(gates->turning)].rotation;
}

/**
 * perfcnt_gating_end - counters have gates no more
 * @gates: the gates; closed, and nobody opens them any more
 * @stop: the counters are stopped then; otherwise they continue
 *
 * Context: Process context, may sleep.
 */
void perfcnt_gating_end(struct perfcnt_gates *gates, bool stop)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	struct perfcnt_rotation *rotation;
	unsigned long stopped = 0;
	unsigned int i;

	mutex_lock(&set->lock);
	rotation = rotation_of(gates);
	if (rotation) {
		perfcnt_slots_end(rotation);
		move(rotation, NULL);
	}
	perfcnt_sums_begin(gates->counters, &reason);
	for_each_set_bit(i, &gates->counters, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		counter->gates = NULL;
		set->gated &= ~BIT(i);
		if (counter->stopped)
			continue;
		counter->kept = perfcnt_counter_count(counter, set->sums[i]);
		counter->stopped = true;
		stopped |= BIT(i);
		perfcnt_counter_see(i);
	}
	perfcnt_gates_remove(gates);
	perfcnt_sums_end();
	if (!stop)
		restart(stopped);
	mutex_unlock(&set->lock);
	synchronize_rcu();
}
