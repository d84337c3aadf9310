// SPDX-License-Identifier: GPL-2.0
/*
 * The counter set: configure, read, suspend, resume.  The hardware is held only
 * while some counter has a mode to count in, so that the kernel's perf can have
 * it the rest of the time.
 */
#include <linux/bits.h>
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/string.h>

#include "counter_set.h"
#include "half_full.h"

struct perfcnt_counter_set perfcnt_set = {
	.lock = __MUTEX_INITIALIZER(perfcnt_set.lock),
	.counts = __SPIN_LOCK_UNLOCKED(perfcnt_set.counts),
};

static struct perfcnt_counter_set *const set = &perfcnt_set;

/* What the counters may become: too large for the stack. */
static struct perfcnt_counter next[PERFCNT_MAX_COUNTERS];

/**
 * perfcnt_counter_control - what the hardware is to count by now
 * @counter: a counter
 */
struct perfcnt_control perfcnt_counter_control(const struct perfcnt_counter *counter)
{
	struct perfcnt_control control = counter->control;

	if (counter->suspended)
		control.word &= ~PERFCNT_CTL_MODES;
	return control;
}

/**
 * perfcnt_counter_show - work out how a counter's word is seen
 * @i: the counter; what it counts has changed
 *
 * Context: Counts is held.
 */
void perfcnt_counter_show(unsigned int i)
{
	struct perfcnt_control control = perfcnt_counter_control(&set->counter[i]);

	set->counter[i].shown = perfcnt_control_visible(&control, i,
							&set->pmu->limits);
	perfcnt_counter_see(i);
}

static bool counts(const struct perfcnt_counter *counter)
{
	return perfcnt_counter_control(counter).word & PERFCNT_CTL_MODES;
}

/* Is there a counter that counts in some mode? */
static bool any_counts(const struct perfcnt_counter *counters)
{
	unsigned int i;

	for (i = 0; i < set->pmu->limits.counters; i++)
		if (counts(&counters[i]))
			return true;
	return false;
}

/**
 * perfcnt_counters_give_up - the hardware is not ours any more: freeze counts
 * @reason: why
 *
 * Context: Process context, may sleep; lock is held.
 */
void perfcnt_counters_give_up(const struct perfcnt_reason *reason)
{
	unsigned int i;

	lockdep_assert_held(&set->lock);
	set->pmu->release();
	set->held = false;
	spin_lock(&set->counts);
	set->why = *reason;
	for (i = 0; i < set->pmu->limits.counters; i++) {
		if (counts(&set->counter[i]))
			set->lost |= BIT(i);
		set->counter[i].suspended = true;
		perfcnt_counter_show(i);
	}
	spin_unlock(&set->counts);
}

/* A word that says "native event" means the one that the counter has. */
static int keep_native(unsigned int counter, struct perfcnt_control *control,
		       struct perfcnt_reason *reason)
{
	struct perfcnt_refusal refusal;
	int err;

	if (perfcnt_control_event(control->word) != PERFCNT_EVENT_NATIVE ||
	    control->native.known)
		return 0;
	control->native = set->counter[counter].control.native;
	if (!control->native.known) {
		perfcnt_reason_set(reason,
				   "counter %u: event 127 is a native event, and it has none: set one by name",
				   counter);
		return -EINVAL;
	}
	err = perfcnt_control_check(control, counter, &set->pmu->limits,
				    &refusal);
	if (err)
		perfcnt_reason_set(reason, "counter %u: %s", counter,
				   refusal.reason);
	return err;
}

/* May this one change that counter? */
static int check_owner(unsigned int counter, const struct perfcnt_owner *owner,
		       struct perfcnt_reason *reason)
{
	const struct perfcnt_owner *has = set->counter[counter].owner;

	if (has == owner)
		return 0;
	if (has) {
		perfcnt_reason_set(reason,
				   "counter %u: process %d has claimed it",
				   counter, pid_nr(has->pid));
		return -EBUSY;
	}
	perfcnt_reason_set(reason, "counter %u: not claimed by this file",
			   counter);
	return -EPERM;
}

/* What a counter will be. */
static int plan_counter(unsigned int i, const struct perfcnt_setting *setting,
			struct perfcnt_reason *reason)
{
	unsigned int change = setting->change;

	if (change & PERFCNT_SETTING_SUSPEND)
		next[i].suspended = true;
	if (change & PERFCNT_SETTING_RESUME)
		next[i].suspended = false;
	if (!(change & PERFCNT_SETTING_CONTROL))
		return 0;
	next[i].control = setting->control;
	next[i].suspended = change & PERFCNT_SETTING_SUSPEND;
	return keep_native(i, &next[i].control, reason);
}

/* What the counters will be, and the mask of those that change. */
static int plan(const struct perfcnt_setting *settings,
		const struct perfcnt_owner *owner, unsigned long *changed,
		struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	*changed = 0;
	memcpy(next, set->counter, sizeof(next));
	for (i = 0; i < set->pmu->limits.counters; i++) {
		unsigned int change = settings[i].change;

		if (!change)
			continue;
		if ((change & PERFCNT_SETTING_IF_FREE) && next[i].owner)
			continue;
		err = check_owner(i, owner, reason) ?:
		      plan_counter(i, &settings[i], reason);
		if (err)
			return err;
		*changed |= BIT(i);
	}
	return 0;
}

static int configure(const struct perfcnt_counter *counters,
		     unsigned long changed, u64 *sums,
		     struct perfcnt_reason *reason)
{
	static struct perfcnt_control control[PERFCNT_MAX_COUNTERS];
	unsigned int i;

	lockdep_assert_held(&set->lock);
	for (i = 0; i < set->pmu->limits.counters; i++)
		control[i] = perfcnt_counter_control(&counters[i]);
	return set->pmu->configure(changed, control, sums, reason);
}

/**
 * perfcnt_counters_release_idle - let go of the hardware if nothing counts
 *
 * Context: Process context, may sleep; lock is held.
 */
void perfcnt_counters_release_idle(void)
{
	if (set->held && !any_counts(set->counter)) {
		set->pmu->release();
		set->held = false;
	}
}

/**
 * perfcnt_counters_change - let the hardware count as counters will be
 * @counters: all of them as they will be
 * @changed: mask of those that change
 * @sums: all sums at that moment
 * @reason: why not, if not
 *
 * Context: Process context, may sleep; lock is held.
 * Return: 0, or what the PMU driver cannot do.
 */
int perfcnt_counters_change(const struct perfcnt_counter *counters,
			    unsigned long changed, u64 *sums,
			    struct perfcnt_reason *reason)
{
	int err;

	lockdep_assert_held(&set->lock);
	if (!set->held && any_counts(counters)) {
		err = set->pmu->acquire(reason);
		if (err)
			return err;
		set->held = true;
	}
	err = set->held ? configure(counters, changed, sums, reason) :
			  set->pmu->read(sums, reason);
	if (err == -EIO)
		perfcnt_counters_give_up(reason);
	else if (err)
		perfcnt_counters_release_idle();
	return err;
}

/* The counters are as they will be; only counts change otherwise. */
static void put_in_force(const struct perfcnt_setting *settings,
			 unsigned long changed, const u64 *sums)
{
	unsigned int i;

	spin_lock(&set->counts);
	for_each_set_bit(i, &changed, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		counter->control = next[i].control;
		counter->suspended = next[i].suspended;
		perfcnt_counter_show(i);
		if (!(settings[i].change & PERFCNT_SETTING_COUNT))
			continue;
		counter->base = settings[i].count - sums[i];
		counter->kept = settings[i].count;
		set->lost &= ~BIT(i);
		set->half_full &= ~BIT(i);
		if (!counter->stopped)
			perfcnt_half_full_begin(i, settings[i].count);
	}
	spin_unlock(&set->counts);
}

/**
 * perfcnt_counters_apply - set counters, all of them at one moment
 * @settings: an entry a counter, checked
 * @owner: who asks; NULL for /proc/perf
 * @reason: why not, if not
 *
 * A counter that goes on counting the same does so without a gap.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY for a counter that somebody else has claimed, or if
 * somebody else has the hardware; -EPERM for one that @owner has not claimed;
 * -EINVAL for a native event that is not known; what the PMU driver could not
 * do otherwise.  Nothing of @settings has been done then.
 */
int perfcnt_counters_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long changed;
	int err;

	mutex_lock(&set->lock);
	if (set->held && set->pmu->read(sums, reason))
		perfcnt_counters_give_up(reason);
	err = plan(settings, owner, &changed, reason) ?:
	      perfcnt_counters_change(next, changed, sums, reason);
	if (!err) {
		put_in_force(settings, changed, sums);
		perfcnt_counters_release_idle();
	}
	mutex_unlock(&set->lock);
	return err;
}

/**
 * perfcnt_counters_read - all counters at one moment
 * @readings: an entry a counter
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EIO if somebody else has taken the hardware while one of the
 * counters was counting whose count has not been set since.
 */
int perfcnt_counters_read(struct perfcnt_reading *readings,
			  struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned int i;
	int err;

	mutex_lock(&set->lock);
	spin_lock(&set->counts);
	err = set->pmu->read(sums, reason);
	for (i = 0; i < set->pmu->limits.counters; i++) {
		const struct perfcnt_counter *counter = &set->counter[i];

		readings[i].control = counter->seen;
		readings[i].count = perfcnt_counter_count(counter, sums[i]);
	}
	spin_unlock(&set->counts);
	if (err)
		perfcnt_counters_give_up(reason);
	if (set->lost) {
		*reason = set->why;
		err = -EIO;
	}
	mutex_unlock(&set->lock);
	return err;
}

/**
 * perfcnt_counters_preload - for tests: bring a register near its end
 * @counter: below the machine's number of counters
 * @value: what the register shall hold; the count is kept
 *
 * Context: Process context, may sleep.
 * Return: 0; -EAGAIN while nothing counts; -EOPNOTSUPP where no register can be
 * written; -EIO as for perfcnt_counters_read().
 */
int perfcnt_counters_preload(unsigned int counter, u32 value)
{
	int err = -EAGAIN;

	if (!set->pmu->preload)
		return -EOPNOTSUPP;
	mutex_lock(&set->lock);
	if (set->held)
		err = set->pmu->preload(counter, value);
	mutex_unlock(&set->lock);
	return err;
}

/**
 * perfcnt_counters_limits - what the machine has
 *
 * Return: the limits that settings must have been checked against.
 */
const struct perfcnt_limits *perfcnt_counters_limits(void)
{
	return &set->pmu->limits;
}

/**
 * perfcnt_counters_pmu - who counts
 */
const struct perfcnt_pmu *perfcnt_counters_pmu(void)
{
	return set->pmu;
}

/**
 * perfcnt_counters_init - begin with all counters stopped at 0
 * @driver: the PMU, probed
 */
void perfcnt_counters_init(const struct perfcnt_pmu *driver)
{
	unsigned int i;

	set->pmu = driver;
	spin_lock(&set->counts);
	for (i = 0; i < driver->limits.counters; i++)
		perfcnt_counter_show(i);
	spin_unlock(&set->counts);
}

/**
 * perfcnt_counters_exit - stop counting and give the hardware back
 *
 * Context: Process context, may sleep; no door is open any more.
 */
void perfcnt_counters_exit(void)
{
	if (set->held)
		set->pmu->release();
	set->held = false;
}
