// SPDX-License-Identifier: GPL-2.0
/* Events that take turns on the counters of an owner; mux.h has the idea. */
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core.h"
#include "counters.h"
#include "mux.h"
#include "sums.h"
#include "task_sums.h"

static struct perfcnt_counter_set *const set = &perfcnt_set;

/* Rotations are frozen before suspend, and not while one of them changes events. */
static struct workqueue_struct *queue;

/* How many times longer than a slot the timer waits for tasks that do not run. */
#define PATIENCE 8

/*
 * Let the slot end when it has had its time, if nothing is stopped meanwhile.  In a
 * scope that is seen too early if its tasks did not run all the time.  The timer is set
 * for half a slot at least then, and for twice as long each time that they have not run
 * at all: on a slow CPU a task whose time is wanted would never run beside the timer and
 * the work item.
 */
static void arm(struct perfcnt_rotation *rotation)
{
	u64 slot = rotation->slot_ns, left = slot;

	if (rotation->open && rotation->ran < slot)
		left -= rotation->ran;
	if (rotation->enabled != rotation->seen)
		rotation->wait = 0;
	rotation->seen = rotation->enabled;
	rotation->wait = clamp(2 * rotation->wait, slot / 2, PATIENCE * slot);
	hrtimer_start(&rotation->timer, ns_to_ktime(max(left, rotation->wait)),
		      HRTIMER_MODE_REL_PINNED);
}

/* The next slot, if this one has had its time; or if there is none. */
static int take_turn(struct perfcnt_rotation *rotation)
{
	perfcnt_slots_time(rotation);
	if (rotation->open && rotation->ran < rotation->slot_ns)
		return rotation->lost;
	if (rotation->open && rotation->started &&
	    !perfcnt_slots_exchange(rotation))
		return 0;
	return perfcnt_slots_end(rotation) ?: perfcnt_slots_begin(rotation);
}

static enum hrtimer_restart timer_ends(struct hrtimer *timer)
{
	struct perfcnt_rotation *rotation =
		container_of(timer, struct perfcnt_rotation, timer);

	queue_work(queue, &rotation->end);
	return HRTIMER_NORESTART;
}

static void slot_ends(struct work_struct *work)
{
	struct perfcnt_rotation *rotation =
		container_of(work, struct perfcnt_rotation, end);

	mutex_lock(&set->lock);
	if (rotation->started && !take_turn(rotation))
		arm(rotation);
	mutex_unlock(&set->lock);
}

/**
 * perfcnt_rotation_init - there can be rotations from now on
 *
 * Return: 0 or -ENOMEM.
 */
int perfcnt_rotation_init(void)
{
	queue = alloc_workqueue("perfcnt", WQ_UNBOUND | WQ_FREEZABLE, 0);
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
 * perfcnt_rotation_new - a rotation that has not begun
 * @events: number of events
 *
 * Context: Process context, may sleep.
 * Return: the rotation, whose counters, length of a slot and events the caller sets;
 * perfcnt_rotation_free() or, once it has begun, perfcnt_rotation_end() frees it.
 * NULL without memory.
 */
struct perfcnt_rotation *perfcnt_rotation_new(unsigned int events)
{
	struct perfcnt_rotation *rotation;

	rotation = kzalloc(struct_size(rotation, turn, events), GFP_KERNEL_ACCOUNT);
	if (!rotation)
		return NULL;
	rotation->events = events;
	rotation->vpes = 1;
	hrtimer_setup(&rotation->timer, timer_ends, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED);
	INIT_WORK(&rotation->end, slot_ends);
	return rotation;
}

/**
 * perfcnt_rotation_free - free a rotation
 * @rotation: one that has not begun, or has ended
 */
void perfcnt_rotation_free(struct perfcnt_rotation *rotation)
{
	kfree(rotation);
}

/* Can events take turns on that counter? */
static int check_counter(unsigned int i, const struct perfcnt_owner *owner,
			 struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter = &set->counter[i];

	if (counter->owner != owner) {
		perfcnt_reason_set(reason,
				   "counter %u: not claimed through this file descriptor",
				   i);
		return -EPERM;
	}
	if (counter->gates) {
		perfcnt_reason_set(reason,
				   "counter %u: in a scope; PERFCNT_IOC_LEAVE comes first",
				   i);
		return -EBUSY;
	}
	if (counter->sampler) {
		perfcnt_reason_set(reason,
				   "counter %u: sampled; PERFCNT_IOC_SAMPLE with period 0 ends that",
				   i);
		return -EBUSY;
	}
	if (!counter->stopped) {
		perfcnt_reason_set(reason,
				   "counter %u: started; PERFCNT_IOC_STOP comes first",
				   i);
		return -EBUSY;
	}
	return 0;
}

static int check(const struct perfcnt_rotation *rotation,
		 const struct perfcnt_owner *owner, struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS) {
		err = check_counter(i, owner, reason);
		if (err)
			return err;
	}
	if (!owner->rotation)
		return 0;
	perfcnt_reason_set(reason,
			   "events of this file take turns already; PERFCNT_IOC_ROTATE without events comes first");
	return -EBUSY;
}

static void attach(struct perfcnt_rotation *rotation, bool attached)
{
	unsigned int i;

	for_each_set_bit(i, &rotation->counters, PERFCNT_MAX_COUNTERS)
		set->counter[i].rotation = attached ? rotation : NULL;
	WRITE_ONCE(rotation->owner->rotation, attached ? rotation : NULL);
}

/* No event of a rotation comes back. */
static void forget_events(void)
{
	if (set->pmu->forget)
		set->pmu->forget();
}

static int try(struct perfcnt_rotation *rotation, struct perfcnt_reason *reason)
{
	int err = perfcnt_slots_try(rotation, reason);

	if (err)
		forget_events();
	else
		attach(rotation, true);
	return err;
}

/**
 * perfcnt_rotation_begin - from now on events take turns, when they are started
 * @rotation: a new one
 * @owner: the counters' owner
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EBUSY for one that is started
 * or in a scope, or if the owner has a rotation; or the PMU driver's error for the first
 * event that cannot be counted.
 */
int perfcnt_rotation_begin(struct perfcnt_rotation *rotation,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason)
{
	static u32 number;
	int err;

	rotation->owner = owner;
	mutex_lock(&set->lock);
	rotation->number = ++number;
	err = check(rotation, owner, reason) ?: try(rotation, reason);
	mutex_unlock(&set->lock);
	return err;
}

/**
 * perfcnt_rotation_end - events take turns no more
 * @owner: the owner whose events they are; its counters are stopped then
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without a rotation; -EBUSY if it is in a scope.
 */
int perfcnt_rotation_end(struct perfcnt_owner *owner,
			 struct perfcnt_reason *reason)
{
	struct perfcnt_rotation *rotation;
	int err = 0;

	mutex_lock(&set->lock);
	rotation = owner->rotation;
	if (!rotation) {
		perfcnt_reason_set(reason, "no events of this file take turns");
		err = -EINVAL;
	} else if (rotation->gates) {
		perfcnt_reason_set(reason,
				   "the events take turns in a scope; PERFCNT_IOC_LEAVE comes first");
		err = -EBUSY;
	} else {
		perfcnt_stop(owner, rotation->counters, reason);
		rotation->started = false;
		perfcnt_slots_end(rotation);
		attach(rotation, false);
		forget_events();
	}
	mutex_unlock(&set->lock);
	if (err)
		return err;
	hrtimer_cancel(&rotation->timer);
	cancel_work_sync(&rotation->end);
	perfcnt_rotation_free(rotation);
	return 0;
}

/*
 * The rotation of an owner that these counters belong to, all of them; NULL if none
 * does; or an error.
 */
static struct perfcnt_rotation *find(const struct perfcnt_owner *owner, u32 mask,
				     struct perfcnt_reason *reason)
{
	struct perfcnt_rotation *rotation = owner->rotation;

	lockdep_assert_held(&set->lock);
	if (!rotation || !(mask & rotation->counters))
		return NULL;
	if (rotation->counters & ~mask) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: they are started, stopped and reset together",
				   rotation->counters);
		return ERR_PTR(-EINVAL);
	}
	if (!rotation->lost)
		return rotation;
	*reason = rotation->why;
	return ERR_PTR(rotation->lost);
}

static int start(struct perfcnt_rotation *rotation, struct perfcnt_owner *owner,
		 u32 mask, struct perfcnt_reason *reason)
{
	int err;

	if (!rotation || rotation->started)
		return perfcnt_start(owner, mask, reason);
	if (take_turn(rotation)) {
		*reason = rotation->why;
		return rotation->lost;
	}
	err = perfcnt_start(owner, mask, reason);
	if (err)
		return err;
	perfcnt_slots_time(rotation);
	rotation->started = true;
	arm(rotation);
	return 0;
}

/**
 * perfcnt_rotation_start - start counters of an owner that may have a rotation
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_start(); -EINVAL for some, and not all, of those whose events take
 * turns.
 */
int perfcnt_rotation_start(struct perfcnt_owner *owner, u32 mask,
			   struct perfcnt_reason *reason)
{
	struct perfcnt_rotation *rotation;
	int err;

	mutex_lock(&set->lock);
	rotation = find(owner, mask, reason);
	err = PTR_ERR_OR_ZERO(rotation) ?: start(rotation, owner, mask, reason);
	mutex_unlock(&set->lock);
	return err;
}

/**
 * perfcnt_rotation_stop - stop counters of an owner that may have a rotation
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * The slot goes on when they are started again.
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_rotation_start().
 */
int perfcnt_rotation_stop(struct perfcnt_owner *owner, u32 mask,
			  struct perfcnt_reason *reason)
{
	struct perfcnt_rotation *rotation;
	int err;

	mutex_lock(&set->lock);
	rotation = find(owner, mask, reason);
	err = PTR_ERR_OR_ZERO(rotation);
	if (!err && rotation)
		perfcnt_slots_time(rotation);
	err = err ?: perfcnt_stop(owner, mask, reason);
	if (!err && rotation) {
		rotation->started = false;
		hrtimer_try_to_cancel(&rotation->timer);
	}
	mutex_unlock(&set->lock);
	return err;
}

/* As if it had not been started yet; the slot goes on. */
static void forget(struct perfcnt_rotation *rotation)
{
	unsigned int i;

	perfcnt_slots_time(rotation);
	perfcnt_slots_first(rotation);
	for (i = 0; i < rotation->events; i++)
		memset(&rotation->turn[i].counted, 0,
		       sizeof(rotation->turn[i].counted));
	memset(rotation->from, 0, sizeof(rotation->from));
	rotation->enabled = 0;
	rotation->ran = 0;
	rotation->slots = 0;
	rotation->rounds = 0;
}

/**
 * perfcnt_rotation_reset - set counts to 0, of an owner that may have a rotation
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_rotation_start().
 */
int perfcnt_rotation_reset(struct perfcnt_owner *owner, u32 mask,
			   struct perfcnt_reason *reason)
{
	struct perfcnt_rotation *rotation;
	int err;

	mutex_lock(&set->lock);
	rotation = find(owner, mask, reason);
	err = PTR_ERR_OR_ZERO(rotation) ?: perfcnt_reset(owner, mask, reason);
	if (!err && rotation)
		forget(rotation);
	mutex_unlock(&set->lock);
	return err;
}

/* Is the event counted in the slot? */
static bool has_slot(const struct perfcnt_rotation *rotation, unsigned int event)
{
	unsigned int i;

	for (i = 0; rotation->open && i < PERFCNT_MAX_COUNTERS; i++)
		if (rotation->slot.event[i] == (s16)event)
			return true;
	return false;
}

/* What an event has counted, up to now. */
static void copy_turn(const struct perfcnt_rotation *rotation, unsigned int event,
		      struct perfcnt_turn_count *counted)
{
	const struct perfcnt_turn *turn = &rotation->turn[event];

	*counted = turn->counted;
	if (has_slot(rotation, event)) {
		perfcnt_turn_add(counted,
				 perfcnt_slots_count(rotation, event, set->sums),
				 rotation->ran);
		counted->flags |= PERFCNT_TURN_NOW;
	}
	if (rotation->gates && perfcnt_gates_need_filter() && !turn->alone)
		counted->flags |= PERFCNT_TURN_SHARED;
}

static int read_all(struct perfcnt_rotation *rotation,
		    struct perfcnt_rotated *rotated, struct perfcnt_reason *reason)
{
	unsigned long lost;
	unsigned int event;

	perfcnt_slots_time(rotation);
	lost = perfcnt_sums_lock(rotation->counters, reason);
	rotated->time = ktime_get_ns();
	for (event = 0; event < rotation->events; event++)
		copy_turn(rotation, event, &rotated->event[event]);
	perfcnt_sums_unlock();
	rotated->events = rotation->events;
	rotated->enabled = rotation->enabled;
	rotated->rounds = rotation->rounds;
	rotated->slots = rotation->slots;
	return lost & rotation->counters ? -EIO : 0;
}

/**
 * perfcnt_rotation_read - what the events of an owner have counted that take turns
 * @owner: the owner
 * @rotated: where that goes; size is not changed
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without a rotation; -EIO if another user has taken the hardware.
 */
int perfcnt_rotation_read(struct perfcnt_owner *owner,
			  struct perfcnt_rotated *rotated,
			  struct perfcnt_reason *reason)
{
	struct perfcnt_rotation *rotation;
	int err;

	mutex_lock(&set->lock);
	rotation = find(owner, ~0u, reason);
	err = PTR_ERR_OR_ZERO(rotation);
	if (!err && rotation)
		err = read_all(rotation, rotated, reason);
	mutex_unlock(&set->lock);
	if (rotation)
		return err;
	perfcnt_reason_set(reason, "no events of this file take turns");
	return -EINVAL;
}
