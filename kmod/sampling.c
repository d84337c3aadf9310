// SPDX-License-Identifier: GPL-2.0
/*
 * What an owner does with its counters again and again: start, stop, reset and
 * read.  Nothing here sleeps or touches what the hardware counts: a counter that
 * is stopped counts on, and its count is kept aside.
 */
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/string.h>
#include <linux/ktime.h>
#include <linux/workqueue.h>

#include "counter_set.h"

static struct perfcnt_counter_set *const set = &perfcnt_set;

/* Counters that have become half full and whose owners are to be told. */
static atomic_long_t half_full;

/*
 * The sums, if all counters of the mask are the owner's and none is short.
 * There is no one to give the hardware up here: the next reading of /proc/perf
 * or setting does, which may sleep.
 */
static int look(const struct perfcnt_owner *owner, unsigned long mask,
		u64 *sums, struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	lockdep_assert_held(&set->counts);
	if (mask & ~owner->mask) {
		perfcnt_reason_set(reason,
				   "counter %lu: not claimed by this file",
				   __ffs(mask & ~owner->mask));
		return -EPERM;
	}
	err = set->pmu->read(sums, reason);
	if (err)
		return err;
	for_each_set_bit(i, &mask, PERFCNT_MAX_COUNTERS) {
		if (!set->counter[i].lost)
			continue;
		*reason = set->why;
		return -EIO;
	}
	return 0;
}

/**
 * perfcnt_counter_align - let a register become half full when the count does
 * @i: the counter; nothing is done for one without IE
 *
 * Context: Counts is held.
 */
void perfcnt_counter_align(unsigned int i)
{
	struct perfcnt_counter *counter = &set->counter[i];

	lockdep_assert_held(&set->counts);
	if (counter->owner && (counter->control.word & PERFCNT_CTL_IE) &&
	    set->pmu->align)
		set->pmu->align(i, counter->base);
}

/**
 * perfcnt_start - let counters count
 * @owner: whose they are
 * @mask: which; those that count already go on
 * @reason: why not, if not
 *
 * Context: Any that may spin; interrupts are on.
 * Return: 0; -EPERM for one that is not the owner's; -EIO for one that is short
 * because somebody took the hardware.
 */
int perfcnt_start(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long wanted = mask;
	unsigned int i;
	int err;

	spin_lock(&set->counts);
	err = look(owner, mask, sums, reason);
	if (err)
		goto unlock;
	for_each_set_bit(i, &wanted, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		if (!counter->stopped)
			continue;
		counter->base = counter->kept - sums[i];
		counter->stopped = false;
		perfcnt_counter_align(i);
	}
unlock:
	spin_unlock(&set->counts);
	return err;
}

/**
 * perfcnt_stop - let counters stand
 * @owner: whose they are
 * @mask: which; those that stand already stand on
 * @reason: why not, if not
 *
 * Context: Any that may spin; interrupts are on.
 * Return: as perfcnt_start().
 */
int perfcnt_stop(struct perfcnt_owner *owner, u32 mask,
		 struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long wanted = mask;
	unsigned int i;
	int err;

	spin_lock(&set->counts);
	err = look(owner, mask, sums, reason);
	if (err)
		goto unlock;
	for_each_set_bit(i, &wanted, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		counter->kept = perfcnt_counter_count(counter, sums[i]);
		counter->stopped = true;
	}
unlock:
	spin_unlock(&set->counts);
	return err;
}

/**
 * perfcnt_reset - set counters to 0, whether they count or stand
 * @owner: whose they are
 * @mask: which
 * @reason: why not, if not
 *
 * Context: Any that may spin; interrupts are on.
 * Return: as perfcnt_start().
 */
int perfcnt_reset(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long wanted = mask;
	unsigned int i;
	int err;

	spin_lock(&set->counts);
	err = look(owner, mask, sums, reason);
	if (err)
		goto unlock;
	for_each_set_bit(i, &wanted, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		counter->kept = 0;
		counter->base = -sums[i];
		counter->half_full = false;
		if (!counter->stopped)
			perfcnt_counter_align(i);
	}
unlock:
	spin_unlock(&set->counts);
	return err;
}

/**
 * perfcnt_sample - all counters of an owner at one moment
 * @owner: whose
 * @sample: where they go; size is left alone
 * @reason: why not, if not
 *
 * Context: Any that may spin; interrupts are on.
 * Return: 0, or -EIO as perfcnt_start().
 */
int perfcnt_sample(struct perfcnt_owner *owner, struct perfcnt_read *sample,
		   struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_count *entry = sample->entries;
	unsigned long mine;
	unsigned int i;
	int err;

	sample->running = 0;
	sample->half_full = 0;
	spin_lock(&set->counts);
	mine = owner->mask;
	err = look(owner, mine, sums, reason);
	if (err)
		goto unlock;
	sample->time = ktime_get_ns();
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];

		entry->count = perfcnt_counter_count(counter, sums[i]);
		entry->control = perfcnt_counter_shown(counter);
		entry->counter = i;
		if (entry->control & PERFCNT_CTL_MODES)
			sample->running |= BIT(i);
		if (counter->half_full)
			sample->half_full |= BIT(i);
		counter->half_full = false;
		entry++;
	}
unlock:
	spin_unlock(&set->counts);
	sample->counters = entry - sample->entries;
	return err;
}

/**
 * perfcnt_half_full - has a counter with IE become half full?
 * @owner: whose; since it was last read
 *
 * Context: Any that may spin; interrupts are on.
 */
bool perfcnt_half_full(struct perfcnt_owner *owner)
{
	unsigned long mine;
	bool found = false;
	unsigned int i;

	spin_lock(&set->counts);
	mine = owner->mask;
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS)
		found |= set->counter[i].half_full;
	spin_unlock(&set->counts);
	return found;
}

/* Tell the owners, who do not go away while the set is locked. */
static void tell(struct work_struct *unused)
{
	unsigned long mask = atomic_long_xchg(&half_full, 0);
	unsigned int i;

	mutex_lock(&set->lock);
	for_each_set_bit(i, &mask, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &set->counter[i];
		bool due;

		spin_lock(&set->counts);
		due = counter->owner && !counter->stopped &&
		      (counter->control.word & PERFCNT_CTL_IE);
		counter->half_full |= due;
		spin_unlock(&set->counts);
		if (due)
			counter->owner->notify(counter->owner);
	}
	mutex_unlock(&set->lock);
}

static DECLARE_WORK(tell_work, tell);

/**
 * perfcnt_counters_half_full - registers have become half full
 * @counters: mask of the counters
 *
 * Context: Any.
 */
void perfcnt_counters_half_full(unsigned long counters)
{
	atomic_long_or(counters, &half_full);
	schedule_work(&tell_work);
}

/**
 * perfcnt_sampling_exit - nobody is told any more
 *
 * Context: Process context, may sleep; the hardware is released.
 */
void perfcnt_sampling_exit(void)
{
	flush_work(&tell_work);
}
