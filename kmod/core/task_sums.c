// SPDX-License-Identifier: GPL-2.0
/* Counters that count only while a window is open; task_sums.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/llist.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../encoding/reason.h"
#include "pmu.h"
#include "task_sums.h"

static const struct perfcnt_pmu *pmu;

/* Changed with the core's counts held. */
LIST_HEAD(perfcnt_task_sums_list);

static unsigned long task_sums_all_counters(void)
{
	return GENMASK(pmu->limits.counters - 1, 0);
}

/* What does not count by itself is no thread's own. */
static unsigned long task_sums_own(const struct perfcnt_task_sums *task_sums,
				   const struct perfcnt_window *window)
{
	return (window->counters | task_sums->shared) & ~task_sums->muxed;
}

/* The sums at this instant, for a window of this CPU; that a counter is lost is noted. */
static void task_sums_read_here(const struct perfcnt_task_sums *task_sums,
				struct perfcnt_window *window, u64 *now)
{
	if (unlikely(!pmu->read_cpu(task_sums->counters, now)))
		WRITE_ONCE(window->lost, true);
}

/**
 * perfcnt_task_sums_sched_in - a task that is followed begins to run on this CPU
 * @task_sums: the windows
 * @now: gets the sums at this instant, for what counts by itself
 * @entries: what the task counts of events that take turns is added there; or NULL
 *
 * Context: Any, interrupts are off; may be called under the scheduler's locks.
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_task_sums_sched_in(struct perfcnt_task_sums *task_sums, u64 *now,
					 struct perfcnt_task_mux *entries)
{
	struct perfcnt_window *window = this_cpu_ptr(task_sums->window);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(window->guard);
	if (unlikely(!window->known))
		llist_add(&window->node, &task_sums->opened);
	window->known = true;
	task_sums_read_here(task_sums, window, now);
	perfcnt_window_open(window, now);
	if (task_sums->any)
		perfcnt_window_open(&task_sums->together, now);
	else if (likely(!task_sums->muxed))
		window->alone = window->counters;
	if (unlikely(task_sums->muxed) && window->open == 1) {
		window->since = ktime_get_mono_fast_ns();
		perfcnt_task_sums_mux_enter(task_sums, window, entries, now);
	}
	raw_spin_unlock(window->guard);
	return task_sums_own(task_sums, window);
}

/**
 * perfcnt_task_sums_sched_out - a task that is followed stops running on this CPU
 * @task_sums: the windows
 * @now: as in perfcnt_task_sums_sched_in()
 *
 * Context: As perfcnt_task_sums_sched_in().
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_task_sums_sched_out(struct perfcnt_task_sums *task_sums, u64 *now)
{
	struct perfcnt_window *window = this_cpu_ptr(task_sums->window);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(window->guard);
	task_sums_read_here(task_sums, window, now);
	if (window->open == 1)
		window->alone = 0;
	if (unlikely(task_sums->muxed) && window->open == 1) {
		window->ran += ktime_get_mono_fast_ns() - window->since;
		perfcnt_task_sums_mux_count(task_sums, window, now);
		window->entries = NULL;
	}
	if (task_sums->any)
		perfcnt_window_close(&task_sums->together, now);
	perfcnt_window_close(window, now); /* last: its phase says that all is closed */
	raw_spin_unlock(window->guard);
	return task_sums_own(task_sums, window);
}

/**
 * perfcnt_task_sums_is_open_here - does a task that is followed run on this CPU?
 * @task_sums: the windows
 *
 * Context: Any, NMI included; this CPU stays the same.
 */
bool perfcnt_task_sums_is_open_here(const struct perfcnt_task_sums *task_sums)
{
	return READ_ONCE(this_cpu_ptr(task_sums->window)->open);
}

/**
 * perfcnt_task_sums_is_open - does a task that is followed run where a counter counts?
 * @task_sums: the windows
 * @i: one of their counters
 *
 * Context: As perfcnt_task_sums_is_open_here().
 */
bool perfcnt_task_sums_is_open(const struct perfcnt_task_sums *task_sums, unsigned int i)
{
	return task_sums->shared & BIT(i) ? READ_ONCE(task_sums->together.open) :
					perfcnt_task_sums_is_open_here(task_sums);
}

/**
 * perfcnt_task_sums_advance_here - bring all windows of this CPU up to date
 * @now: all sums of this CPU at this instant; NULL: they are read
 *
 * A driver that asks CPUs for their sums gives what it has read itself.  Events that are
 * exchanged go on from there, so what a second reading has more would be in the window of
 * the next event.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_task_sums_advance_here(const u64 *now)
{
	u64 sums[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	struct perfcnt_task_sums *task_sums;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(task_sums, &perfcnt_task_sums_list, list) {
		struct perfcnt_window *window = this_cpu_ptr(task_sums->window);

		if (!window->open) /* nobody else opens it */
			continue;
		if (!now) {
			pmu->read_cpu(task_sums_all_counters(), sums);
			now = sums;
		}
		raw_spin_lock(&window->lock);
		perfcnt_window_advance(window, now);
		raw_spin_unlock(&window->lock);
	}
	rcu_read_unlock();
}

/* The window shows what it has; from here on it is for the counters' next events. */
static void task_sums_switch_window(const struct perfcnt_task_sums *task_sums,
				    struct perfcnt_window *window,
				    const u64 *now)
{
	unsigned int i;

	perfcnt_window_advance(window, now);
	perfcnt_task_sums_mux_change(task_sums, window, now);
	for_each_set_bit(i, &task_sums->switched, PERFCNT_MAX_COUNTERS)
		perfcnt_window_change(window, i, task_sums->next[i] == window, now);
}

/**
 * perfcnt_task_sums_switch - mark what the windows show, and let others be for counters
 * @now: all sums at this instant
 *
 * For a driver whose CPUs read the same registers, while the counters that change stand
 * still.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_task_sums_switch(const u64 *now)
{
	struct perfcnt_task_sums *task_sums;
	unsigned int cpu;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(task_sums, &perfcnt_task_sums_list, list) {
		if (!task_sums->muxed)
			continue;
		raw_spin_lock(&task_sums->together.lock);
		for_each_possible_cpu(cpu)
			task_sums_switch_window(task_sums,
						per_cpu_ptr(task_sums->window, cpu), now);
		task_sums_switch_window(task_sums, &task_sums->together, now);
		task_sums->switched = 0;
		raw_spin_unlock(&task_sums->together.lock);
	}
	rcu_read_unlock();
}

/**
 * perfcnt_task_sums_init - say who counts
 * @driver: the PMU, probed
 */
void perfcnt_task_sums_init(const struct perfcnt_pmu *driver)
{
	pmu = driver;
}

/**
 * perfcnt_task_sums_need_filter - does a counter without a filter count other CPUs, too?
 */
bool perfcnt_task_sums_need_filter(void)
{
	return pmu->reads_anywhere && num_possible_cpus() > 1;
}

/**
 * perfcnt_task_sums_new - windows for no counters yet, all closed
 *
 * Context: Process context, may sleep.
 * Return: the windows, or NULL.
 */
struct perfcnt_task_sums *perfcnt_task_sums_new(void)
{
	struct perfcnt_task_sums *task_sums = kzalloc(sizeof(*task_sums),
						      GFP_KERNEL_ACCOUNT);
	unsigned int cpu;

	if (!task_sums)
		return NULL;
	task_sums->window = alloc_percpu_gfp(struct perfcnt_window, GFP_KERNEL_ACCOUNT);
	if (!task_sums->window) {
		kfree(task_sums);
		return NULL;
	}
	task_sums->pmu = pmu;
	task_sums->read_fast = pmu->reads_anywhere ? pmu->read_fast : pmu->read_cpu;
	perfcnt_window_init(&task_sums->together, NULL);
	init_llist_head(&task_sums->opened);
	for_each_possible_cpu(cpu) {
		perfcnt_window_init(per_cpu_ptr(task_sums->window, cpu),
				    pmu->reads_anywhere ? &task_sums->together : NULL);
		per_cpu_ptr(task_sums->window, cpu)->cpu = cpu;
	}
	return task_sums;
}

/**
 * perfcnt_task_sums_reach - on how many CPUs does a counter count?
 * @control: what it counts
 *
 * Return: that number.
 */
unsigned int perfcnt_task_sums_reach(const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = 0;

	for_each_possible_cpu(cpu)
		if (pmu->counts_on(control, cpu))
			cpus++;
	return cpus;
}

/**
 * perfcnt_task_sums_take - windows are for this counter, too
 * @task_sums: the windows, which are not in the list
 * @i: the counter
 * @control: what it counts
 *
 * Return: on how many CPUs it counts.
 */
unsigned int perfcnt_task_sums_take(struct perfcnt_task_sums *task_sums, unsigned int i,
				    const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = perfcnt_task_sums_reach(control);

	task_sums->counters |= BIT(i);
	if (pmu->reads_anywhere && cpus > 1) {
		task_sums->shared |= BIT(i);
		task_sums->any = true;
		task_sums->together.counters |= BIT(i);
		return cpus;
	}
	for_each_possible_cpu(cpu)
		if (pmu->counts_on(control, cpu))
			per_cpu_ptr(task_sums->window, cpu)->counters |= BIT(i);
	return cpus;
}

/**
 * perfcnt_task_sums_add - show these windows from now on
 * @task_sums: the windows
 *
 * Context: The core's counts is held.
 */
void perfcnt_task_sums_add(struct perfcnt_task_sums *task_sums)
{
	list_add_rcu(&task_sums->list, &perfcnt_task_sums_list);
}

/**
 * perfcnt_task_sums_remove - undo perfcnt_task_sums_add()
 * @task_sums: the windows; synchronize_rcu() comes before they are freed
 *
 * Context: The core's counts is held.
 */
void perfcnt_task_sums_remove(struct perfcnt_task_sums *task_sums)
{
	list_del_rcu(&task_sums->list);
}

/**
 * perfcnt_task_sums_free - free windows
 * @task_sums: the windows, which no counter has, and nobody opens any more; or NULL
 *
 * Context: Process context, may sleep.
 */
void perfcnt_task_sums_free(struct perfcnt_task_sums *task_sums)
{
	if (!task_sums)
		return;
	free_percpu(task_sums->window);
	kfree(task_sums);
}
