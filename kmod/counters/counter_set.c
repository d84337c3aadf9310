// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of the machine and their hardware, which is held only while some
 * counter has a mode to count in, so that the kernel's perf can have it the rest
 * of the time.
 */
#include <linux/bits.h>
#include <linux/lockdep.h>

#include "counter_set.h"

struct perfcnt_counter_set perfcnt_set = {
	.lock = __MUTEX_INITIALIZER(perfcnt_set.lock),
	.counts = __SPIN_LOCK_UNLOCKED(perfcnt_set.counts),
};

static struct perfcnt_counter_set *const set = &perfcnt_set;

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
