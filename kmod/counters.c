// SPDX-License-Identifier: GPL-2.0
/*
 * The counter set: configure, read, suspend, resume.
 *
 * A count is the sum that the PMU driver keeps, over all banks, plus a base.
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
 * @control: the word that was set, without M
 * @suspended: counts in no mode until it is resumed
 * @lost: was counting when somebody took the registers: its count is short,
 *	  until it is set anew
 * @base: what the sum lacks to be the count, modulo 2^64
 */
struct counter {
	u32 control;
	bool suspended;
	bool lost;
	u64 base;
};

static DEFINE_MUTEX(lock);
static const struct perfcnt_pmu *pmu;
static struct counter counters[PERFCNT_MAX_COUNTERS];
static bool held;	/* between acquire and release */

static const char lost_reason[] =
	"something else has written to the counter registers: counting stopped there";

/* The word that the counter counts by now. */
static u32 word_of(const struct counter *counter)
{
	return counter->suspended ? counter->control & ~PERFCNT_CTL_MODES :
				    counter->control;
}

/* Is there a counter that counts in some mode? */
static bool any_counts(const struct counter *set)
{
	unsigned int i;

	for (i = 0; i < pmu->limits.counters; i++)
		if (word_of(&set[i]) & PERFCNT_CTL_MODES)
			return true;
	return false;
}

static void add_sums(u64 *total, const u64 *sums)
{
	unsigned int i;

	for (i = 0; i < pmu->limits.counters; i++)
		total[i] += sums[i];
}

/* The registers are not ours any more: freeze what was counted. */
static void give_up(void)
{
	unsigned int i;

	lockdep_assert_held(&lock);
	pmu->release();
	held = false;
	for (i = 0; i < pmu->limits.counters; i++) {
		if (word_of(&counters[i]) & PERFCNT_CTL_MODES)
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

/* All counters' sums over the banks, or -EIO when they are not ours. */
static int read_sums(u64 *total)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned int bank;
	int err;

	lockdep_assert_held(&lock);
	memset(total, 0, pmu->limits.counters * sizeof(*total));
	for (bank = 0; bank < pmu->banks; bank++) {
		err = pmu->read(bank, sums);
		if (err)
			return err;
		add_sums(total, sums);
	}
	return 0;
}

static int configure(const struct counter *set, unsigned long changed,
		     u64 *total)
{
	u32 control[PERFCNT_MAX_COUNTERS];
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned int bank, i;
	int err;

	for (i = 0; i < pmu->limits.counters; i++)
		control[i] = word_of(&set[i]);
	memset(total, 0, pmu->limits.counters * sizeof(*total));
	for (bank = 0; bank < pmu->banks; bank++) {
		err = pmu->configure(bank, changed, control, sums);
		if (err)
			return err;
		add_sums(total, sums);
	}
	return 0;
}

/* What the counters will be; returns the mask of those that change. */
static unsigned long plan(struct counter *next,
			  const struct perfcnt_setting *settings)
{
	unsigned long changed = 0;
	unsigned int i;

	memcpy(next, counters, sizeof(counters));
	for (i = 0; i < pmu->limits.counters; i++) {
		unsigned int change = settings[i].change;

		if (change)
			changed |= BIT(i);
		if (change & PERFCNT_SETTING_CONTROL) {
			next[i].control = settings[i].control;
			next[i].suspended = false;
		}
		if (change & PERFCNT_SETTING_SUSPEND)
			next[i].suspended = true;
		if (change & PERFCNT_SETTING_RESUME)
			next[i].suspended = false;
	}
	return changed;
}

/**
 * perfcnt_counters_apply - set counters, all of them at one moment
 * @settings: an entry a counter, checked
 * @reason: why not, if not
 *
 * A counter whose control word stays as it is goes on without a gap.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY if somebody else has the hardware; what the PMU driver
 * could not do otherwise.  Nothing of @settings has been done then.
 */
int perfcnt_counters_apply(const struct perfcnt_setting *settings,
			   const char **reason)
{
	struct counter next[PERFCNT_MAX_COUNTERS];
	u64 total[PERFCNT_MAX_COUNTERS];
	unsigned long changed;
	unsigned int i;
	int err = 0;

	mutex_lock(&lock);
	if (held && read_sums(total))
		give_up();
	changed = plan(next, settings);
	if (!held && any_counts(next)) {
		err = pmu->acquire(reason);
		if (err)
			goto unlock;
		held = true;
	}
	err = held ? configure(next, changed, total) : read_sums(total);
	if (err) {
		*reason = lost_reason;
		give_up();
		goto unlock;
	}
	for (i = 0; i < pmu->limits.counters; i++) {
		if (settings[i].change & PERFCNT_SETTING_COUNT) {
			next[i].base = settings[i].count - total[i];
			next[i].lost = false;
		}
	}
	memcpy(counters, next, sizeof(counters));
	if (held && !any_counts(counters)) {
		pmu->release();
		held = false;
	}
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
 * Return: 0; -EIO if somebody else has changed the registers while one of the
 * counters was counting whose count has not been set since.
 */
int perfcnt_counters_read(struct perfcnt_reading *readings,
			  const char **reason)
{
	u64 total[PERFCNT_MAX_COUNTERS];
	unsigned int i;
	int err;

	mutex_lock(&lock);
	err = read_sums(total);
	if (err)
		give_up();
	if (any_lost()) {
		*reason = lost_reason;
		err = -EIO;
		goto unlock;
	}
	for (i = 0; i < pmu->limits.counters; i++) {
		readings[i].control = perfcnt_control_visible(word_of(&counters[i]),
							      i, &pmu->limits);
		readings[i].count = counters[i].base + total[i];
	}
unlock:
	mutex_unlock(&lock);
	return err;
}

/**
 * perfcnt_counters_preload - for tests: bring a register near its end
 * @counter: below the machine's number of counters
 * @value: what the register shall hold, in every bank; the count is kept
 *
 * Context: Process context, may sleep.
 * Return: 0; -EAGAIN while nothing counts; -EIO as for perfcnt_counters_read().
 */
int perfcnt_counters_preload(unsigned int counter, u32 value)
{
	unsigned int bank;
	int err = -EAGAIN;

	mutex_lock(&lock);
	if (held)
		for (bank = 0, err = 0; bank < pmu->banks && !err; bank++)
			err = pmu->preload(bank, counter, value);
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
