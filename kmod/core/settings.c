// SPDX-License-Identifier: GPL-2.0
/* Settings of counters: checking and applying them. */
#include <linux/bits.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include "core.h"
#include "counters.h"
#include "notify.h"
#include "sums.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* The next state of the counters: too large for the stack. */
static struct perfcnt_counter next[PERFCNT_MAX_COUNTERS];

/* A word with event 127 keeps the native event that the counter already has. */
static int keep_native(unsigned int counter, struct perfcnt_control *control,
		       struct perfcnt_reason *reason)
{
	int err;

	if (perfcnt_control_event(control->word) != PERFCNT_EVENT_NATIVE ||
	    control->native.known)
		return 0;
	control->native = core->counter[counter].control.native;
	if (!control->native.known) {
		perfcnt_reason_set(reason,
				   "counter %u: event 127 keeps the current native event, but there is none; set one by name",
				   counter);
		return -EINVAL;
	}
	err = perfcnt_control_check(control, counter, &core->pmu->limits,
				    reason);
	if (err)
		perfcnt_reason_prefix(reason, "counter %u: ", counter);
	return err;
}

/* May @owner change that counter so? */
static int settings_check(unsigned int i, const struct perfcnt_owner *owner,
			  unsigned int change, struct perfcnt_reason *reason)
{
	unsigned int allowed = PERFCNT_MAY_BE_STARTED;

	if (core->counter[i].owner && core->counter[i].owner != owner)
		return perfcnt_counter_refuse_claimed(i, reason);
	if (!(change & PERFCNT_SETTING_CONTROL))
		allowed |= PERFCNT_MAY_BE_SCOPED | PERFCNT_MAY_BE_SAMPLED;
	return perfcnt_counter_check(i, owner, allowed, reason);
}

/* The mask of the counters that change; may @owner change them so? */
static int settings_check_all(const struct perfcnt_setting *settings,
			      const struct perfcnt_owner *owner, unsigned long *changed,
			      struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	*changed = 0;
	for (i = 0; i < core->pmu->limits.counters; i++) {
		unsigned int change = settings[i].change;

		if (!change)
			continue;
		if ((change & PERFCNT_SETTING_IF_FREE) && core->counter[i].owner)
			continue;
		err = settings_check(i, owner, change, reason);
		if (err)
			return err;
		*changed |= BIT(i);
	}
	return 0;
}

/* The next state of a counter. */
static int settings_plan_counter(unsigned int i, const struct perfcnt_setting *setting,
				 struct perfcnt_reason *reason)
{
	unsigned int change = setting->change;

	next[i].renewed = change & PERFCNT_SETTING_COUNT;
	if (change & PERFCNT_SETTING_SUSPEND)
		next[i].suspended = true;
	if (change & PERFCNT_SETTING_RESUME)
		next[i].suspended = false;
	if (change & (PERFCNT_SETTING_CONTROL | PERFCNT_SETTING_COUNT |
		      PERFCNT_SETTING_RESUME))
		next[i].taken = false;
	if (!(change & PERFCNT_SETTING_CONTROL))
		return 0;
	next[i].control = setting->control;
	next[i].control.multiplexed = false;
	next[i].suspended = change & PERFCNT_SETTING_SUSPEND;
	return keep_native(i, &next[i].control, reason);
}

/* The next state of all counters, of which some change. */
static int settings_plan(const struct perfcnt_setting *settings, unsigned long changed,
			 struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	memcpy(next, core->counter, core->pmu->limits.counters * sizeof(*next));
	for_each_set_bit(i, &changed, PERFCNT_MAX_COUNTERS) {
		err = settings_plan_counter(i, &settings[i], reason);
		if (err)
			return err;
	}
	return 0;
}

/* Do all counters go on counting what they count?  One that was taken is to count again. */
static bool settings_only_counts(const struct perfcnt_setting *settings)
{
	unsigned int i;

	for (i = 0; i < core->pmu->limits.counters; i++)
		if (settings[i].change & ~(PERFCNT_SETTING_COUNT | PERFCNT_SETTING_IF_FREE) ||
		    next[i].taken != core->counter[i].taken)
			return false;
	return true;
}

/* The next state becomes the current one. */
static void put_in_force(const struct perfcnt_setting *settings,
			 unsigned long changed, const u64 *sums)
{
	unsigned int i;

	lockdep_assert_held(&core->counts);
	core->touched |= changed;
	for_each_set_bit(i, &changed, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &core->counter[i];
		bool was_due = (counter->control.word & PERFCNT_CTL_IE) &&
			       (counter->control.word & PERFCNT_CTL_MODES);
		bool new_count = settings[i].change & PERFCNT_SETTING_COUNT;

		counter->control = next[i].control;
		counter->suspended = next[i].suspended;
		counter->taken = next[i].taken;
		perfcnt_counter_show(i);
		if (new_count) {
			counter->base = settings[i].count - sums[i];
			counter->kept = settings[i].count;
			core->lost &= ~BIT(i);
			perfcnt_counter_begin_count(i);
			perfcnt_counter_forget_half_full(i);
		}
		/* otherwise its register is the count's already, or need not be */
		if ((counter->control.word & PERFCNT_CTL_IE) &&
		    (new_count || !was_due))
			perfcnt_notify_begin(i, counter->base + sums[i]);
	}
}

static void settings_set_counts(const struct perfcnt_setting *settings,
				unsigned long changed)
{
	struct perfcnt_reason ignored perfcnt_uninitialized;

	perfcnt_sums_begin(changed, &ignored);
	put_in_force(settings, changed, core->sums);
	perfcnt_sums_end();
}

static int settings_change(const struct perfcnt_setting *settings, unsigned long changed,
			   struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	int err;

	mutex_lock(&core->asked);
	err = perfcnt_counters_change(next, changed, sums, reason);
	if (!err) {
		perfcnt_counts_lock();
		put_in_force(settings, changed, sums);
		perfcnt_counts_unlock();
		perfcnt_counters_release_idle();
	}
	mutex_unlock(&core->asked);
	return err;
}

/**
 * perfcnt_settings_apply - set counters, all of them at the same instant
 * @settings: one entry per counter, checked
 * @owner: the owner who asks; NULL for /proc/perf
 * @reason: why not, if not
 *
 * A counter whose event does not change continues without a gap; but where perf makes an
 * event on a CPU, the PMU is off there for a moment, in the kernel.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY for a counter that another owner has claimed, or that is in a scope
 * and whose event changes, or on which events take turns, or if another user has the
 * hardware; -EPERM for a counter that @owner has not claimed; -EINVAL for a native event
 * that is not known; or the PMU driver's error.  After an error nothing has changed.
 */
int perfcnt_settings_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason)
{
	unsigned long changed;
	int err;

	mutex_lock(&core->lock);
	err = settings_check_all(settings, owner, &changed, reason);
	if (err)
		goto unlock;
	if (core->held)
		perfcnt_sums_poll(changed);
	err = settings_plan(settings, changed, reason);
	if (!err && settings_only_counts(settings))
		settings_set_counts(settings, changed);
	else if (!err)
		err = settings_change(settings, changed, reason);
unlock:
	mutex_unlock(&core->lock);
	return err;
}
