// SPDX-License-Identifier: GPL-2.0
/*
 * The readout: what an owner does with its counters again and again, which is
 * start, stop, reset and read.  Nothing here touches what the hardware counts: a
 * counter that is stopped counts on, and its count is kept aside.
 */
#include <linux/bitops.h>
#include <linux/string.h>
#include <linux/ktime.h>

#include "counter_set.h"
#include "half_full.h"
#include "readout.h"
#include "sums.h"

static struct perfcnt_counter_set *const set = &perfcnt_set;

/*
 * Are all counters of the mask the owner's, and none of them short?  A counter that
 * is lost is not given up here, for that takes the lock: the next reading of
 * /proc/perf or setting does.
 */
static __always_inline int check(const struct perfcnt_owner *owner,
				 unsigned long mask, unsigned long lost,
				 struct perfcnt_reason *reason)
{
	lockdep_assert_held(&set->counts);
	if (mask & ~owner->mask) {
		perfcnt_reason_set(reason,
				   "counter %u: not claimed through this file descriptor",
				   (unsigned int)__ffs(mask & ~owner->mask));
		return -EPERM;
	}
	if (unlikely(mask & (lost | set->lost))) {
		if (!(mask & lost))
			*reason = set->why;
		return -EIO;
	}
	return 0;
}

/* One change of all counters of the mask, at one moment. */
static int change(const struct perfcnt_owner *owner, unsigned long mask,
		  void (*one)(unsigned int i, u64 sum),
		  struct perfcnt_reason *reason)
{
	unsigned long lost = perfcnt_sums_lock(true, reason);
	unsigned int i;
	int err;

	err = check(owner, mask, lost, reason);
	if (!err)
		for_each_set_bit(i, &mask, PERFCNT_MAX_COUNTERS)
			one(i, set->sums[i]);
	perfcnt_sums_unlock();
	return err;
}

static void start_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &set->counter[i];

	if (!counter->stopped)
		return;
	counter->base = counter->kept - sum;
	counter->stopped = false;
	perfcnt_counter_see(i);
	perfcnt_half_full_begin(i, counter->kept);
}

/**
 * perfcnt_start - let counters count
 * @owner: whose they are
 * @mask: which; those that count already go on
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for one that is not the owner's; -EIO for one that is short
 * because somebody took the hardware.
 */
int perfcnt_start(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	return change(owner, mask, start_one, reason);
}

static void stop_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &set->counter[i];

	counter->kept = perfcnt_counter_count(counter, sum);
	counter->stopped = true;
	perfcnt_counter_see(i);
}

/**
 * perfcnt_stop - let counters stand
 * @owner: whose they are
 * @mask: which; those that stand already stand on
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_start().
 */
int perfcnt_stop(struct perfcnt_owner *owner, u32 mask,
		 struct perfcnt_reason *reason)
{
	return change(owner, mask, stop_one, reason);
}

static void reset_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &set->counter[i];

	counter->kept = 0;
	counter->base = -sum;
	perfcnt_half_full_forget(i);
	perfcnt_half_full_begin(i, 0);
}

/**
 * perfcnt_reset - set counters to 0, whether they count or stand
 * @owner: whose they are
 * @mask: which
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_start().
 */
int perfcnt_reset(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	return change(owner, mask, reset_one, reason);
}

/**
 * perfcnt_readout - all counters of an owner at one moment
 * @owner: whose
 * @reading: where they go; size is left alone
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EIO as perfcnt_start().
 */
int notrace perfcnt_readout(struct perfcnt_owner *owner,
			    struct perfcnt_read *reading,
			    struct perfcnt_reason *reason)
{
	struct perfcnt_count *entry = reading->entries;
	const struct perfcnt_counter *counter;
	unsigned int i, mine;
	unsigned long lost;
	int err;

	lost = perfcnt_sums_lock(false, reason);
	mine = owner->mask;
	err = check(owner, mine, lost, reason);
	if (err)
		goto unlock;
	reading->time = ktime_get_ns();
	reading->running = set->running & mine;
	reading->half_full = set->half_full & mine;
	set->half_full &= ~mine;
	for (i = 0, counter = set->counter; mine; i++, counter++, mine >>= 1) {
		if (!(mine & 1))
			continue;
		entry->count = perfcnt_counter_count(counter, set->sums[i]);
		entry->control = counter->seen;
		entry->counter = i;
		entry++;
	}
unlock:
	perfcnt_sums_unlock();
	reading->counters = entry - reading->entries;
	return err;
}

/* All counters as they are seen now; returns a mask of those that are lost. */
static unsigned long see_all(struct perfcnt_reading *readings,
			     struct perfcnt_reason *reason)
{
	unsigned long lost = perfcnt_sums_lock(false, reason);
	unsigned int i;

	for (i = 0; i < set->pmu->limits.counters; i++) {
		const struct perfcnt_counter *counter = &set->counter[i];

		readings[i].control = counter->seen;
		readings[i].count = perfcnt_counter_count(counter, set->sums[i]);
	}
	perfcnt_sums_unlock();
	return lost;
}

/* Has nobody in particular a counter that is lost? */
static bool unowned_lost(void)
{
	unsigned int i;

	for_each_set_bit(i, &set->lost, PERFCNT_MAX_COUNTERS)
		if (!set->counter[i].owner)
			return true;
	return false;
}

/**
 * perfcnt_readout_all - all counters at one moment
 * @readings: an entry a counter
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EIO if somebody else has taken the hardware of a counter while it was
 * counting for nobody in particular, and its count has not been set since.  The
 * owners of others are told by their own readings.
 */
int perfcnt_readout_all(struct perfcnt_reading *readings,
			struct perfcnt_reason *reason)
{
	unsigned long lost;
	bool again = false;
	int err = 0;

	mutex_lock(&set->lock);
	do {
		lost = see_all(readings, reason);
		if (unlikely(lost))
			perfcnt_counters_give_up(lost, reason);
		again = lost && !again;
	} while (unlikely(again));
	if (unlikely(set->lost && unowned_lost())) {
		*reason = set->why;
		err = -EIO;
	}
	mutex_unlock(&set->lock);
	return err;
}
