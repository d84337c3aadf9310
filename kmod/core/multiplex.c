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

/* Rotations are frozen before suspend, and not while one of them changes events. */
static struct workqueue_struct *queue;

/* How many times longer than a slot the timer waits for tasks that do not run. */
#define PATIENCE 8

/**
 * perfcnt_mux_arm - let the slot end when it has had its time
 * @mux: the rotation, which is started
 *
 * In a scope that is seen too early if its tasks did not run all the time.  The timer is
 * set for half a slot at least then, and for twice as long each time that they have not
 * run at all: on a slow CPU a task whose time is wanted would never run beside the timer
 * and the work item.
 *
 * Context: Any that may spin; the core's lock is held.
 */
void perfcnt_mux_arm(struct perfcnt_mux *mux)
{
	u64 slot = mux->slot_ns, left = slot;

	if (mux->open && mux->ran < slot)
		left -= mux->ran;
	if (mux->enabled != mux->seen)
		mux->wait = 0;
	mux->seen = mux->enabled;
	mux->wait = clamp(2 * mux->wait, slot / 2, PATIENCE * slot);
	hrtimer_start(&mux->timer, ns_to_ktime(max(left, mux->wait)),
		      HRTIMER_MODE_REL_PINNED);
}

/**
 * perfcnt_mux_next_slot - the next slot, if this one has had its time or there is none
 * @mux: the rotation
 *
 * Context: Process context, may sleep; the core's lock is held.
 * Return: 0, or the error by which the rotation has lost its counters.
 */
int perfcnt_mux_next_slot(struct perfcnt_mux *mux)
{
	perfcnt_mux_slot_time(mux);
	if (mux->open && mux->ran < mux->slot_ns)
		return mux->lost;
	if (mux->open && !perfcnt_mux_slot_exchange(mux))
		return 0;
	return perfcnt_mux_slot_end(mux) ?: perfcnt_mux_slot_begin(mux);
}

static enum hrtimer_restart mux_timer_ends(struct hrtimer *timer)
{
	struct perfcnt_mux *mux =
		container_of(timer, struct perfcnt_mux, timer);

	queue_work(queue, &mux->end);
	return HRTIMER_NORESTART;
}

static void mux_slot_ends(struct work_struct *work)
{
	struct perfcnt_mux *mux =
		container_of(work, struct perfcnt_mux, end);

	mutex_lock(&core->lock);
	if (mux->started && !perfcnt_mux_next_slot(mux))
		perfcnt_mux_arm(mux);
	mutex_unlock(&core->lock);
}

/**
 * perfcnt_rotation_init - there can be rotations from now on
 *
 * Return: 0 or -ENOMEM.
 */
int perfcnt_rotation_init(void)
{
	queue = alloc_workqueue("perfcnt", WQ_FREEZABLE | PERFCNT_WQ_PERCPU, 0);
	return queue ? 0 : -ENOMEM;
}

/**
 * perfcnt_rotation_exit - no more
 *
 * Context: Process context, may sleep; there is none.
 */
void perfcnt_rotation_exit(void)
{
	destroy_workqueue(queue);
}

/**
 * perfcnt_mux_new - a rotation that has not begun
 * @events: number of events
 *
 * Context: Process context, may sleep.
 * Return: the rotation, whose counters, length of a slot and events the caller sets;
 * perfcnt_mux_free() or, once it has begun, perfcnt_mux_end() frees it.
 * NULL without memory.
 */
struct perfcnt_mux *perfcnt_mux_new(unsigned int events)
{
	struct perfcnt_mux *mux;

	mux = kzalloc(struct_size(mux, entry, events) + events * sizeof(*mux->counted),
		      GFP_KERNEL_ACCOUNT);
	if (!mux)
		return NULL;
	mux->events = events;
	mux->counted = (void *)&mux->entry[events];
	mux->vpes = 1;
	perfcnt_hrtimer_setup(&mux->timer, mux_timer_ends, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED);
	INIT_WORK(&mux->end, mux_slot_ends);
	return mux;
}

/**
 * perfcnt_mux_free - free a rotation
 * @mux: one that has not begun, or has ended
 */
void perfcnt_mux_free(struct perfcnt_mux *mux)
{
	kfree(mux);
}

static int mux_check_owner(const struct perfcnt_mux *mux,
			   const struct perfcnt_owner *owner, struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS) {
		err = perfcnt_counter_check(i, owner, PERFCNT_MAY_BE_MULTIPLEXED, reason);
		if (err)
			return err;
	}
	if (!owner->mux)
		return 0;
	perfcnt_reason_set(reason,
			   "events of this file take turns already; PERFCNT_IOC_ROTATE without events comes first");
	return -EBUSY;
}

static void mux_attach(struct perfcnt_mux *mux, bool attached)
{
	unsigned int i;

	for_each_set_bit(i, &mux->counters, PERFCNT_MAX_COUNTERS)
		core->counter[i].mux = attached ? mux : NULL;
	WRITE_ONCE(mux->owner->mux, attached ? mux : NULL);
}

/* No event of a rotation comes back. */
static void forget_events(void)
{
	if (core->pmu->forget)
		core->pmu->forget();
}

static int try(struct perfcnt_mux *mux, struct perfcnt_reason *reason)
{
	int err = perfcnt_mux_slot_try(mux, reason);

	if (err)
		forget_events();
	else
		mux_attach(mux, true);
	return err;
}

/**
 * perfcnt_mux_begin - from now on events take turns, when they are started
 * @mux: a new one
 * @owner: the counters' owner
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EBUSY for one that is started
 * or in a scope, or if the owner has a rotation; or the PMU driver's error for the first
 * event that cannot be counted.
 */
int perfcnt_mux_begin(struct perfcnt_mux *mux,
		      struct perfcnt_owner *owner,
		      struct perfcnt_reason *reason)
{
	static u32 number;
	int err;

	mux->owner = owner;
	mutex_lock(&core->lock);
	mux->number = ++number;
	err = mux_check_owner(mux, owner, reason) ?: try(mux, reason);
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_mux_end - events take turns no more
 * @owner: the owner whose events they are; its counters are stopped then
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without a rotation; -EBUSY if it is in a scope.
 */
int perfcnt_mux_end(struct perfcnt_owner *owner,
		    struct perfcnt_reason *reason)
{
	struct perfcnt_mux *mux;
	int err = 0;

	mutex_lock(&core->lock);
	mux = owner->mux;
	if (!mux) {
		perfcnt_reason_set(reason, "no events of this file take turns");
		err = -EINVAL;
	} else if (mux->task_sums) {
		perfcnt_reason_set(reason,
				   "the events take turns in a scope; PERFCNT_IOC_LEAVE comes first");
		err = -EBUSY;
	} else {
		perfcnt_counts_stop(owner, mux->counters, reason);
		mux->started = false;
		perfcnt_mux_slot_end(mux);
		mux_attach(mux, false);
		forget_events();
	}
	mutex_unlock(&core->lock);
	if (err)
		return err;
	hrtimer_cancel(&mux->timer);
	cancel_work_sync(&mux->end);
	perfcnt_mux_free(mux);
	return 0;
}

/*
 * The rotation of an owner that these counters belong to, all of them; NULL if none
 * does; or an error.
 */
static struct perfcnt_mux *mux_reading_find(const struct perfcnt_owner *owner, u32 mask,
					    struct perfcnt_reason *reason)
{
	struct perfcnt_mux *mux = owner->mux;
	int err = perfcnt_counters_check(owner, mask, reason);

	lockdep_assert_held(&core->lock);
	if (err)
		return ERR_PTR(err);
	if (!mux || !(mask & mux->counters))
		return NULL;
	if (mux->counters & ~mask) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: they are started, stopped and reset together",
				   mux->counters);
		return ERR_PTR(-EINVAL);
	}
	if (!mux->lost)
		return mux;
	*reason = mux->why;
	return ERR_PTR(mux->lost);
}

typedef int (*mux_reading_change_t)(struct perfcnt_mux *mux, struct perfcnt_owner *owner,
				    u32 mask, struct perfcnt_reason *reason);

/* Counters are started, stopped or reset; the rotation is NULL if they have none. */
static int mux_reading_change(struct perfcnt_owner *owner, u32 mask,
			      mux_reading_change_t change, struct perfcnt_reason *reason)
{
	struct perfcnt_mux *mux;
	int err;

	mutex_lock(&core->lock);
	mux = mux_reading_find(owner, mask, reason);
	err = PTR_ERR_OR_ZERO(mux) ?: change(mux, owner, mask, reason);
	mutex_unlock(&core->lock);
	return err;
}

static int mux_reading_start(struct perfcnt_mux *mux, struct perfcnt_owner *owner,
			     u32 mask, struct perfcnt_reason *reason)
{
	int err;

	if (!mux || mux->started)
		return perfcnt_counts_start(owner, mask, reason);
	if (perfcnt_mux_next_slot(mux)) {
		*reason = mux->why;
		return mux->lost;
	}
	perfcnt_mux_slot_time(mux); /* no count is older than its time */
	err = perfcnt_counts_start(owner, mask, reason);
	if (err)
		return err;
	mux->started = true;
	perfcnt_mux_arm(mux);
	return 0;
}

/**
 * perfcnt_mux_start - start counters of an owner that may have a rotation
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_counts_start(); -EINVAL for some, and not all, of those whose events take
 * turns.
 */
int perfcnt_mux_start(struct perfcnt_owner *owner, u32 mask,
		      struct perfcnt_reason *reason)
{
	return mux_reading_change(owner, mask, mux_reading_start, reason);
}

static int mux_reading_stop(struct perfcnt_mux *mux, struct perfcnt_owner *owner, u32 mask,
			    struct perfcnt_reason *reason)
{
	int err;

	if (mux)
		perfcnt_mux_slot_time(mux);
	err = perfcnt_counts_stop(owner, mask, reason);
	if (!err && mux && mux->started) {
		mux->started = false;
		hrtimer_try_to_cancel(&mux->timer);
	}
	return err;
}

/**
 * perfcnt_mux_stop - stop counters of an owner that may have a rotation
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * The slot goes on when they are started again.
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_mux_start().
 */
int perfcnt_mux_stop(struct perfcnt_owner *owner, u32 mask,
		     struct perfcnt_reason *reason)
{
	return mux_reading_change(owner, mask, mux_reading_stop, reason);
}

/* As if it had not been started yet; the slot goes on.  Its time has been brought up to date. */
static void mux_reading_forget(struct perfcnt_mux *mux)
{
	perfcnt_mux_slot_first(mux);
	memset(mux->counted, 0, mux->events * sizeof(*mux->counted));
	memset(mux->from, 0, sizeof(mux->from));
	mux->enabled = 0;
	mux->ran = 0;
	mux->slots = 0;
	mux->rounds = 0;
}

static int mux_reading_reset(struct perfcnt_mux *mux, struct perfcnt_owner *owner, u32 mask,
			     struct perfcnt_reason *reason)
{
	int err;

	if (mux)
		perfcnt_mux_slot_time(mux); /* no count is older than its time */
	err = perfcnt_counts_reset(owner, mask, reason);
	if (!err && mux)
		mux_reading_forget(mux);
	return err;
}

/**
 * perfcnt_mux_reset - set counts to 0, of an owner that may have a rotation
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_mux_start().
 */
int perfcnt_mux_reset(struct perfcnt_owner *owner, u32 mask,
		      struct perfcnt_reason *reason)
{
	return mux_reading_change(owner, mask, mux_reading_reset, reason);
}

/* Is the event counted in the slot? */
static bool mux_reading_has_slot(const struct perfcnt_mux *mux, unsigned int event)
{
	unsigned int i;

	for (i = 0; mux->open && i < PERFCNT_MAX_COUNTERS; i++)
		if (mux->slot.event[i] == (s16)event)
			return true;
	return false;
}

/* How an event counts. */
static u32 mux_reading_flags(const struct perfcnt_mux *mux, unsigned int event)
{
	u32 flags = mux_reading_has_slot(mux, event) ? PERFCNT_ROTATED_NOW : 0;

	if (mux->task_sums && perfcnt_task_sums_need_filter() && !mux->entry[event].alone)
		flags |= PERFCNT_ROTATED_SHARED;
	return flags;
}

static int mux_reading_read_all(struct perfcnt_mux *mux,
				struct perfcnt_rotated *rotated, struct perfcnt_reason *reason)
{
	unsigned long lost;
	unsigned int event;

	lost = perfcnt_sums_lock(mux->counters, reason);
	rotated->time = ktime_get_ns();
	perfcnt_mux_stats_copy(mux, rotated->event);
	perfcnt_sums_unlock();
	for (event = 0; event < mux->events; event++)
		rotated->event[event].flags = mux_reading_flags(mux, event);
	rotated->events = mux->events;
	rotated->enabled = mux->enabled;
	rotated->rounds = mux->rounds;
	rotated->slots = mux->slots;
	return lost & mux->counters ? -EIO : 0;
}

/**
 * perfcnt_mux_read - what the events of an owner have counted that take turns
 * @owner: the owner
 * @rotated: where that goes; size is not changed
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without a rotation; -EIO if another user has taken the hardware.
 */
int perfcnt_mux_read(struct perfcnt_owner *owner,
		     struct perfcnt_rotated *rotated,
		     struct perfcnt_reason *reason)
{
	struct perfcnt_mux *mux;
	int err;

	mutex_lock(&core->lock);
	mux = mux_reading_find(owner, owner->mask, reason);
	err = PTR_ERR_OR_ZERO(mux);
	if (!err && mux)
		err = mux_reading_read_all(mux, rotated, reason);
	mutex_unlock(&core->lock);
	if (mux)
		return err;
	perfcnt_reason_set(reason, "no events of this file take turns");
	return -EINVAL;
}
