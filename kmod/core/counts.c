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

/* What changes the count of a counter, between perfcnt_sums_begin() and perfcnt_sums_end(). */
typedef void counts_one_t(unsigned int i, u64 sum);

/*
 * May these counts change now?  Events of their owner may take turns if @turning; @lost are
 * those of which the driver says so.
 */
static __always_inline int counts_check(const struct perfcnt_owner *owner, unsigned long mask,
					bool turning, unsigned long lost,
					struct perfcnt_reason *reason)
{
	if (unlikely(owner->multiplexer && !turning))
		return -EAGAIN;
	return perfcnt_counts_check(owner, mask, lost, reason);
}

/* Between perfcnt_sums_begin() and perfcnt_sums_end(). */
static __always_inline void counts_change_all(unsigned long mask, counts_one_t *one)
{
	unsigned long left;
	unsigned int i;

	for (i = 0, left = mask; left; i++, left >>= 1)
		if (left & 1)
			one(i, core->sums[i]);
	core->touched |= mask;
}

static noinline int counts_change_with_care(const struct perfcnt_owner *owner,
					    unsigned long mask, bool turning,
					    counts_one_t *one, struct perfcnt_reason *reason)
{
	unsigned long lost = perfcnt_sums_begin(mask, reason);
	int err;

	err = counts_check(owner, mask, turning, lost, reason);
	if (!err)
		counts_change_all(mask, one);
	perfcnt_sums_end();
	return err;
}

/*
 * One change of all counters of the mask, at the same instant.  Whose they are comes first:
 * who reads their sums believes that they exist.  Each change has this for itself: a call
 * for each counter would take as long as what it does.
 */
static __always_inline int counts_change(struct perfcnt_owner *owner, unsigned long mask,
					 bool turning, counts_one_t *one,
					 struct perfcnt_reason *reason)
{
	int err;

	spin_lock(&core->counts);
	err = counts_check(owner, mask, turning, 0, reason);
	if (unlikely(err || !perfcnt_sums_try_begin(mask))) {
		spin_unlock(&core->counts);
		return err ?: counts_change_with_care(owner, mask, turning, one, reason);
	}
	counts_change_all(mask, one);
	perfcnt_sums_end();
	return 0;
}

static __always_inline void counts_start_one(unsigned int i, u64 sum)
{
	struct perfcnt_counter *counter = &core->counter[i];

	if (!counter->stopped)
		return;
	counter->base = counter->kept - sum;
	WRITE_ONCE(counter->stopped, false);
	perfcnt_counter_look_throttled(i);
	perfcnt_counter_update(i);
	if (unlikely(counter->control.word & PERFCNT_CTL_IE))
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

static __always_inline void counts_stop_one(unsigned int i, u64 sum)
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
	counts_change_all(counters, counts_stop_one);
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

static __always_inline void counts_reset_one(unsigned int i, u64 sum)
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

/**
 * perfcnt_counters_stopped - which counters are stopped now?
 * @mask: mask of the counters
 *
 * For a driver that is called with asked held and gives no sums until it returns: then a counter
 * that was stopped before cannot be started meanwhile.
 *
 * Context: Process context; counts is not held.
 * Return: a mask of them.
 */
unsigned long perfcnt_counters_stopped(unsigned long mask)
{
	unsigned long stopped = 0;
	unsigned int i;

	spin_lock(&core->counts);
	for_each_set_bit(i, &mask, PERFCNT_MAX_COUNTERS)
		if (core->counter[i].stopped)
			stopped |= BIT(i);
	spin_unlock(&core->counts);
	return stopped;
}
