// SPDX-License-Identifier: GPL-2.0
/* Events that take turns on the counters of an owner; multiplex.h has the idea. */
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core.h"
#include "counts.h"
#include "multiplex.h"
#include "sums.h"
#include "window.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* Multiplexers are frozen before suspend, and not while one of them changes events. */
static struct workqueue_struct *queue;

/* How many times longer than a slice the timer waits for tasks that do not run. */
#define PATIENCE 8

/**
 * perfcnt_multiplex_arm - let the slice end when it has had its time
 * @multiplexer: the multiplexer, which is started
 *
 * In a scope that is seen too early if its tasks did not run all the time.  The timer is
 * set for half a slice at least then, and for twice as long each time that they have not
 * run at all: on a slow CPU a task whose time is wanted would never run beside the timer
 * and the work item.
 *
 * Context: Any that may spin; the core's lock is held.
 */
void perfcnt_multiplex_arm(struct perfcnt_multiplexer *multiplexer)
{
	u64 slice = multiplexer->slice_ns, left = slice;

	if (multiplexer->open && multiplexer->ran < slice)
		left -= multiplexer->ran;
	if (multiplexer->enabled != multiplexer->seen)
		multiplexer->wait = 0;
	multiplexer->seen = multiplexer->enabled;
	multiplexer->wait = clamp(2 * multiplexer->wait, slice / 2, PATIENCE * slice);
	hrtimer_start(&multiplexer->timer, ns_to_ktime(max(left, multiplexer->wait)),
		      HRTIMER_MODE_REL_PINNED);
}

/**
 * perfcnt_multiplex_next_slice - the next slice, if this one has had its time or there is none
 * @multiplexer: the multiplexer
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, or the error by which the multiplexer has lost its counters.
 */
int perfcnt_multiplex_next_slice(struct perfcnt_multiplexer *multiplexer)
{
	perfcnt_multiplex_slice_time(multiplexer);
	if (multiplexer->open && multiplexer->ran < multiplexer->slice_ns)
		return perfcnt_multiplex_lost(multiplexer);
	if (multiplexer->open && !perfcnt_multiplex_slice_exchange(multiplexer))
		return 0;
	return perfcnt_multiplex_slice_end(multiplexer) ?:
	       perfcnt_multiplex_slice_begin(multiplexer);
}

static enum hrtimer_restart multiplex_timer_ends(struct hrtimer *timer)
{
	struct perfcnt_multiplexer *multiplexer =
		container_of(timer, struct perfcnt_multiplexer, timer);

	queue_work(queue, &multiplexer->end);
	return HRTIMER_NORESTART;
}

static void multiplex_slice_ends(struct work_struct *work)
{
	struct perfcnt_multiplexer *multiplexer =
		container_of(work, struct perfcnt_multiplexer, end);

	mutex_lock(&core->lock);
	if (multiplexer->started && !perfcnt_multiplex_next_slice(multiplexer))
		perfcnt_multiplex_arm(multiplexer);
	mutex_unlock(&core->lock);
}

/**
 * perfcnt_multiplex_init - there can be multiplexers from now on
 *
 * Return: 0 or -ENOMEM.
 */
int perfcnt_multiplex_init(void)
{
	queue = alloc_workqueue("perfcnt", WQ_FREEZABLE | PERFCNT_WQ_PERCPU, 0);
	return queue ? 0 : -ENOMEM;
}

/**
 * perfcnt_multiplex_exit - no more
 *
 * Context: Process context, may sleep; there is none.
 */
void perfcnt_multiplex_exit(void)
{
	destroy_workqueue(queue);
}

/**
 * perfcnt_multiplex_new - a multiplexer that has not begun
 * @events: number of events
 *
 * Context: Process context, may sleep.
 * Return: the multiplexer, whose counters, length of a slice and events the caller sets;
 * perfcnt_multiplex_free() or, once it has begun, perfcnt_multiplex_end() frees it.
 * NULL without memory.
 */
struct perfcnt_multiplexer *perfcnt_multiplex_new(unsigned int events)
{
	struct perfcnt_multiplexer *multiplexer;

	multiplexer = kzalloc(struct_size(multiplexer, entry,
					  events) + events * sizeof(*multiplexer->counted),
			      GFP_KERNEL_ACCOUNT);
	if (!multiplexer)
		return NULL;
	multiplexer->events = events;
	multiplexer->counted = (void *)&multiplexer->entry[events];
	multiplexer->vpes = 1;
	perfcnt_hrtimer_setup(&multiplexer->timer, multiplex_timer_ends, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED);
	INIT_WORK(&multiplexer->end, multiplex_slice_ends);
	return multiplexer;
}

/**
 * perfcnt_multiplex_free - free a multiplexer
 * @multiplexer: one that has not begun, or has ended
 */
void perfcnt_multiplex_free(struct perfcnt_multiplexer *multiplexer)
{
	kfree(multiplexer);
}

static int multiplex_check_owner(const struct perfcnt_multiplexer *multiplexer,
				 const struct perfcnt_owner *owner, struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS) {
		err = perfcnt_counter_check(i, owner, PERFCNT_MAY_BE_MULTIPLEXED, reason);
		if (err)
			return err;
	}
	if (!owner->multiplexer)
		return 0;
	perfcnt_reason_set(reason,
			   "events of this file take turns already; PERFCNT_IOC_MULTIPLEX without events comes first");
	return -EBUSY;
}

/* From now on START waits for the core's lock: the counters stay as they are until then. */
static int multiplex_set_owner(struct perfcnt_multiplexer *multiplexer,
			       struct perfcnt_owner *owner, struct perfcnt_reason *reason)
{
	int err;

	spin_lock(&core->counts);
	err = multiplex_check_owner(multiplexer, owner, reason);
	if (!err)
		owner->multiplexer = multiplexer;
	spin_unlock(&core->counts);
	return err;
}

static void multiplex_clear_owner(const struct perfcnt_multiplexer *multiplexer)
{
	spin_lock(&core->counts);
	multiplexer->owner->multiplexer = NULL;
	spin_unlock(&core->counts);
}

static void multiplex_attach(struct perfcnt_multiplexer *multiplexer, bool attached)
{
	unsigned int i;

	for_each_set_bit(i, &multiplexer->counters, PERFCNT_MAX_COUNTERS)
		core->counter[i].multiplexer = attached ? multiplexer : NULL;
}

/* What they count begins here: counts that are too low begin at 0. */
static void multiplex_set_lost(const struct perfcnt_multiplexer *multiplexer)
{
	unsigned long lost = core->lost & multiplexer->counters;
	unsigned int i;

	perfcnt_counts_lock();
	for_each_set_bit(i, &lost, PERFCNT_MAX_COUNTERS)
		core->counter[i].kept = 0;
	core->lost &= ~lost;
	perfcnt_counts_unlock();
}

static int try(struct perfcnt_multiplexer *multiplexer, struct perfcnt_reason *reason)
{
	int err = perfcnt_multiplex_slice_try(multiplexer, reason);

	if (err) {
		multiplex_clear_owner(multiplexer);
	} else {
		multiplex_set_lost(multiplexer);
		multiplex_attach(multiplexer, true);
	}
	return err;
}

/**
 * perfcnt_multiplex_begin - from now on events take turns, when they are started
 * @multiplexer: a new one
 * @owner: the counters' owner
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EBUSY for one that is started
 * or in a scope, or if the owner has a multiplexer; or the PMU driver's error for the first
 * event that cannot be counted.
 */
int perfcnt_multiplex_begin(struct perfcnt_multiplexer *multiplexer,
			    struct perfcnt_owner *owner,
			    struct perfcnt_reason *reason)
{
	int err;

	multiplexer->owner = owner;
	mutex_lock(&core->lock);
	err = multiplex_set_owner(multiplexer, owner, reason) ?: try(multiplexer, reason);
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_multiplex_end - events take turns no more
 * @owner: the owner whose events they are; its counters are stopped then
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without a multiplexer; -EBUSY if it is in a scope.
 */
int perfcnt_multiplex_end(struct perfcnt_owner *owner,
			  struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexer *multiplexer;
	unsigned long lost;
	int err = 0;

	mutex_lock(&core->lock);
	multiplexer = owner->multiplexer;
	if (!multiplexer) {
		perfcnt_reason_set(reason, "no events of this file take turns");
		err = -EINVAL;
	} else if (multiplexer->windows) {
		perfcnt_reason_set(reason,
				   "the events take turns in a scope; PERFCNT_IOC_LEAVE comes first");
		err = -EBUSY;
	} else {
		lost = perfcnt_sums_begin(multiplexer->counters, reason);
		perfcnt_counts_stop_all(multiplexer->counters);
		perfcnt_sums_end();
		if (lost)
			perfcnt_counters_give_up(lost, reason);
		multiplexer->started = false;
		perfcnt_multiplex_slice_end(multiplexer);
		multiplex_attach(multiplexer, false);
		multiplex_clear_owner(multiplexer);
	}
	mutex_unlock(&core->lock);
	if (err)
		return err;
	hrtimer_cancel(&multiplexer->timer);
	cancel_work_sync(&multiplexer->end);
	perfcnt_multiplex_free(multiplexer);
	return 0;
}

/*
 * The multiplexer of an owner that these counters belong to, all of them; NULL if none
 * does; or an error.
 */
static struct perfcnt_multiplexer *multiplex_find(const struct perfcnt_owner *owner, u32 mask,
						  struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexer *multiplexer = owner->multiplexer;
	int err = perfcnt_counters_check(owner, mask, reason);

	lockdep_assert_held(&core->lock);
	if (err)
		return ERR_PTR(err);
	if (!multiplexer || !(mask & multiplexer->counters))
		return NULL;
	if (multiplexer->counters & ~mask) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: they are started, stopped and reset together",
				   multiplexer->counters);
		return ERR_PTR(-EINVAL);
	}
	err = perfcnt_counts_check_lost(multiplexer->counters, 0, reason);
	return err ? ERR_PTR(err) : multiplexer;
}

typedef int (*multiplex_change_t)(struct perfcnt_multiplexer *multiplexer,
				  struct perfcnt_owner *owner,
				  u32 mask, struct perfcnt_reason *reason);

/* Counters are started, stopped or reset; the multiplexer is NULL if they have none. */
static int multiplex_change(struct perfcnt_owner *owner, u32 mask,
			    multiplex_change_t change, struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexer *multiplexer;
	int err;

	mutex_lock(&core->lock);
	multiplexer = multiplex_find(owner, mask, reason);
	err = PTR_ERR_OR_ZERO(multiplexer) ?: change(multiplexer, owner, mask, reason);
	mutex_unlock(&core->lock);
	return err;
}

static int multiplex_start(struct perfcnt_multiplexer *multiplexer, struct perfcnt_owner *owner,
			   u32 mask, struct perfcnt_reason *reason)
{
	int err;

	if (!multiplexer || multiplexer->started)
		return perfcnt_counts_start(owner, mask, true, reason);
	if (perfcnt_multiplex_next_slice(multiplexer))
		return perfcnt_counts_check_lost(multiplexer->counters, 0, reason);
	perfcnt_multiplex_slice_time(multiplexer); /* no count is older than its time */
	err = perfcnt_counts_start(owner, mask, true, reason);
	if (err)
		return err;
	multiplexer->started = true;
	perfcnt_multiplex_arm(multiplexer);
	return 0;
}

/**
 * perfcnt_multiplex_start - start counters of an owner that may have a multiplexer
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_counts_start(); -EINVAL for some, and not all, of those whose events take
 * turns.
 */
int perfcnt_multiplex_start(struct perfcnt_owner *owner, u32 mask,
			    struct perfcnt_reason *reason)
{
	return multiplex_change(owner, mask, multiplex_start, reason);
}

static int multiplex_stop(struct perfcnt_multiplexer *multiplexer, struct perfcnt_owner *owner,
			  u32 mask,
			  struct perfcnt_reason *reason)
{
	int err;

	if (multiplexer)
		perfcnt_multiplex_slice_time(multiplexer);
	err = perfcnt_counts_stop(owner, mask, true, reason);
	if (!err && multiplexer && multiplexer->started) {
		multiplexer->started = false;
		hrtimer_try_to_cancel(&multiplexer->timer);
	}
	return err;
}

/**
 * perfcnt_multiplex_stop - stop counters of an owner that may have a multiplexer
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * The slice goes on when they are started again.
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_multiplex_start().
 */
int perfcnt_multiplex_stop(struct perfcnt_owner *owner, u32 mask,
			   struct perfcnt_reason *reason)
{
	return multiplex_change(owner, mask, multiplex_stop, reason);
}

/* As if it had not been started yet; the slice goes on.  Its time has been brought up to date. */
static void multiplex_forget(struct perfcnt_multiplexer *multiplexer)
{
	perfcnt_multiplex_slice_first(multiplexer);
	memset(multiplexer->counted, 0, multiplexer->events * sizeof(*multiplexer->counted));
	memset(multiplexer->from, 0, sizeof(multiplexer->from));
	multiplexer->enabled = 0;
	multiplexer->ran = 0;
	multiplexer->slices = 0;
	multiplexer->rounds = 0;
}

static int multiplex_reset(struct perfcnt_multiplexer *multiplexer, struct perfcnt_owner *owner,
			   u32 mask,
			   struct perfcnt_reason *reason)
{
	int err;

	if (multiplexer)
		perfcnt_multiplex_slice_time(multiplexer); /* no count is older than its time */
	err = perfcnt_counts_reset(owner, mask, true, reason);
	if (!err && multiplexer)
		multiplex_forget(multiplexer);
	return err;
}

/**
 * perfcnt_multiplex_reset - set counts to 0, of an owner that may have a multiplexer
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_multiplex_start().
 */
int perfcnt_multiplex_reset(struct perfcnt_owner *owner, u32 mask,
			    struct perfcnt_reason *reason)
{
	return multiplex_change(owner, mask, multiplex_reset, reason);
}

/* Is the event counted in the slice? */
static bool multiplex_has_slot(const struct perfcnt_multiplexer *multiplexer, unsigned int event)
{
	unsigned int i;

	for (i = 0; multiplexer->open && i < PERFCNT_MAX_COUNTERS; i++)
		if (multiplexer->slice.event[i] == (s16)event)
			return true;
	return false;
}

/* How an event counts. */
static u32 multiplex_flags(const struct perfcnt_multiplexer *multiplexer, unsigned int event)
{
	u32 flags = multiplex_has_slot(multiplexer, event) ? PERFCNT_MULTIPLEXED_NOW : 0;

	if (multiplexer->windows && perfcnt_windows_need_filter() &&
	    !multiplexer->entry[event].alone)
		flags |= PERFCNT_MULTIPLEXED_SHARED;
	return flags;
}

static int multiplex_read_all(struct perfcnt_multiplexer *multiplexer,
			      struct perfcnt_multiplexed *result, struct perfcnt_reason *reason)
{
	unsigned long lost;
	unsigned int event;
	int err;

	lost = perfcnt_sums_lock(multiplexer->counters, reason);
	result->time = ktime_get_ns();
	err = perfcnt_counts_check_lost(multiplexer->counters, lost, reason) ?:
	      perfcnt_multiplex_stats_copy(multiplexer, result->event, reason);
	perfcnt_sums_unlock();
	for (event = 0; event < multiplexer->events; event++)
		result->event[event].flags = multiplex_flags(multiplexer, event);
	result->events = multiplexer->events;
	result->enabled = multiplexer->enabled;
	result->rounds = multiplexer->rounds;
	result->slices = multiplexer->slices;
	return err;
}

/**
 * perfcnt_multiplex_read - what the events of an owner have counted that take turns
 * @owner: the owner
 * @result: where that goes; size is not changed
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without a multiplexer; -EIO if another user has taken the hardware.
 */
int perfcnt_multiplex_read(struct perfcnt_owner *owner,
			   struct perfcnt_multiplexed *result,
			   struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexer *multiplexer;
	int err;

	mutex_lock(&core->lock);
	multiplexer = multiplex_find(owner, owner->mask, reason);
	err = PTR_ERR_OR_ZERO(multiplexer);
	if (!err && multiplexer)
		err = multiplex_read_all(multiplexer, result, reason);
	mutex_unlock(&core->lock);
	if (multiplexer)
		return err;
	perfcnt_reason_set(reason, "no events of this file take turns");
	return -EINVAL;
}
