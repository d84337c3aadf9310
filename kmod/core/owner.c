// SPDX-License-Identifier: GPL-2.0
/* Owners, and what they do with counters: claim, start, stop, reset, release. */
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/string.h>

#include "core.h"
#include "counts.h"
#include "multiplex.h"
#include "owner.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* Can this counter be claimed? */
static int owner_check_free(unsigned int i, struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter;

	if (i >= core->pmu->limits.counters) {
		perfcnt_reason_set(reason,
				   "counter %u: no such counter; this machine has 0 to %u",
				   i, core->pmu->limits.counters - 1);
		return -EINVAL;
	}
	counter = &core->counter[i];
	if (counter->owner)
		return perfcnt_counter_refuse_claimed(i, reason);
	if (counter->control.word & PERFCNT_CTL_MODES) {
		perfcnt_reason_set(reason,
				   "counter %u: in use through /proc/perf", i);
		return -EBUSY;
	}
	return 0;
}

/* To its initial state: no event, stopped, at 0. */
static void owner_clear_counter(unsigned int i, struct perfcnt_owner *owner)
{
	struct perfcnt_counter *counter = &core->counter[i];
	u64 base = counter->base;

	lockdep_assert_held(&core->counts);
	memset(counter, 0, sizeof(*counter));
	counter->base = base;
	counter->owner = owner;
	counter->stopped = owner;
	core->lost &= ~BIT(i);
	clear_bit(i, &core->throttled);
	perfcnt_counter_forget_half_full(i);
	perfcnt_counter_show(i);
}

/**
 * perfcnt_owner_claim - claim counters for an owner
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * They have no event, are stopped, and their counts are 0.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY for a counter that is claimed or in use through /proc/perf; -EINVAL
 * for an empty mask, or a counter that the machine does not have.
 */
int perfcnt_owner_claim(struct perfcnt_owner *owner, u32 mask,
			struct perfcnt_reason *reason)
{
	unsigned long wanted = mask;
	unsigned int i;
	int err = 0;

	if (!mask) {
		perfcnt_reason_set(reason, "the mask of counters to claim is 0");
		return -EINVAL;
	}
	mutex_lock(&core->lock);
	for_each_set_bit(i, &wanted, 32) {
		err = owner_check_free(i, reason);
		if (err)
			goto unlock;
	}
	perfcnt_counts_lock();
	for_each_set_bit(i, &wanted, 32)
		owner_clear_counter(i, owner);
	owner->mask |= wanted;
	perfcnt_counts_unlock();
unlock:
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_owner_start - start counters
 * @owner: their owner
 * @mask: the counters; running ones continue
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO for one whose count is
 * too low because another user took the hardware; -EINVAL for some, and not all, of those
 * whose events take turns.
 */
int perfcnt_owner_start(struct perfcnt_owner *owner, u32 mask,
			struct perfcnt_reason *reason)
{
	int err = perfcnt_counts_start(owner, mask, false, reason);

	return likely(err != -EAGAIN) ? err : perfcnt_multiplex_start(owner, mask, reason);
}

/**
 * perfcnt_owner_stop - stop counters; they keep their counts
 * @owner: their owner
 * @mask: the counters; stopped ones stay stopped
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_owner_start().
 */
int perfcnt_owner_stop(struct perfcnt_owner *owner, u32 mask,
		       struct perfcnt_reason *reason)
{
	int err = perfcnt_counts_stop(owner, mask, false, reason);

	return likely(err != -EAGAIN) ? err : perfcnt_multiplex_stop(owner, mask, reason);
}

/**
 * perfcnt_owner_reset - set counts to 0, of running and of stopped counters
 * @owner: their owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_owner_start().
 */
int perfcnt_owner_reset(struct perfcnt_owner *owner, u32 mask,
			struct perfcnt_reason *reason)
{
	int err = perfcnt_counts_reset(owner, mask, false, reason);

	return likely(err != -EAGAIN) ? err : perfcnt_multiplex_reset(owner, mask, reason);
}

/**
 * perfcnt_owner_release - release counters
 * @owner: their owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Their events are cleared, and their counts are 0.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM if one of them is not the owner's, -EBUSY if one is in a scope
 * or sampled, or events take turns on it; then none is released.
 */
int perfcnt_owner_release(struct perfcnt_owner *owner, u32 mask,
			  struct perfcnt_reason *reason)
{
	static struct perfcnt_counter next[PERFCNT_MAX_COUNTERS];
	u64 sums[PERFCNT_MAX_COUNTERS] = { 0 };
	unsigned long mine = mask;
	unsigned int i;
	int err;

	if (!mask)
		return 0;
	mutex_lock(&core->lock);
	err = perfcnt_counters_check(owner, mine, reason);
	if (err)
		goto unlock;
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS) {
		err = perfcnt_counter_check(i, owner, PERFCNT_MAY_BE_STARTED, reason);
		if (err)
			goto unlock;
	}
	memcpy(next, core->counter, core->pmu->limits.counters * sizeof(*next));
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS)
		next[i].control.word = 0;
	mutex_lock(&core->asked);
	/* nothing here can be rejected, but the hardware may be lost */
	if (perfcnt_counters_change(next, mine, sums, reason))
		perfcnt_counters_change(core->counter, mine, sums, reason);
	perfcnt_counts_lock();
	owner->mask &= ~mine;
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS) {
		owner_clear_counter(i, NULL);
		core->counter[i].base = -sums[i];
	}
	perfcnt_counts_unlock();
	perfcnt_counters_release_idle();
	mutex_unlock(&core->asked);
unlock:
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_owners - the owners of all counters
 * @owners: one entry per counter: a reference to the owner's pid, which the caller
 *	    puts, or NULL
 *
 * Context: Any that may spin; interrupts are on.
 */
void perfcnt_owners(struct pid **owners)
{
	unsigned int i;

	spin_lock(&core->counts); /* owners change with it, too, and it is never held for long */
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		owners[i] = core->counter[i].owner ?
			    get_pid(core->counter[i].owner->pid) : NULL;
	spin_unlock(&core->counts);
}
