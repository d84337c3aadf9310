// SPDX-License-Identifier: GPL-2.0
/*
 * The frequent operations of an owner whose events take turns: start, stop, reset and
 * read.  Those of other counters are in reading.c.
 */
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include "core.h"
#include "counters.h"
#include "mux.h"
#include "owner.h"
#include "sums.h"
#include "window.h"

static struct perfcnt_core *const core = &perfcnt_core;

/*
 * The rotation of an owner that these counters belong to, all of them; NULL if none
 * does; or an error.
 */
static struct perfcnt_mux *mux_reading_find(const struct perfcnt_owner *owner, u32 mask,
					    struct perfcnt_reason *reason)
{
	struct perfcnt_mux *mux = owner->mux;
	int err = perfcnt_owner_check(owner, mask, reason);

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
		return perfcnt_start(owner, mask, reason);
	if (perfcnt_mux_next_slot(mux)) {
		*reason = mux->why;
		return mux->lost;
	}
	perfcnt_mux_slot_time(mux); /* no count is older than its time */
	err = perfcnt_start(owner, mask, reason);
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
 * Return: as perfcnt_start(); -EINVAL for some, and not all, of those whose events take
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
	err = perfcnt_stop(owner, mask, reason);
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
	err = perfcnt_reset(owner, mask, reason);
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
