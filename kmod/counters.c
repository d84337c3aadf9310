// SPDX-License-Identifier: GPL-2.0
/*
 * The counter set: configure, read, suspend, resume.
 *
 * A count is the sum that the PMU driver keeps plus a base.
 * Setting a count changes the base, never the hardware.  The hardware is held
 * only while some counter has a mode to count in, so that the kernel's perf
 * can have it the rest of the time.
 */
#include <linux/bits.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "counters.h"

/**
 * struct counter - one counter of the machine
 * @control: what was set, the word without M
 * @suspended: counts in no mode until it is resumed
 * @lost: was counting when somebody took the hardware: its count is short,
 *	  until it is set anew
 * @base: what the sum lacks to be the count, modulo 2^64
 */
struct counter {
	struct perfcnt_control control;
	bool suspended;
	bool lost;
	u64 base;
};

static DEFINE_MUTEX(lock);
static const struct perfcnt_pmu *pmu;
static struct counter counters[PERFCNT_MAX_COUNTERS];
static struct counter next[PERFCNT_MAX_COUNTERS]; /* what they may become */
static bool held;	/* between acquire and release */
static struct perfcnt_reason lost; /* why counts are short */

/* What the counter counts by now. */
static struct perfcnt_control control_of(const struct counter *counter)
{
	struct perfcnt_control control = counter->control;

	if (counter->suspended)
		control.word &= ~PERFCNT_CTL_MODES;
	return control;
}

static bool counts(const struct counter *counter)
{
	return control_of(counter).word & PERFCNT_CTL_MODES;
}

/* Is there a counter that counts in some mode? */
static bool any_counts(const struct counter *set)
{
	unsigned int i;

	for (i = 0; i < pmu->limits.counters; i++)
		if (counts(&set[i]))
			return true;
	return false;
}

/* The hardware is not ours any more: freeze what was counted. */
static void give_up(const struct perfcnt_reason *reason)
{
	unsigned int i;

	lockdep_assert_held(&lock);
	pmu->release();
	held = false;
	lost = *reason;
	for (i = 0; i < pmu->limits.counters; i++) {
		if (counts(&counters[i]))
			counters[i].lost = true;
		counters[i].suspended = true;
	}
}

static bool any_lost(void)
{
	unsigned int i;

	for (i = 0; i < pmu->limits.counters; i++)
		if (counters[i].lost)
			return true;
	return false;
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
	control->native = counters[counter].control.native;
	if (!control->native.known) {
		perfcnt_reason_set(reason,
				   "counter %u: event 127 is a native event, and it has none: set one by name",
				   counter);
		return -EINVAL;
	}
	err = perfcnt_control_check(control, counter, &pmu->limits, &refusal);
	if (err)
		perfcnt_reason_set(reason, "counter %u: %s", counter,
				   refusal.reason);
	return err;
}

/* What the counters will be, and the mask of those that change. */
static int plan(const struct perfcnt_setting *settings, unsigned long *changed,
		struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	*changed = 0;
	memcpy(next, counters, sizeof(counters));
	for (i = 0; i < pmu->limits.counters; i++) {
		unsigned int change = settings[i].change;

		if (change)
			*changed |= BIT(i);
		if (change & PERFCNT_SETTING_CONTROL) {
			next[i].control = settings[i].control;
			next[i].suspended = false;
			err = keep_native(i, &next[i].control, reason);
			if (err)
				return err;
		}
		if (change & PERFCNT_SETTING_SUSPEND)
			next[i].suspended = true;
		if (change & PERFCNT_SETTING_RESUME)
			next[i].suspended = false;
	}
	return 0;
}

static int configure(unsigned long changed, u64 *sums,
		     struct perfcnt_reason *reason)
{
	static struct perfcnt_control control[PERFCNT_MAX_COUNTERS];
	unsigned int i;

	lockdep_assert_held(&lock);
	for (i = 0; i < pmu->limits.counters; i++)
		control[i] = control_of(&next[i]);
	return pmu->configure(changed, control, sums, reason);
}

/* Let go of the hardware if nothing counts with it. */
static void release_idle(void)
{
	if (held && !any_counts(counters)) {
		pmu->release();
		held = false;
	}
}

/* The counters as they will be, in force; all sums at that moment. */
static int put_in_force(unsigned long changed, u64 *sums,
			struct perfcnt_reason *reason)
{
	int err;

	lockdep_assert_held(&lock);
	if (!held && any_counts(next)) {
		err = pmu->acquire(reason);
		if (err)
			return err;
		held = true;
	}
	err = held ? configure(changed, sums, reason) :
		     pmu->read(sums, reason);
	if (err == -EIO)
		give_up(reason);
	else if (err)
		release_idle();
	return err;
}

/**
 * perfcnt_counters_apply - set counters, all of them at one moment
 * @settings: an entry a counter, checked
 * @reason: why not, if not
 *
 * A counter that goes on counting the same does so without a gap.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL for a native event that is not known; -EBUSY if somebody
 * else has the hardware; what the PMU driver could not do otherwise.  Nothing
 * of @settings has been done then.
 */
int perfcnt_counters_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long changed;
	unsigned int i;
	int err;

	mutex_lock(&lock);
	if (held && pmu->read(sums, reason))
		give_up(reason);
	err = plan(settings, &changed, reason) ?:
	      put_in_force(changed, sums, reason);
	if (err)
		goto unlock;
	for (i = 0; i < pmu->limits.counters; i++) {
		if (settings[i].change & PERFCNT_SETTING_COUNT) {
			next[i].base = settings[i].count - sums[i];
			next[i].lost = false;
		}
	}
	memcpy(counters, next, sizeof(counters));
	release_idle();
unlock:
	mutex_unlock(&lock);
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
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned int i;
	int err;

	mutex_lock(&lock);
	err = pmu->read(sums, reason);
	if (err)
		give_up(reason);
	if (any_lost()) {
		*reason = lost;
		err = -EIO;
		goto unlock;
	}
	for (i = 0; i < pmu->limits.counters; i++) {
		struct perfcnt_control control = control_of(&counters[i]);

		readings[i].control = perfcnt_control_visible(&control, i,
							      &pmu->limits);
		readings[i].count = counters[i].base + sums[i];
	}
unlock:
	mutex_unlock(&lock);
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

	if (!pmu->preload)
		return -EOPNOTSUPP;
	mutex_lock(&lock);
	if (held)
		err = pmu->preload(counter, value);
	mutex_unlock(&lock);
	return err;
}

/**
 * perfcnt_counters_limits - what the machine has
 *
 * Return: the limits that settings must have been checked against.
 */
const struct perfcnt_limits *perfcnt_counters_limits(void)
{
	return &pmu->limits;
}

/**
 * perfcnt_counters_init - begin with all counters stopped at 0
 * @driver: the PMU, probed
 */
void perfcnt_counters_init(const struct perfcnt_pmu *driver)
{
	pmu = driver;
}

/**
 * perfcnt_counters_exit - stop counting and give the hardware back
 *
 * Context: Process context, may sleep; no door is open any more.
 */
void perfcnt_counters_exit(void)
{
	if (held)
		pmu->release();
	held = false;
}
