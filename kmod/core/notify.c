// SPDX-License-Identifier: GPL-2.0
/*
 * IE: notifying the owner of a counter that it has become half full, that is, that
 * bit 31 of its count has become set.
 *
 * If possible, the register becomes half full together with the count, and the driver
 * notifies from its interrupt.  If not, because the count is a sum over CPUs or the
 * registers belong to the kernel, a work item polls.
 */
#include <linux/bitops.h>
#include <linux/jiffies.h>
#include <linux/workqueue.h>

#include "../encoding/extend.h"
#include "core.h"
#include "notify.h"
#include "sums.h"

/* The longest delay of a notification if a work item polls. */
#define POLL_MS 10

static struct perfcnt_core *const core = &perfcnt_core;

/*
 * Counters that have become half full, and whose owner has not been told; counts guards
 * it.
 */
static unsigned long untold;

/* How often a count has become half full on its way from 0. */
static u64 half_fulls(u64 count)
{
	return (count + PERFCNT_HALF_FULL) >> 32;
}

/* Has a count become half full since it was looked at last? */
static void notify_look_at(unsigned int i, u64 count)
{
	struct perfcnt_counter *counter = &core->counter[i];

	lockdep_assert_held(&core->counts);
	if (half_fulls(count) != half_fulls(counter->watched)) {
		core->half_full |= BIT(i);
		untold |= BIT(i);
	}
	counter->watched = count;
}

/* Mask of the counters whose owners may want notifications. */
static unsigned long notify_with_ie(void)
{
	unsigned long with_ie = 0;
	unsigned int i;

	lockdep_assert_held(&core->lock);
	for (i = 0; i < core->pmu->limits.counters; i++)
		if (perfcnt_counter_wants_notice(&core->counter[i]))
			with_ie |= BIT(i);
	return with_ie;
}

/* Look at all counters that run, and tell the owners; is there one that runs? */
static bool notify_look(void)
{
	struct perfcnt_reason reason;
	unsigned long with_ie, due, lost;
	bool runs = false;
	unsigned int i;

	mutex_lock(&core->lock);
	with_ie = notify_with_ie();
	lost = perfcnt_sums_lock(with_ie, &reason);
	for_each_set_bit(i, &with_ie, PERFCNT_MAX_COUNTERS) {
		if (core->counter[i].stopped || (lost & BIT(i)))
			continue;
		runs = true;
		notify_look_at(i, perfcnt_counter_count(&core->counter[i], core->sums[i]));
	}
	due = untold & core->half_full & with_ie;
	untold = 0;
	perfcnt_sums_unlock();
	if (lost)
		perfcnt_counters_give_up(lost, &reason);
	perfcnt_counters_notify(due);
	mutex_unlock(&core->lock);
	return runs;
}

static void notify_work_fn(struct work_struct *unused)
{
	notify_look();
}

static DECLARE_WORK(notify_work, notify_work_fn);

static void notify_poll(struct work_struct *unused);
static DECLARE_DELAYED_WORK(notify_poll_work, notify_poll);

static void notify_poll(struct work_struct *unused)
{
	if (notify_look())
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
	if (!perfcnt_counter_wants_notice(counter) || counter->stopped)
		return;
	counter->watched = count;
	if (core->pmu->align)
		core->pmu->align(i, counter->base);
	else
		schedule_delayed_work(&notify_poll_work, msecs_to_jiffies(POLL_MS));
}

/**
 * perfcnt_notify_end - a counter stops
 * @i: the counter, which still runs; nothing is done for one that has no IE
 * @count: the count at which it stops
 *
 * Nobody looks at it after that, and an interrupt may just be on its way.
 *
 * Context: Counts is held.
 */
void perfcnt_notify_end(unsigned int i, u64 count)
{
	lockdep_assert_held(&core->counts);
	if (!perfcnt_counter_wants_notice(&core->counter[i]))
		return;
	notify_look_at(i, count);
	if (untold & BIT(i))
		schedule_work(&notify_work);
}

/**
 * perfcnt_notify_half_full - registers have become half full: there is something to see
 *
 * Context: Any.
 */
void perfcnt_notify_half_full(void)
{
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
 * perfcnt_notify_lost - is a counter with IE lost?
 * @owner: its owner, who may wait for it for ever
 *
 * Context: As perfcnt_notify_due().
 */
bool perfcnt_notify_lost(struct perfcnt_owner *owner)
{
	unsigned long lost;
	unsigned int i;

	spin_lock(&core->counts);
	lost = core->lost & owner->mask;
	for_each_set_bit(i, &lost, PERFCNT_MAX_COUNTERS)
		if (!perfcnt_counter_wants_notice(&core->counter[i]))
			lost &= ~BIT(i);
	spin_unlock(&core->counts);
	return lost;
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
