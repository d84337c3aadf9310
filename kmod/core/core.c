// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of the machine and their hardware, which is held only while some
 * counter has a mode to count in, so that the kernel's perf can use it at other
 * times.
 */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/pid.h>
#include <linux/string.h>

#include "../encoding/reason.h"
#include "core.h"
#include "counters.h"
#include "window.h"

struct perfcnt_core perfcnt_core = {
	.lock = __MUTEX_INITIALIZER(perfcnt_core.lock),
	.asked = __MUTEX_INITIALIZER(perfcnt_core.asked),
	.counts = __SPIN_LOCK_UNLOCKED(perfcnt_core.counts),
	.changes = SEQCNT_ZERO(perfcnt_core.changes),
};

static struct perfcnt_core *const core = &perfcnt_core;

/**
 * perfcnt_counter_refuse - a counter is not the owner's
 * @i: the counter; there need not be such a one
 * @reason: where that is said
 *
 * Context: Any.
 * Return: -EPERM.
 */
int perfcnt_counter_refuse(unsigned int i, struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "counter %u: not claimed through this file descriptor", i);
	return -EPERM;
}

/**
 * perfcnt_counter_refuse_claimed - a counter is somebody else's
 * @i: the counter, which has an owner
 * @reason: where that is said
 *
 * A process is named by its number in the caller's PID namespace.
 *
 * Context: Process context; lock is held.
 * Return: -EBUSY.
 */
int perfcnt_counter_refuse_claimed(unsigned int i, struct perfcnt_reason *reason)
{
	const struct perfcnt_owner *owner = core->counter[i].owner;
	int pid = pid_vnr(owner->pid);

	if (owner->name)
		perfcnt_reason_set(reason, "counter %u: claimed by %s", i, owner->name);
	else if (pid)
		perfcnt_reason_set(reason, "counter %u: claimed by process %d", i, pid);
	else
		perfcnt_reason_set(reason,
				   "counter %u: claimed by a process in another PID namespace",
				   i);
	return -EBUSY;
}

/**
 * perfcnt_counter_check - may an owner do something with a counter now?
 * @i: the counter; there need not be such a one
 * @owner: who asks
 * @allowed: PERFCNT_MAY_BE_*, what does not matter for that
 * @reason: why not, if not
 *
 * Context: Process context; lock is held.
 * Return: 0; -EPERM for a counter that is not the owner's; -EBUSY for one with which there
 * is what is not allowed.
 */
int perfcnt_counter_check(unsigned int i, const struct perfcnt_owner *owner,
			  unsigned int allowed, struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter;

	lockdep_assert_held(&core->lock);
	if (i >= core->pmu->limits.counters)
		return perfcnt_counter_refuse(i, reason);
	i = array_index_nospec(i, core->pmu->limits.counters);
	if (core->counter[i].owner != owner)
		return perfcnt_counter_refuse(i, reason);
	counter = &core->counter[i];
	if (counter->windows && !(allowed & PERFCNT_MAY_BE_SCOPED))
		perfcnt_reason_set(reason,
				   "counter %u: in a scope; PERFCNT_IOC_LEAVE comes first",
				   i);
	else if (counter->multiplexer && !(allowed & PERFCNT_MAY_BE_MULTIPLEXED))
		perfcnt_reason_set(reason,
				   "counter %u: events take turns on it; PERFCNT_IOC_MULTIPLEX without events ends that",
				   i);
	else if (counter->sampler && !(allowed & PERFCNT_MAY_BE_SAMPLED))
		perfcnt_reason_set(reason,
				   "counter %u: sampled; PERFCNT_IOC_SAMPLE with period 0 ends that",
				   i);
	else if (!counter->stopped && !(allowed & PERFCNT_MAY_BE_STARTED))
		perfcnt_reason_set(reason,
				   "counter %u: started; PERFCNT_IOC_STOP comes first", i);
	else
		return 0;
	return -EBUSY;
}

/**
 * perfcnt_counter_check_event - has a counter an event, and is IE off?
 * @i: the counter
 * @use: what for, in words
 * @reason: why not, if not
 *
 * Context: Process context; lock is held.
 * Return: 0 or -EINVAL.
 */
int perfcnt_counter_check_event(unsigned int i, const char *use, struct perfcnt_reason *reason)
{
	u32 word = core->counter[i].control.word;

	lockdep_assert_held(&core->lock);
	if (!(word & PERFCNT_CTL_MODES))
		perfcnt_reason_set(reason, "counter %u: its event is not set", i);
	else if (word & PERFCNT_CTL_IE)
		perfcnt_reason_set(reason, "counter %u: IE is not possible %s", i, use);
	else
		return 0;
	return -EINVAL;
}

/* What the hardware is to count now. */
static struct perfcnt_control core_in_force(const struct perfcnt_counter *counter)
{
	struct perfcnt_control control = counter->control;

	if (counter->suspended || counter->taken)
		control.word &= ~PERFCNT_CTL_MODES;
	return control;
}

/**
 * perfcnt_counter_show - update the control word that readers see
 * @i: the counter; what it counts has changed
 *
 * Context: Counts is held.
 */
void perfcnt_counter_show(unsigned int i)
{
	struct perfcnt_control control = core_in_force(&core->counter[i]);

	core->counter[i].shown = perfcnt_control_visible(&control, i,
							 &core->pmu->limits);
	perfcnt_counter_update(i);
}

static bool core_counts(const struct perfcnt_counter *counter)
{
	return core_in_force(counter).word & PERFCNT_CTL_MODES;
}

/* Is there a counter that counts in some mode? */
static bool any_counts(const struct perfcnt_counter *counters)
{
	unsigned int i;

	for (i = 0; i < core->pmu->limits.counters; i++)
		if (core_counts(&counters[i]))
			return true;
	return false;
}

/* A mask of all that the machine has. */
static unsigned long core_all_counters(void)
{
	return BIT(core->pmu->limits.counters) - 1;
}

static int core_configure(const struct perfcnt_counter *counters,
			  unsigned long changed, u64 *sums,
			  struct perfcnt_reason *reason)
{
	static struct perfcnt_control control[PERFCNT_MAX_COUNTERS];
	unsigned int i;

	lockdep_assert_held(&core->lock);
	for (i = 0; i < core->pmu->limits.counters; i++) {
		control[i] = core_in_force(&counters[i]);
		control[i].stopped = counters[i].stopped;
		control[i].renewed = counters[i].renewed || core->lost & BIT(i);
	}
	return core->pmu->configure(changed, control, sums, reason);
}

/**
 * perfcnt_counters_release_idle - release the hardware if nothing counts
 *
 * Context: Process context, may sleep; lock is held.
 */
void perfcnt_counters_release_idle(void)
{
	if (core->held && !any_counts(core->counter)) {
		core->pmu->release();
		core->held = false;
	}
}

/**
 * perfcnt_counters_notify - tell the owners of counters that there is something to see
 * @counters: mask of the counters; those that are not claimed, or have no IE, are nobody's
 *
 * Context: Process context; lock is held: owners stay.
 */
void perfcnt_counters_notify(unsigned long counters)
{
	unsigned int i;

	lockdep_assert_held(&core->lock);
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
		if (perfcnt_counter_wants_notice(&core->counter[i]))
			core->counter[i].owner->notify(core->counter[i].owner);
}

/**
 * perfcnt_counters_give_up - another user has taken the hardware of counters
 * @lost: mask of these counters: the counts of those that count, or whose events take
 *	  turns, freeze
 * @reason: why
 *
 * Context: Process context, may sleep; lock is held.
 */
void perfcnt_counters_give_up(unsigned long lost,
			      const struct perfcnt_reason *reason)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason ignored;
	unsigned int i;

	lockdep_assert_held(&core->lock);
	perfcnt_counts_lock();
	for_each_set_bit(i, &lost, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &core->counter[i];

		if (!core_counts(counter) && !counter->multiplexer)
			continue;
		core->why = *reason;
		core->lost |= BIT(i);
		counter->taken = true;
		if (counter->windows) {
			WRITE_ONCE(counter->windows->lost, true);
			clear_bit(i, &counter->windows->back);
		}
		perfcnt_counter_show(i);
	}
	perfcnt_counts_unlock();
	perfcnt_counters_notify(lost & core->lost);
	if (any_counts(core->counter))
		core_configure(core->counter, lost, sums, &ignored);
	else
		perfcnt_counters_release_idle();
}

/**
 * perfcnt_counters_change - bring the hardware into the next state of the counters
 * @counters: the next state of all counters
 * @changed: mask of those that change
 * @sums: their sums at the instant of the change, an entry a counter
 * @reason: why not, if not
 *
 * A caller that changes bases by these sums holds asked from before this call until it
 * has done so.
 *
 * Context: Process context, may sleep; lock and asked are held.
 * Return: 0, or the PMU driver's error.
 */
int perfcnt_counters_change(const struct perfcnt_counter *counters,
			    unsigned long changed, u64 *sums,
			    struct perfcnt_reason *reason)
{
	unsigned long unread;
	long lost;
	int err;

	lockdep_assert_held(&core->lock);
	lockdep_assert_held(&core->asked);
	if (!core->held && any_counts(counters)) {
		err = core->pmu->acquire ? core->pmu->acquire(reason) : 0;
		if (err)
			return err;
		core->held = true;
	}
	if (!core->held) {
		/* nothing counts, so nothing can be lost; CPUs may just be coming */
		spin_lock(&core->counts);
		lost = core->pmu->read(changed, NULL, sums, reason);
		spin_unlock(&core->counts);
		if (lost == -EAGAIN)
			lost = core->pmu->read(core_all_counters(), cpu_none_mask, sums,
					       reason);
		WARN_ON_ONCE(lost);
		goto show;
	}
	err = core_configure(counters, changed, sums, reason);
	if (err == -EIO)
		perfcnt_counters_give_up(core_all_counters(), reason);
	else if (err)
		perfcnt_counters_release_idle();
	if (err)
		return err;
show:
	if (changed & core->task_only) { /* changes with lock held, too */
		spin_lock(&core->counts);
		perfcnt_windows_show(changed, sums, &unread); /* the next reading says it, too */
		spin_unlock(&core->counts);
	}
	return 0;
}

/**
 * perfcnt_counters_limits - what the machine has
 *
 * Return: the limits that settings must have been checked against.
 */
const struct perfcnt_limits *perfcnt_counters_limits(void)
{
	return &core->pmu->limits;
}

/**
 * perfcnt_counters_pmu - the driver in use
 */
const struct perfcnt_pmu *perfcnt_counters_pmu(void)
{
	return core->pmu;
}

/**
 * perfcnt_counters_init - start with all counters stopped, at 0
 * @driver: the PMU, probed
 */
void perfcnt_counters_init(const struct perfcnt_pmu *driver)
{
	unsigned int i;

	core->pmu = driver;
	perfcnt_windows_init(driver);
	perfcnt_counts_lock();
	for (i = 0; i < driver->limits.counters; i++)
		perfcnt_counter_show(i);
	perfcnt_counts_unlock();
}

/**
 * perfcnt_counters_exit - stop counting and release the hardware
 *
 * Another driver finds all counters as the first one did.
 *
 * Context: Process context, may sleep; all interfaces are closed.
 */
void perfcnt_counters_exit(void)
{
	mutex_lock(&core->lock);
	if (core->held)
		core->pmu->release();
	core->held = false;
	perfcnt_counts_lock();
	memset(core->counter, 0, sizeof(core->counter));
	memset(core->throttled_on, 0, sizeof(core->throttled_on));
	core->running = 0;
	core->half_full = 0;
	core->lost = 0;
	core->throttled = 0;
	perfcnt_counts_unlock();
	mutex_unlock(&core->lock);
}
