// SPDX-License-Identifier: GPL-2.0
/*
 * The readout: the frequent operations of an owner, which are start, stop, reset and
 * read.  None of them changes what the hardware counts: a stopped counter continues
 * there, and its count is stored separately.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include "core.h"
#include "counters.h"
#include "owner.h"
#include "sums.h"

static struct perfcnt_core *const core = &perfcnt_core;

/*
 * Are all counters of the mask the owner's, with no count too low?  A lost counter is
 * not given up here, because that takes the lock: the next reading of /proc/perf or
 * setting does it.
 */
static __always_inline int readout_check_owner(const struct perfcnt_owner *owner,
					       unsigned long mask, unsigned long lost,
					       struct perfcnt_reason *reason)
{
	int err = perfcnt_owner_check(owner, mask, reason);

	lockdep_assert_held(&core->counts);
	if (unlikely(err))
		return err;
	if (unlikely(mask & (lost | core->lost))) {
		if (!(mask & lost))
			*reason = core->why;
		return -EIO;
	}
	return 0;
}

/**
 * struct readout_change - a change of counts
 * @mask: the counters
 * @one: changes that of a counter
 */
struct readout_change {
	unsigned long mask;
	void (*one)(unsigned int i, u64 sum);
};

/* Between perfcnt_sums_begin() and perfcnt_sums_end(). */
static void readout_change_all(const struct readout_change *change)
{
	unsigned int i;

	for_each_set_bit(i, &change->mask, PERFCNT_MAX_COUNTERS)
		change->one(i, core->sums[i]);
	core->touched |= change->mask;
}

static int readout_change_with_care(const struct perfcnt_owner *owner,
				    const struct readout_change *change,
				    struct perfcnt_reason *reason)
{
	unsigned long lost = perfcnt_sums_begin(change->mask, reason);
	int err;

	err = readout_check_owner(owner, change->mask, lost, reason);
	if (!err)
		readout_change_all(change);
	perfcnt_sums_end();
	return err;
}

/*
 * One change of all counters of the mask, at the same instant.  Whose they are comes first:
 * who reads their sums believes that they exist.
 */
static int readout_change(struct perfcnt_owner *owner, unsigned long mask,
			  void (*one)(unsigned int i, u64 sum),
			  struct perfcnt_reason *reason)
{
	struct readout_change change = { mask, one };
	int err;

	spin_lock(&core->counts);
	err = readout_check_owner(owner, mask, 0, reason);
	if (unlikely(err || !perfcnt_sums_try_begin(mask))) {
		spin_unlock(&core->counts);
		return err ?: readout_change_with_care(owner, &change, reason);
	}
	readout_change_all(&change);
	perfcnt_sums_end();
	return 0;
}

static void readout_start_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &core->counter[i];

	if (!counter->stopped)
		return;
	counter->base = counter->kept - sum;
	counter->stopped = false;
	perfcnt_counter_update(i);
	perfcnt_notify_begin(i, counter->kept);
}

/**
 * perfcnt_start - start counters
 * @owner: their owner
 * @mask: the counters; running ones continue
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO for one whose count is
 * too low because another user took the hardware.
 */
int perfcnt_start(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	return readout_change(owner, mask, readout_start_one, reason);
}

static void readout_stop_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &core->counter[i];

	if (counter->stopped)
		return;
	counter->kept = perfcnt_counter_count(counter, sum);
	if (unlikely(counter->control.word & PERFCNT_CTL_IE))
		perfcnt_notify_end(i, counter->kept);
	counter->stopped = true;
	perfcnt_counter_update(i);
}

/**
 * perfcnt_stop - stop counters; they keep their counts
 * @owner: their owner
 * @mask: the counters; stopped ones stay stopped
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_start().
 */
int perfcnt_stop(struct perfcnt_owner *owner, u32 mask,
		 struct perfcnt_reason *reason)
{
	return readout_change(owner, mask, readout_stop_one, reason);
}

static void readout_reset_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &core->counter[i];

	counter->kept = 0;
	counter->base = -sum;
	perfcnt_notify_forget(i);
	perfcnt_notify_begin(i, 0);
}

/**
 * perfcnt_reset - set counts to 0, of running and of stopped counters
 * @owner: their owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_start().
 */
int perfcnt_reset(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	return readout_change(owner, mask, readout_reset_one, reason);
}

/*
 * What was read of the counters in the mask.  Their sums, each at its number, can be
 * where the counts go.
 */
static __always_inline void readout_fill(struct perfcnt_snapshot *snapshot, u32 mask,
					 const u64 *sums, unsigned int what)
{
	const struct perfcnt_counter *counter = core->counter;
	u64 *count = snapshot->count;
	u32 left;

	if (what & PERFCNT_READ_TIME)
		snapshot->time = ktime_get_ns();
	snapshot->counters = mask;
	if (what & PERFCNT_READ_STATE)
		snapshot->running = core->running & mask;
	for (left = mask; left; left >>= 1, counter++, sums++)
		if (left & 1)
			*count++ = perfcnt_counter_count(counter, *sums);
	if (what & PERFCNT_READ_CONTROLS) {
		u32 *control = snapshot->control;

		for (counter = core->counter; mask; mask >>= 1, counter++)
			if (mask & 1)
				*control++ = counter->seen;
	}
}

/* As perfcnt_readout_fast(). */
static __always_inline bool readout_try_fast(const struct perfcnt_owner *owner, u32 mask,
					     unsigned int what,
						     struct perfcnt_snapshot *snapshot)
{
	unsigned long flags, busy;
	unsigned int seen;
	bool good;
	u32 mine;

	snapshot->half_full = 0;
	local_irq_save(flags);
	do {
		seen = read_seqcount_begin(&core->changes);
		mine = mask ?: owner->mask;
		busy = ~owner->mask | core->lost;
		if (what & PERFCNT_READ_STATE)
			busy |= core->half_full;
		good = !(mine & busy) && perfcnt_sums_read_fast(mine, snapshot->count);
		if (likely(good))
			readout_fill(snapshot, mine, snapshot->count, what);
	} while (unlikely(read_seqcount_retry(&core->changes, seen)));
	local_irq_restore(flags);
	return good;
}

/**
 * perfcnt_readout_fast - counters of an owner at the same instant, without a lock
 * @owner: the owner
 * @mask: the counters; 0: all of the owner's
 * @what: PERFCNT_READ_*
 * @snapshot: where they go
 *
 * Context: Any but an NMI; does not sleep.
 * Return: false for a reason that perfcnt_readout() tells, or if it would have to ask
 * other CPUs, to take a lock, or to tell what has become half full.
 */
bool notrace perfcnt_readout_fast(const struct perfcnt_owner *owner, u32 mask,
				  unsigned int what,
				  struct perfcnt_snapshot *snapshot)
{
	return readout_try_fast(owner, mask, what, snapshot);
}

/**
 * perfcnt_readout_fast_counts - the same, of their counts alone
 * @owner: the owner
 * @mask: the counters, at least one
 * @snapshot: where they go
 *
 * Context: As perfcnt_readout_fast().
 * Return: as perfcnt_readout_fast().
 */
bool notrace perfcnt_readout_fast_counts(const struct perfcnt_owner *owner, u32 mask,
					 struct perfcnt_snapshot *snapshot)
{
	return readout_try_fast(owner, mask, 0, snapshot);
}

/**
 * perfcnt_readout - the same, if a fast reading is not enough
 * @owner: the owner
 * @mask: the counters; 0: all of the owner's
 * @what: PERFCNT_READ_*
 * @snapshot: where they go
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO as perfcnt_start().
 */
int perfcnt_readout(struct perfcnt_owner *owner, u32 mask, unsigned int what,
		    struct perfcnt_snapshot *snapshot, struct perfcnt_reason *reason)
{
	u32 wanted = mask ?: READ_ONCE(owner->mask);
	unsigned long lost;
	int err;

	/* who reads their sums believes that they exist */
	err = perfcnt_owner_check(owner, mask, reason);
	if (err)
		return err;
	lost = perfcnt_sums_lock(wanted, reason);
	mask = mask ?: owner->mask & wanted;
	err = readout_check_owner(owner, mask, lost, reason);
	if (err)
		goto unlock;
	readout_fill(snapshot, mask, core->sums, what);
	snapshot->half_full = 0;
	if (what & PERFCNT_READ_STATE) {
		snapshot->half_full = core->half_full & mask;
		core->half_full &= ~mask;
	}
unlock:
	perfcnt_sums_unlock();
	return err;
}

/**
 * perfcnt_readout_stamp - what counters have ever counted on this CPU
 * @mask: the counters, which are claimed and started
 * @counts: gets that, one after the other; where CPUs share counters, of all of these
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: false if one is lost.
 */
bool notrace perfcnt_readout_stamp(u32 mask, u64 *counts)
{
	u64 sums[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	const u64 *sum;

	if (unlikely(READ_ONCE(core->lost) & mask || !core->pmu->read_cpu(mask, sums)))
		return false;
	for (sum = sums; mask; mask >>= 1, sum++)
		if (mask & 1)
			*counts++ = *sum;
	return true;
}

/* All counters as a reader sees them now; returns a mask of the lost ones. */
static unsigned long readout_show_all(struct perfcnt_reading *readings,
				      struct perfcnt_reason *reason)
{
	unsigned long lost;
	unsigned int i;

	lost = perfcnt_sums_lock(BIT(core->pmu->limits.counters) - 1, reason);
	for (i = 0; i < core->pmu->limits.counters; i++) {
		const struct perfcnt_counter *counter = &core->counter[i];

		readings[i].control = counter->seen;
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
 * perfcnt_readout_all - all counters at the same instant
 * @readings: one entry per counter
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EIO if another user took the hardware of a running counter that is not
 * claimed, and its count has not been set since.  The owners of claimed counters get
 * the error from their own readings.
 */
int perfcnt_readout_all(struct perfcnt_reading *readings,
			struct perfcnt_reason *reason)
{
	unsigned long lost = readout_show_all(readings, reason);
	bool again = false;
	int err = 0;

	/* usually nobody need wait for a change that is being prepared */
	if (likely(!lost && !READ_ONCE(core->lost)))
		return 0;
	mutex_lock(&core->lock);
	do {
		lost = readout_show_all(readings, reason);
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
