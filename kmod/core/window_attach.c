// SPDX-License-Identifier: GPL-2.0
/* Giving windows to counters, and taking them back. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/rcupdate.h>

#include "core.h"
#include "counts.h"
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
static int attach_take_counter(struct perfcnt_windows *windows, unsigned int i,
			       bool shared,
			       struct perfcnt_reason *reason)
{
	const struct perfcnt_control *control = &core->counter[i].control;
	unsigned int cpus = perfcnt_windows_take(windows, i, control);

	/* that of a VPE of which Linux has no CPU counts none of the tasks' events */
	if (!cpus && perfcnt_control_mt_en(control->word) != PERFCNT_MT_EN_VPE) {
		perfcnt_reason_set(reason,
				   "counter %u: Linux does not run where its filter counts",
				   i);
		return -EINVAL;
	}
	if (!shared && (windows->shared & BIT(i))) {
		perfcnt_reason_set(reason,
				   "counter %u: counts all VPEs in one register; use @vpeN, or PERFCNT_SCOPE_SHARED to count what others do at the same time",
				   i);
		return -EINVAL;
	}
	return 0;
}

/* Can an event that takes turns be counted in a scope? */
static int attach_check_event(const struct perfcnt_multiplexer *multiplexer, unsigned int event,
			      unsigned int vpes, bool shared, struct perfcnt_reason *reason)
{
	const struct perfcnt_multiplex_event *entry = &multiplexer->entry[event];

	if (perfcnt_multiplex_round_capacity(entry, multiplexer->counters) <
	    perfcnt_multiplex_round_parts(entry, vpes)) {
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

/* The counters of a multiplexer have windows together; returns them, or an error. */
static long attach_take_multiplexer(struct perfcnt_windows *windows,
				    struct perfcnt_multiplexer *multiplexer, unsigned long wanted,
				    bool shared, struct perfcnt_reason *reason)
{
	unsigned int event, vpes = 1;
	int err = 0;

	if (!multiplexer || !(multiplexer->counters & wanted))
		return 0;
	if (multiplexer->counters & ~wanted) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: they go into a scope together",
				   multiplexer->counters);
		return -EINVAL;
	}
	if (multiplexer->started) {
		perfcnt_reason_set(reason,
				   "events take turns on the counters 0x%lx: PERFCNT_IOC_STOP comes first",
				   multiplexer->counters);
		return -EBUSY;
	}
	if (perfcnt_windows_need_filter())
		vpes = perfcnt_limits_vpes(&core->pmu->limits);
	for (event = 0; event < multiplexer->events && !err; event++)
		err = attach_check_event(multiplexer, event, vpes, shared, reason);
	if (err)
		return err;
	perfcnt_windows_take_multiplexer(windows, multiplexer->counters, multiplexer->events);
	return multiplexer->counters;
}

/* The events that take turns have another time from now on. */
static void attach_move_multiplexer(struct perfcnt_multiplexer *multiplexer,
				    struct perfcnt_windows *windows)
{
	multiplexer->started = false;
	multiplexer->windows = windows;
	multiplexer->vpes = windows && perfcnt_windows_need_filter() ?
			 perfcnt_limits_vpes(&core->pmu->limits) : 1;
}

/**
 * perfcnt_windows_attach - from now on counters count only while a window is open
 * @windows: windows that no counter has; they are closed
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
int perfcnt_windows_attach(struct perfcnt_windows *windows,
			   struct perfcnt_owner *owner, u32 counters,
			   bool shared, struct perfcnt_reason *reason)
{
	unsigned long lost, single, wanted = counters;
	unsigned int i;
	long multiplexed;
	int err = 0;

	mutex_lock(&core->lock);
	multiplexed = attach_take_multiplexer(windows, owner->multiplexer, wanted, shared, reason);
	if (multiplexed < 0) {
		err = multiplexed;
		goto unlock;
	}
	single = wanted & ~multiplexed;
	for_each_set_bit(i, &single, 32) {
		err = attach_check_counter(i, owner, reason) ?:
		      attach_take_counter(windows, i, shared, reason);
		if (err)
			goto unlock;
	}
	if (multiplexed)
		err = perfcnt_multiplex_slice_end(owner->multiplexer);
	if (err) {
		perfcnt_counts_check_lost(wanted, 0, reason);
		goto unlock;
	}
	lost = perfcnt_sums_begin(wanted, reason);
	err = perfcnt_counts_check_lost(wanted, lost, reason);
	for_each_set_bit(i, &wanted, 32) {
		struct perfcnt_counter *counter = &core->counter[i];

		if (err)
			break;
		windows->before[i] = counter->base;
		counter->base = perfcnt_counter_count(counter, core->sums[i]);
		counter->windows = windows;
		smp_mb(); /* pairs with perfcnt_counter_note_throttled() */
		if (atomic_read(&core->throttled_on[i]))
			WRITE_ONCE(windows->lost, true);
		core->task_only |= BIT(i);
		core->touched &= ~BIT(i);
	}
	if (!err)
		perfcnt_windows_add(windows);
	perfcnt_sums_end();
	if (!err && multiplexed)
		attach_move_multiplexer(owner->multiplexer, windows);
unlock:
	mutex_unlock(&core->lock);
	return err;
}

/* The events that take turns on counters with these windows, or NULL. */
static struct perfcnt_multiplexer *attach_multiplexer_of(const struct perfcnt_windows *windows)
{
	if (!windows->multiplexed)
		return NULL;
	return core->counter[__ffs(windows->multiplexed)].multiplexer;
}

/* A counter has windows no more. */
static void attach_take_back(unsigned int i)
{
	lockdep_assert_held(&core->counts);
	core->counter[i].windows = NULL;
	core->task_only &= ~BIT(i);
}

/* Neither do events that take turns. */
static void attach_take_multiplexer_back(const struct perfcnt_windows *windows)
{
	struct perfcnt_multiplexer *multiplexer = attach_multiplexer_of(windows);

	if (multiplexer) {
		perfcnt_multiplex_slice_end(multiplexer);
		attach_move_multiplexer(multiplexer, NULL);
	}
}

/**
 * perfcnt_windows_detach - counters have windows no more, and are stopped
 * @windows: the windows; closed, and nobody opens them any more
 *
 * Context: Process context, may sleep.
 */
void perfcnt_windows_detach(struct perfcnt_windows *windows)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long lost;
	unsigned int i;

	mutex_lock(&core->lock);
	attach_take_multiplexer_back(windows);
	lost = perfcnt_sums_begin(windows->counters, &reason);
	for_each_set_bit(i, &windows->counters, PERFCNT_MAX_COUNTERS)
		attach_take_back(i);
	perfcnt_counts_stop_all(windows->counters);
	perfcnt_windows_remove(windows);
	perfcnt_sums_end();
	if (lost)
		perfcnt_counters_give_up(lost, &reason);
	mutex_unlock(&core->lock);
	synchronize_rcu();
}

/* These counts are partly of windows, and of what it will be nobody can say. */
static void undo_give_up(unsigned long touched)
{
	struct perfcnt_reason reason;

	perfcnt_reason_set(&reason,
			   "counters 0x%lx: started, stopped, reset or set while PERFCNT_IOC_SCOPE failed",
			   touched);
	perfcnt_counters_give_up(touched, &reason);
}

/**
 * perfcnt_windows_undo - counters have never had windows
 * @windows: the windows; closed, and nobody opens them any more
 *
 * Counts are what they would be without them.  A counter that somebody has started,
 * stopped, reset or set meanwhile is lost.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_windows_undo(struct perfcnt_windows *windows)
{
	unsigned long touched;
	unsigned int i;

	mutex_lock(&core->lock);
	attach_take_multiplexer_back(windows);
	mutex_lock(&core->asked);
	perfcnt_counts_lock();
	touched = core->touched & windows->counters;
	for_each_set_bit(i, &windows->counters, PERFCNT_MAX_COUNTERS) {
		attach_take_back(i);
		core->counter[i].base = windows->before[i];
	}
	perfcnt_windows_remove(windows);
	perfcnt_counts_unlock();
	mutex_unlock(&core->asked);
	if (touched)
		undo_give_up(touched);
	mutex_unlock(&core->lock);
	synchronize_rcu();
}
