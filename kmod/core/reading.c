// SPDX-License-Identifier: GPL-2.0
/* Readings: counters at the same instant. */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include "core.h"
#include "counters.h"
#include "sums.h"

static struct perfcnt_core *const core = &perfcnt_core;

/*
 * What was read of the counters in the mask.  Their sums, each at its number, can be
 * where the counts go.
 */
static __always_inline void reading_fill(struct perfcnt_reading *reading, u32 mask,
					 const u64 *sums, unsigned int what)
{
	const struct perfcnt_counter *counter = core->counter;
	u64 *count = reading->count;
	u32 left;

	if (what & PERFCNT_READ_TIME)
		reading->time = ktime_get_ns();
	reading->counters = mask;
	if (what & PERFCNT_READ_STATE)
		reading->running = core->running & mask;
	for (left = mask; left; left >>= 1, counter++, sums++)
		if (left & 1)
			*count++ = perfcnt_counter_count(counter, *sums);
	if (what & PERFCNT_READ_CONTROLS) {
		u32 *control = reading->control;

		for (counter = core->counter; mask; mask >>= 1, counter++)
			if (mask & 1)
				*control++ = counter->seen;
	}
}

/* Has perf stopped none of these counters for some time? */
static int reading_check_throttled(unsigned long mask, struct perfcnt_reason *reason)
{
	unsigned long throttled = mask & READ_ONCE(core->throttled);

	if (likely(!throttled))
		return 0;
	perfcnt_reason_set(reason,
			   "counter %u: perf stopped it for some time, as it took too many samples; its count is too low until it is reset",
			   (unsigned int)__ffs(throttled));
	return -EIO;
}

/* As perfcnt_reading_fast(). */
static __always_inline bool reading_try_fast(const struct perfcnt_owner *owner, u32 mask,
					     unsigned int what,
					     struct perfcnt_reading *reading)
{
	unsigned long flags, busy;
	unsigned int seen;
	bool good;
	u32 mine;

	reading->half_full = 0;
	local_irq_save(flags);
	do {
		seen = read_seqcount_begin(&core->changes);
		mine = mask ?: owner->mask;
		busy = ~owner->mask | core->lost | core->changing |
		       READ_ONCE(core->throttled);
		if (what & PERFCNT_READ_STATE)
			busy |= core->half_full;
		good = !(mine & busy) && perfcnt_sums_read_fast(mine, reading->count) &&
		       !(PERFCNT_LOOKS_EVERYWHERE && perfcnt_sums_find_back(mine, reading->count));
		if (likely(good))
			reading_fill(reading, mine, reading->count, what);
	} while (unlikely(read_seqcount_retry(&core->changes, seen)));
	local_irq_restore(flags);
	return good;
}

/**
 * perfcnt_reading_fast - counters of an owner at the same instant, without a lock
 * @owner: the owner
 * @mask: the counters; 0: all of the owner's
 * @what: PERFCNT_READ_*
 * @reading: where they go
 *
 * Context: Any but an NMI; does not sleep.
 * Return: false for a reason that perfcnt_reading_take() tells, or if it would have to ask
 * other CPUs, to take a lock, or to tell what has become half full.
 */
bool notrace perfcnt_reading_fast(const struct perfcnt_owner *owner, u32 mask,
				  unsigned int what,
				  struct perfcnt_reading *reading)
{
	return reading_try_fast(owner, mask, what, reading);
}

/**
 * perfcnt_reading_fast_counts - the same, of their counts alone
 * @owner: the owner
 * @mask: the counters, at least one
 * @reading: where they go
 *
 * Context: As perfcnt_reading_fast().
 * Return: as perfcnt_reading_fast().
 */
bool notrace perfcnt_reading_fast_counts(const struct perfcnt_owner *owner, u32 mask,
					 struct perfcnt_reading *reading)
{
	return reading_try_fast(owner, mask, 0, reading);
}

/**
 * perfcnt_reading_take - the same, if a fast reading is not enough
 * @owner: the owner
 * @mask: the counters; 0: all of the owner's
 * @what: PERFCNT_READ_*
 * @reading: where they go
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO as perfcnt_counts_start(),
 * and for one that perf has throttled.
 */
int perfcnt_reading_take(struct perfcnt_owner *owner, u32 mask, unsigned int what,
			 struct perfcnt_reading *reading, struct perfcnt_reason *reason)
{
	u32 wanted = mask ?: READ_ONCE(owner->mask);
	unsigned long lost;
	int err;

	/* who reads their sums believes that they exist */
	err = perfcnt_counters_check(owner, mask, reason);
	if (err)
		return err;
	lost = perfcnt_sums_lock(wanted, reason);
	mask = mask ?: owner->mask & wanted;
	err = perfcnt_counts_check(owner, mask, lost, reason) ?:
	      reading_check_throttled(mask, reason);
	if (err)
		goto unlock;
	reading_fill(reading, mask, core->sums, what);
	reading->half_full = 0;
	if (what & PERFCNT_READ_STATE) {
		reading->half_full = core->half_full & mask;
		core->half_full &= ~mask;
	}
unlock:
	perfcnt_sums_unlock();
	/* who has been refused begins the count anew */
	if (unlikely(READ_ONCE(core->throttled) & mask) && core->pmu->look_throttled)
		core->pmu->look_throttled(mask);
	return err;
}

/**
 * perfcnt_reading_stamp - what counters have ever counted on this CPU
 * @mask: the counters, which are claimed and started
 * @counts: gets that, one after the other; where CPUs share counters, of all of these
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: false if one is lost, or has been throttled.
 */
bool notrace perfcnt_reading_stamp(u32 mask, u64 *counts)
{
	u64 sums[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	const u64 *sum;

	if (unlikely((READ_ONCE(core->lost) | READ_ONCE(core->throttled)) & mask ||
		     !core->pmu->read_cpu(mask, sums)))
		return false;
	for (sum = sums; mask; mask >>= 1, sum++)
		if (mask & 1)
			*counts++ = *sum;
	return true;
}

/* All counters as a reader sees them now; returns a mask of the lost ones. */
static unsigned long reading_show_all(struct perfcnt_shown *readings,
				      struct perfcnt_reason *reason)
{
	unsigned long lost, throttled;
	unsigned int i;

	lost = perfcnt_sums_lock(BIT(core->pmu->limits.counters) - 1, reason);
	throttled = READ_ONCE(core->throttled); /* after the sums */
	for (i = 0; i < core->pmu->limits.counters; i++) {
		const struct perfcnt_counter *counter = &core->counter[i];

		readings[i].control = throttled & BIT(i) ?
				      counter->seen & ~PERFCNT_CTL_MODES : counter->seen;
		readings[i].count = perfcnt_counter_count(counter, core->sums[i]);
	}
	perfcnt_sums_unlock();
	return lost;
}

/* Is a counter lost that no process has claimed? */
static bool unowned_lost(void)
{
	unsigned int i;

	for_each_set_bit(i, &core->lost, PERFCNT_MAX_COUNTERS)
		if (!core->counter[i].owner)
			return true;
	return false;
}

/**
 * perfcnt_reading_all - all counters at the same instant
 * @readings: one entry per counter
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EIO if another user took the hardware of a running counter that is not
 * claimed, and its count has not been set since.  The owners of claimed counters get
 * the error from their own readings.
 */
int perfcnt_reading_all(struct perfcnt_shown *readings,
			struct perfcnt_reason *reason)
{
	unsigned long lost = reading_show_all(readings, reason);
	bool again = false;
	int err = 0;

	/* usually nobody need wait for a change that is being prepared */
	if (likely(!lost && !READ_ONCE(core->lost)))
		return 0;
	mutex_lock(&core->lock);
	do {
		lost = reading_show_all(readings, reason);
		if (unlikely(lost))
			perfcnt_counters_give_up(lost, reason);
		again = lost && !again;
	} while (unlikely(again));
	if (unlikely(core->lost && unowned_lost())) {
		*reason = core->why;
		err = -EIO;
	}
	mutex_unlock(&core->lock);
	return err;
}
