// SPDX-License-Identifier: GPL-2.0
/* Giving windows to counters, and taking them back. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/rcupdate.h>

#include "core.h"
#include "multiplex.h"
#include "sums.h"
#include "window.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* Can the owner's counter have windows? */
static int attach_check_counter(unsigned int i, const struct perfcnt_owner *owner,
				struct perfcnt_reason *reason)
{
	return perfcnt_counter_check(i, owner, PERFCNT_MAY_BE_STARTED | PERFCNT_MAY_BE_SAMPLED,
				     reason) ?:
	       perfcnt_counter_check_event(i, "in a scope", reason);
}

/* Let a counter's windows be these, which nobody sees yet. */
static int attach_take_counter(struct perfcnt_task_sums *task_sums, unsigned int i,
			       bool shared,
			       struct perfcnt_reason *reason)
{
	const struct perfcnt_control *control = &core->counter[i].control;
	unsigned int cpus = perfcnt_task_sums_take(task_sums, i, control);

	/* that of a VPE of which Linux has no CPU counts none of the tasks' events */
	if (!cpus && perfcnt_control_mt_en(control->word) != PERFCNT_MT_EN_VPE) {
		perfcnt_reason_set(reason,
				   "counter %u: Linux does not run where its filter counts",
				   i);
		return -EINVAL;
	}
	if (!shared && (task_sums->shared & BIT(i))) {
		perfcnt_reason_set(reason,
				   "counter %u: counts all VPEs in one register; use @vpeN, or PERFCNT_SCOPE_SHARED to count what others do at the same time",
				   i);
		return -EINVAL;
	}
	return 0;
}

/* Can an event that takes turns be counted in a scope? */
static int attach_check_event(const struct perfcnt_mux *mux, unsigned int event,
			      unsigned int vpes, bool shared, struct perfcnt_reason *reason)
{
	const struct perfcnt_mux_event *entry = &mux->entry[event];

	if (perfcnt_mux_round_capacity(entry, mux->counters) <
	    perfcnt_mux_round_parts(entry, vpes)) {
		perfcnt_reason_set(reason,
				   "event %u: in a scope it needs a counter of its bank for each of the %u VPEs",
				   event, vpes);
		return -EINVAL;
	}
	if (vpes > 1 && !entry->alone && !shared) {
		perfcnt_reason_set(reason,
				   "event %u: counts all VPEs in one register; use PERFCNT_SCOPE_SHARED to count what others do at the same time",
				   event);
		return -EINVAL;
	}
	return 0;
}

/* The counters of a rotation have windows together; returns them, or an error. */
static long attach_take_mux(struct perfcnt_task_sums *task_sums,
			    struct perfcnt_mux *mux, unsigned long wanted,
			    bool shared, struct perfcnt_reason *reason)
{
	unsigned int event, vpes = 1;
	int err = 0;

	if (!mux || !(mux->counters & wanted))
		return 0;
	if (mux->counters & ~wanted) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: they go into a scope together",
				   mux->counters);
		return -EINVAL;
	}
	if (mux->started) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: PERFCNT_IOC_STOP comes first",
				   mux->counters);
		return -EBUSY;
	}
	if (perfcnt_task_sums_need_filter())
		vpes = perfcnt_limits_vpes(&core->pmu->limits);
	for (event = 0; event < mux->events && !err; event++)
		err = attach_check_event(mux, event, vpes, shared, reason);
	if (err)
		return err;
	perfcnt_task_sums_take_mux(task_sums, mux->counters, mux->events);
	return mux->counters;
}

/* The events that take turns have another time from now on. */
static void attach_move_mux(struct perfcnt_mux *mux, struct perfcnt_task_sums *task_sums)
{
	mux->started = false;
	mux->task_sums = task_sums;
	mux->vpes = task_sums && perfcnt_task_sums_need_filter() ?
			 perfcnt_limits_vpes(&core->pmu->limits) : 1;
}

/**
 * perfcnt_task_sums_attach - from now on counters count only while a window is open
 * @task_sums: windows that no counter has; they are closed
 * @owner: the counters' owner
 * @counters: mask of the counters
 * @shared: counters that count several CPUs in one register are welcome
 * @reason: why not, if not
 *
 * Counts continue from where they are.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EINVAL for one without an
 * event, with IE, or whose filter is not right, or for some, and not all, of those whose
 * events take turns; -EBUSY if these are started; -EIO if one is lost.
 */
int perfcnt_task_sums_attach(struct perfcnt_task_sums *task_sums,
			     struct perfcnt_owner *owner, u32 counters,
			     bool shared, struct perfcnt_reason *reason)
{
	unsigned long lost, single, wanted = counters;
	unsigned int i;
	long muxed;
	int err = 0;

	mutex_lock(&core->lock);
	muxed = attach_take_mux(task_sums, owner->mux, wanted, shared, reason);
	if (muxed < 0) {
		err = muxed;
		goto unlock;
	}
	single = wanted & ~muxed;
	for_each_set_bit(i, &single, 32) {
		err = attach_check_counter(i, owner, reason) ?:
		      attach_take_counter(task_sums, i, shared, reason);
		if (err)
			goto unlock;
	}
	if (muxed)
		err = perfcnt_mux_slot_end(owner->mux);
	if (err) {
		*reason = owner->mux->why;
		goto unlock;
	}
	lost = perfcnt_sums_begin(wanted, reason);
	if (lost & wanted)
		err = -EIO;
	for_each_set_bit(i, &wanted, 32) {
		struct perfcnt_counter *counter = &core->counter[i];

		if (err)
			break;
		task_sums->before[i] = counter->base;
		counter->base = perfcnt_counter_count(counter, core->sums[i]);
		counter->task_sums = task_sums;
		core->task_only |= BIT(i);
		core->touched &= ~BIT(i);
	}
	if (!err)
		perfcnt_task_sums_add(task_sums);
	perfcnt_sums_end();
	if (!err && muxed)
		attach_move_mux(owner->mux, task_sums);
unlock:
	mutex_unlock(&core->lock);
	return err;
}

/* The events that take turns on counters with these windows, or NULL. */
static struct perfcnt_mux *attach_mux_of(const struct perfcnt_task_sums *task_sums)
{
	if (!task_sums->muxed)
		return NULL;
	return core->counter[__ffs(task_sums->muxed)].mux;
}

/* A counter has windows no more. */
static void attach_take_back(unsigned int i)
{
	lockdep_assert_held(&core->counts);
	core->counter[i].task_sums = NULL;
	core->task_only &= ~BIT(i);
}

/* Neither do events that take turns; returns them, or NULL. */
static struct perfcnt_mux *attach_take_mux_back(const struct perfcnt_task_sums *task_sums)
{
	struct perfcnt_mux *mux = attach_mux_of(task_sums);

	if (mux) {
		perfcnt_mux_slot_end(mux);
		attach_move_mux(mux, NULL);
	}
	return mux;
}

/**
 * perfcnt_task_sums_detach - counters have windows no more, and are stopped
 * @task_sums: the windows; closed, and nobody opens them any more
 *
 * Context: Process context, may sleep.
 */
void perfcnt_task_sums_detach(struct perfcnt_task_sums *task_sums)
{
	struct perfcnt_reason ignored perfcnt_uninitialized;
	unsigned int i;

	mutex_lock(&core->lock);
	attach_take_mux_back(task_sums);
	perfcnt_sums_begin(task_sums->counters, &ignored);
	for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS) {
		struct perfcnt_counter *counter = &core->counter[i];

		attach_take_back(i);
		if (counter->stopped)
			continue;
		counter->kept = perfcnt_counter_count(counter, core->sums[i]);
		counter->stopped = true;
		perfcnt_counter_update(i);
	}
	perfcnt_task_sums_remove(task_sums);
	perfcnt_sums_end();
	mutex_unlock(&core->lock);
	synchronize_rcu();
}

/* These counts are partly of windows, and of what it will be nobody can say. */
static void undo_give_up(struct perfcnt_mux *mux, unsigned long touched)
{
	struct perfcnt_reason reason;

	perfcnt_reason_set(&reason,
			   "counters 0x%lx: started, stopped, reset or set while PERFCNT_IOC_SCOPE failed",
			   touched);
	if (mux && touched & mux->counters) {
		mux->lost = -EIO;
		mux->why = reason;
	}
	perfcnt_counters_give_up(touched, &reason);
}

/**
 * perfcnt_task_sums_undo - counters have never had windows
 * @task_sums: the windows; closed, and nobody opens them any more
 *
 * Counts are what they would be without them.  A counter that somebody has started,
 * stopped, reset or set meanwhile is lost.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_task_sums_undo(struct perfcnt_task_sums *task_sums)
{
	struct perfcnt_mux *mux;
	unsigned long touched;
	unsigned int i;

	mutex_lock(&core->lock);
	mux = attach_take_mux_back(task_sums);
	mutex_lock(&core->asked);
	perfcnt_counts_lock();
	touched = core->touched & task_sums->counters;
	for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS) {
		attach_take_back(i);
		core->counter[i].base = task_sums->before[i];
	}
	perfcnt_task_sums_remove(task_sums);
	perfcnt_counts_unlock();
	mutex_unlock(&core->asked);
	if (touched)
		undo_give_up(mux, touched);
	mutex_unlock(&core->lock);
	synchronize_rcu();
}
