// SPDX-License-Identifier: GPL-2.0
/*
 * IE: notifying the owner of a counter that it has become half full, that is, that
 * bit 31 of its count has become set.
 *
 * If possible, the register becomes half full together with the count, and the driver
 * notifies from its interrupt.  If not, because the count is a sum over CPUs or the
 * registers belong to the kernel, a work item polls.
 */
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/jiffies.h>
#include <linux/workqueue.h>

#include "../encoding/extend.h"
#include "core.h"
#include "owner.h"
#include "sums.h"

/* The longest delay of a notification if a work item polls. */
#define POLL_MS 10

static struct perfcnt_core *const core = &perfcnt_core;

/* Counters whose registers have become half full; read under counts. */
static atomic_long_t half_full;

/* Does the owner of this counter want notifications? */
static bool is_wanted(const struct perfcnt_counter *counter)
{
	return counter->owner && !counter->stopped &&
	       (counter->control.word & PERFCNT_CTL_IE);
}

/* Notify the owners, which stay while the core is locked. */
static void notify_owners(unsigned long counters)
{
	unsigned int i;

	lockdep_assert_held(&core->lock);
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
		core->counter[i].owner->notify(core->counter[i].owner);
}

static void notify_work_fn(struct work_struct *unused)
{
	unsigned long counters, due = 0;
	unsigned int i;

	mutex_lock(&core->lock);
	spin_lock(&core->counts);
	counters = atomic_long_xchg(&half_full, 0);
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
		if (is_wanted(&core->counter[i]))
			due |= BIT(i);
	core->half_full |= due;
	spin_unlock(&core->counts);
	notify_owners(due);
	mutex_unlock(&core->lock);
}

static DECLARE_WORK(notify_work, notify_work_fn);

/* How often a count has become half full on its way from 0. */
static u64 half_fulls(u64 count)
{
	return (count + PERFCNT_HALF_FULL) >> 32;
}

static void notify_poll(struct work_struct *unused);
static DECLARE_DELAYED_WORK(notify_poll_work, notify_poll);

/* Mask of the counters whose owners may want notifications. */
static unsigned long notify_with_ie(void)
{
	unsigned long with_ie = 0;
	unsigned int i;

	lockdep_assert_held(&core->lock);
	for (i = 0; i < core->pmu->limits.counters; i++)
		if (core->counter[i].owner &&
		    (core->counter[i].control.word & PERFCNT_CTL_IE))
			with_ie |= BIT(i);
	return with_ie;
}

static void notify_poll(struct work_struct *unused)
{
	struct perfcnt_reason reason;
	unsigned long due = 0, lost;
	bool again = false;
	unsigned int i;

	mutex_lock(&core->lock);
	lost = perfcnt_sums_lock(notify_with_ie(), &reason);
	for (i = 0; i < core->pmu->limits.counters; i++) {
		struct perfcnt_counter *counter = &core->counter[i];
		u64 now = perfcnt_counter_count(counter, core->sums[i]);

		if (!is_wanted(counter) || (lost & BIT(i)))
			continue;
		again = true;
		if (half_fulls(now) != half_fulls(counter->watched))
			due |= BIT(i);
		counter->watched = now;
	}
	core->half_full |= due;
	perfcnt_sums_unlock();
	if (lost)
		perfcnt_counters_give_up(lost, &reason);
	notify_owners(due);
	mutex_unlock(&core->lock);
	if (again)
		schedule_delayed_work(&notify_poll_work, msecs_to_jiffies(POLL_MS));
}

/**
 * perfcnt_notify_begin - a counter starts, or continues from another count
 * @i: the counter; nothing is done for one that is stopped or has no IE
 * @count: the count from which it continues
 *
 * Context: Counts is held.
 */
void perfcnt_notify_begin(unsigned int i, u64 count)
{
	struct perfcnt_counter *counter = &core->counter[i];

	lockdep_assert_held(&core->counts);
	if (!is_wanted(counter))
		return;
	if (core->pmu->align) {
		core->pmu->align(i, counter->base);
		return;
	}
	counter->watched = count;
	schedule_delayed_work(&notify_poll_work, msecs_to_jiffies(POLL_MS));
}

/**
 * perfcnt_notify_forget - drop a notification that has not been delivered
 * @i: the counter, which gets another count or another owner
 *
 * Context: Counts is held.
 */
void perfcnt_notify_forget(unsigned int i)
{
	lockdep_assert_held(&core->counts);
	atomic_long_andnot(BIT(i), &half_full);
	core->half_full &= ~BIT(i);
}

/**
 * perfcnt_notify_half_full - registers have become half full
 * @counters: mask of the counters
 *
 * Context: Any.
 */
void perfcnt_notify_half_full(unsigned long counters)
{
	atomic_long_or(counters, &half_full);
	schedule_work(&notify_work);
}

/**
 * perfcnt_notify_due - has a counter with IE become half full?
 * @owner: its owner; since the last reading
 *
 * Context: Any that may spin; interrupts are on.
 */
bool perfcnt_notify_due(struct perfcnt_owner *owner)
{
	bool due;

	spin_lock(&core->counts);
	due = core->half_full & owner->mask;
	spin_unlock(&core->counts);
	return due;
}

/**
 * perfcnt_notify_unheard - a reading with a notification did not reach the owner
 * @owner: the owner
 * @half_full: the half_full mask of that reading
 *
 * Context: Any that may spin; interrupts are on.
 */
void perfcnt_notify_unheard(struct perfcnt_owner *owner, u32 half_full)
{
	spin_lock(&core->counts);
	core->half_full |= half_full & owner->mask;
	spin_unlock(&core->counts);
}

/**
 * perfcnt_notify_exit - no more notifications
 *
 * Context: Process context, may sleep; the hardware is released.
 */
void perfcnt_notify_exit(void)
{
	cancel_delayed_work_sync(&notify_poll_work);
	flush_work(&notify_work);
}
