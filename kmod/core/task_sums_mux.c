// SPDX-License-Identifier: GPL-2.0
/* What windows have of counters whose events take turns; task_sums.h says who may call. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "pmu.h"
#include "task_sums.h"

/* No counter has an event yet. */
static void task_sums_begin(struct perfcnt_task_sums *task_sums)
{
	unsigned int cpu;

	perfcnt_task_sums_mux_next(task_sums, NULL);
	for_each_possible_cpu(cpu)
		memcpy(per_cpu_ptr(task_sums->window, cpu)->event, task_sums->event,
		       sizeof(task_sums->event));
}

/**
 * perfcnt_task_sums_take_mux - windows are for counters whose events take turns, too
 * @task_sums: the windows, which are not in the list
 * @counters: mask of the counters
 * @events: how many events take turns on them
 */
void perfcnt_task_sums_take_mux(struct perfcnt_task_sums *task_sums, unsigned long counters,
				unsigned int events)
{
	unsigned int cpu;

	task_sums->counters |= counters;
	task_sums->muxed |= counters;
	task_sums->events = events;
	task_sums_begin(task_sums);
	if (perfcnt_task_sums_need_filter()) {
		task_sums->any = true; /* perfcnt_task_sums_next() says which window */
		return;
	}
	for_each_possible_cpu(cpu)
		per_cpu_ptr(task_sums->window, cpu)->counters |= counters;
}

/**
 * perfcnt_task_sums_mux_next - which event each counter has when the driver changes them next
 * @task_sums: the windows
 * @slot: that, or NULL: none has one
 *
 * Context: The core's lock is held, or nobody knows the windows yet.
 */
void perfcnt_task_sums_mux_next(struct perfcnt_task_sums *task_sums,
				const struct perfcnt_mux_slot *slot)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		task_sums->event[i] = slot ? slot->event[i] : PERFCNT_NO_EVENT;
}

/**
 * perfcnt_task_sums_mux_enter - a task has opened a window
 * @task_sums: the windows
 * @window: one of them
 * @entries: where it counts events that take turns, or NULL
 * @now: the sums at this instant
 *
 * Context: The window's guard is held.
 */
void perfcnt_task_sums_mux_enter(const struct perfcnt_task_sums *task_sums,
				 struct perfcnt_window *window,
				 struct perfcnt_task_mux *entries, const u64 *now)
{
	unsigned int i;

	window->entries = entries;
	if (!entries)
		return;
	entries->since = window->since;
	for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS)
		entries->from[i] = now[i];
}

/**
 * perfcnt_task_sums_mux_count - bring what the task in a window has counted up to date
 * @task_sums: the windows
 * @window: one of them
 * @now: the sums at this instant
 *
 * Context: The window's guard is held.
 */
void perfcnt_task_sums_mux_count(const struct perfcnt_task_sums *task_sums,
				 struct perfcnt_window *window,
				 const u64 *now)
{
	unsigned long here = window->counters | task_sums->together.counters;
	struct perfcnt_task_mux *entries = window->entries;
	unsigned int i;
	u64 time;

	if (!entries)
		return;
	time = ktime_get_mono_fast_ns();
	for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS) {
		if (here & BIT(i) && window->event[i] != PERFCNT_NO_EVENT) {
			struct perfcnt_thread_count *count = &entries->count[window->event[i]];

			count->count += now[i] - entries->from[i];
			count->running += time - entries->since;
		}
		entries->from[i] = now[i];
	}
	entries->since = time;
}

/**
 * perfcnt_task_sums_mux_change - the counters' next events begin in a window
 * @task_sums: the windows
 * @window: one of them, up to date
 * @now: the sums at this instant
 *
 * What it shows is marked.
 *
 * Context: The window's guard is held.
 */
void perfcnt_task_sums_mux_change(const struct perfcnt_task_sums *task_sums,
				  struct perfcnt_window *window,
				  const u64 *now)
{
	perfcnt_window_mark(window);
	perfcnt_task_sums_mux_count(task_sums, window, now);
	memcpy(window->event, task_sums->event, sizeof(window->event));
}

/**
 * perfcnt_task_sums_change - the next events begin in the windows of a CPU
 * @counters: mask of the counters that have them
 * @cpu: the CPU: this one, or one that has no events of the counters
 *
 * For a driver that has events for each CPU.  It has looked at those that are there, and
 * now lets others count.  A CPU that is offline comes with the events that the others have.
 *
 * Context: Any.
 */
void perfcnt_task_sums_change(unsigned long counters, unsigned int cpu)
{
	struct perfcnt_task_sums *task_sums;
	unsigned long flags;

	rcu_read_lock();
	list_for_each_entry_rcu(task_sums, &perfcnt_task_sums_list, list) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);

		if (!(task_sums->muxed & counters))
			continue;
		raw_spin_lock_irqsave(&window->lock, flags);
		perfcnt_task_sums_mux_change(task_sums, window, window->from);
		raw_spin_unlock_irqrestore(&window->lock, flags);
	}
	rcu_read_unlock();
}

/* The window for what is counted on one CPU, or on several; NULL for none. */
static struct perfcnt_window *
task_sums_window_for(struct perfcnt_task_sums *task_sums,
		     const struct perfcnt_control *control)
{
	unsigned int cpu;

	if (perfcnt_task_sums_reach(control) > 1)
		return &task_sums->together;
	for_each_possible_cpu(cpu)
		if (task_sums->pmu->counts_on(control, cpu))
			return per_cpu_ptr(task_sums->window, cpu);
	return NULL;
}

/**
 * perfcnt_task_sums_next - a counter counts another event when the driver changes it next
 * @task_sums: the windows
 * @i: the counter, one of those that take turns
 * @control: what it will count
 *
 * Context: Any.
 */
void perfcnt_task_sums_next(struct perfcnt_task_sums *task_sums, unsigned int i,
			    const struct perfcnt_control *control)
{
	unsigned long flags;

	if (!perfcnt_task_sums_need_filter())
		return; /* every window is for it */
	raw_spin_lock_irqsave(&task_sums->together.lock, flags);
	task_sums->next[i] = task_sums_window_for(task_sums, control);
	task_sums->switched |= BIT(i);
	raw_spin_unlock_irqrestore(&task_sums->together.lock, flags);
}

/**
 * perfcnt_task_sums_time - how long windows were open, all CPUs added up
 * @task_sums: the windows of counters whose events take turns
 *
 * Context: Any.
 * Return: that, in nanoseconds.
 */
u64 perfcnt_task_sums_time(struct perfcnt_task_sums *task_sums)
{
	unsigned long flags;
	unsigned int cpu;
	u64 time = 0;

	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);

		raw_spin_lock_irqsave(window->guard, flags);
		time += perfcnt_window_time(window);
		raw_spin_unlock_irqrestore(window->guard, flags);
	}
	return time;
}

/**
 * perfcnt_task_sums_marked - what was marked, all CPUs added up
 * @task_sums: the windows
 * @sums: gets the sums of the counters whose events take turns
 *
 * Context: Any.
 * Return: how long they had been open, in nanoseconds.
 */
u64 perfcnt_task_sums_marked(struct perfcnt_task_sums *task_sums, u64 *sums)
{
	unsigned int cpu, i;
	u64 time = 0;

	for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS)
		sums[i] = task_sums->together.mark[i];
	for_each_possible_cpu(cpu) {
		const struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);

		for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS)
			sums[i] += window->mark[i];
		time += window->marked;
	}
	return time;
}
