// SPDX-License-Identifier: GPL-2.0
/*
 * Changes of counts: start, stop and reset.  None of them changes what the hardware counts:
 * a stopped counter continues there, and its count is stored separately.
 */
#include <linux/bitops.h>
#include <linux/compiler.h>

#include "core.h"
#include "counts.h"
#include "notify.h"
#include "sums.h"

static struct perfcnt_core *const core = &perfcnt_core;

/**
 * struct counts_change - a change of counts
 * @mask: the counters
 * @turning: events of their owner may take turns
 * @one: changes that of a counter
 */
struct counts_change {
	unsigned long mask;
	bool turning;
	void (*one)(unsigned int i, u64 sum);
};

/* May these counts change now?  @lost are those of which the driver says so. */
static int counts_check(const struct perfcnt_owner *owner, const struct counts_change *change,
			unsigned long lost, struct perfcnt_reason *reason)
{
	if (unlikely(owner->multiplexer && !change->turning))
		return -EAGAIN;
	return perfcnt_counts_check(owner, change->mask, lost, reason);
}

/* Between perfcnt_sums_begin() and perfcnt_sums_end(). */
static void counts_change_all(const struct counts_change *change)
{
	unsigned int i;

	for_each_set_bit(i, &change->mask, PERFCNT_MAX_COUNTERS)
		change->one(i, core->sums[i]);
	core->touched |= change->mask;
}

static int counts_change_with_care(const struct perfcnt_owner *owner,
				   const struct counts_change *change,
				   struct perfcnt_reason *reason)
{
	unsigned long lost = perfcnt_sums_begin(change->mask, reason);
	int err;

	err = counts_check(owner, change, lost, reason);
	if (!err)
		counts_change_all(change);
	perfcnt_sums_end();
	return err;
}

/*
 * One change of all counters of the mask, at the same instant.  Whose they are comes first:
 * who reads their sums believes that they exist.
 */
static int counts_change(struct perfcnt_owner *owner, unsigned long mask, bool turning,
			 void (*one)(unsigned int i, u64 sum),
			 struct perfcnt_reason *reason)
{
	struct counts_change change = { mask, turning, one };
	int err;

	spin_lock(&core->counts);
	err = counts_check(owner, &change, 0, reason);
	if (unlikely(err || !perfcnt_sums_try_begin(mask))) {
		spin_unlock(&core->counts);
		return err ?: counts_change_with_care(owner, &change, reason);
	}
	counts_change_all(&change);
	perfcnt_sums_end();
	return 0;
}

static void counts_start_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &core->counter[i];

	if (!counter->stopped)
		return;
	counter->base = counter->kept - sum;
	WRITE_ONCE(counter->stopped, false);
	smp_mb(); /* pairs with sampler_note_throttled() */
	if (unlikely(atomic_read(&counter->throttled)))
		set_bit(i, &core->throttled);
	perfcnt_counter_update(i);
	perfcnt_notify_begin(i, counter->kept);
}

/**
 * perfcnt_counts_start - start counters
 * @owner: their owner
 * @mask: the counters, whatever takes turns on them
 * @turning: events of the owner may take turns: the core's lock is held
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO for one whose count is
 * too low because another user took the hardware; -EAGAIN if events of the owner take turns
 * that may not.
 */
int perfcnt_counts_start(struct perfcnt_owner *owner, u32 mask, bool turning,
			 struct perfcnt_reason *reason)
{
	return counts_change(owner, mask, turning, counts_start_one, reason);
}

static void counts_stop_one(unsigned int i, u64 sum)
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
 * perfcnt_counts_stop_all - stop counters, whoever has them, and lost ones, too
 * @counters: mask of the counters
 *
 * Context: Between perfcnt_sums_begin() and perfcnt_sums_end().
 */
void perfcnt_counts_stop_all(unsigned long counters)
{
	counts_change_all(&(struct counts_change){ .mask = counters, .one = counts_stop_one });
}

/**
 * perfcnt_counts_stop - stop counters; they keep their counts
 * @owner: their owner
 * @mask: the counters, whatever takes turns on them
 * @turning: events of the owner may take turns: the core's lock is held
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO for one whose count is
 * too low because another user took the hardware; -EAGAIN if events of the owner take turns
 * that may not.
 */
int perfcnt_counts_stop(struct perfcnt_owner *owner, u32 mask, bool turning,
			struct perfcnt_reason *reason)
{
	return counts_change(owner, mask, turning, counts_stop_one, reason);
}

static void counts_reset_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &core->counter[i];

	counter->kept = 0;
	counter->base = -sum;
	perfcnt_counter_begin_count(i);
	perfcnt_counter_forget_half_full(i);
	perfcnt_notify_begin(i, 0);
}

/**
 * perfcnt_counts_reset - set counts to 0, of running and of stopped counters
 * @owner: their owner
 * @mask: the counters, whatever takes turns on them
 * @turning: events of the owner may take turns: the core's lock is held
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EIO for one whose count is
 * too low because another user took the hardware; -EAGAIN if events of the owner take turns
 * that may not.
 */
int perfcnt_counts_reset(struct perfcnt_owner *owner, u32 mask, bool turning,
			 struct perfcnt_reason *reason)
{
	return counts_change(owner, mask, turning, counts_reset_one, reason);
}
