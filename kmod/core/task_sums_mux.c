// SPDX-License-Identifier: GPL-2.0
/* What windows have of counters whose events take turns; task_sums.h says who may call. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "pmu.h"
#include "task_sums.h"

/* No counter has an event yet, and none comes where no CPU is. */
static void task_sums_begin(struct perfcnt_task_sums *task_sums)
{
	unsigned int cpu;

	perfcnt_task_sums_mux_next(task_sums, NULL);
	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);

		memcpy(window->event, task_sums->event, sizeof(window->event));
		window->behind = true;
	}
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

/* What the window has counted late, if it is behind. */
static void task_sums_find_late(const struct perfcnt_task_sums *task_sums,
				const struct perfcnt_window *window,
				struct perfcnt_task_late *late)
{
	unsigned int i;

	late->ran = perfcnt_window_time(window) - window->marked;
	for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS)
		late->count[i] = window->sum[i] - window->mark[i];
	memcpy(late->event, window->event, sizeof(late->event));
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
	if (window->behind)
		task_sums_find_late(task_sums, window, &window->late);
	window->was_late = window->behind;
	window->behind = false;
	perfcnt_window_mark(window);
	perfcnt_task_sums_mux_count(task_sums, window, now);
	memcpy(window->event, task_sums->event, sizeof(window->event));
}

/**
 * perfcnt_task_sums_change_here - the next events begin in the windows of this CPU
 * @counters: mask of the counters that have them
 *
 * For a driver that has looked at them here, and now lets other events count.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_task_sums_change_here(unsigned long counters)
{
	struct perfcnt_task_sums *task_sums;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(task_sums, &perfcnt_task_sums_list, list) {
		struct perfcnt_window *window = this_cpu_ptr(task_sums->window);

		if (!(task_sums->muxed & counters))
			continue;
		raw_spin_lock(&window->lock);
		perfcnt_task_sums_mux_change(task_sums, window, window->from);
		raw_spin_unlock(&window->lock);
	}
	rcu_read_unlock();
}

/**
 * perfcnt_task_sums_gone_here - this CPU goes, or loses its events otherwise
 *
 * For a driver that has looked at them here.  When the CPU comes again, nobody knows
 * which events are counted in its windows, until they change.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_task_sums_gone_here(void)
{
	struct perfcnt_task_sums *task_sums;
	unsigned int i;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(task_sums, &perfcnt_task_sums_list, list) {
		struct perfcnt_window *window = this_cpu_ptr(task_sums->window);

		if (!task_sums->muxed)
			continue;
		raw_spin_lock(&window->lock);
		if (!window->behind)
			perfcnt_window_mark(window);
		window->behind = true;
		perfcnt_task_sums_mux_count(task_sums, window, window->from);
		for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
			window->event[i] = PERFCNT_NO_EVENT;
		raw_spin_unlock(&window->lock);
	}
	rcu_read_unlock();
}

/* Leave those windows alone that were closed all the time since the last change. */
static void task_sums_find_changing(struct perfcnt_task_sums *task_sums, struct cpumask *cpus)
{
	unsigned long flags;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);

		raw_spin_lock_irqsave(&window->lock, flags);
		if (!window->open && window->phase == window->marked_phase) {
			window->behind = true;
			cpumask_clear_cpu(cpu, cpus);
		}
		raw_spin_unlock_irqrestore(&window->lock, flags);
	}
}

/**
 * perfcnt_task_sums_find_changing - on which CPUs do counters get their next events?
 * @counters: mask of the counters, which all take turns, or none of them
 * @cpus: gets these CPUs: all that have counted something since the last change, if that
 *	  is enough
 *
 * For a driver that has events for each CPU, and is about to change them.
 *
 * Context: Process context; the core's lock is held by whoever waits for this.
 */
void perfcnt_task_sums_find_changing(unsigned long counters, struct cpumask *cpus)
{
	struct perfcnt_task_sums *task_sums;

	cpumask_setall(cpus);
	rcu_read_lock();
	list_for_each_entry_rcu(task_sums, &perfcnt_task_sums_list, list)
		if (task_sums->lazy && task_sums->muxed & counters)
			task_sums_find_changing(task_sums, cpus);
	rcu_read_unlock();
}

/**
 * perfcnt_task_sums_take_late - what was late where the next events have now begun
 * @task_sums: the windows
 * @take: gets what was late of each of these CPUs; NULL: it is not wanted
 * @data: for it
 *
 * Context: Process context; the core's lock is held.
 */
void perfcnt_task_sums_take_late(struct perfcnt_task_sums *task_sums,
				 void (*take)(void *data, const struct perfcnt_task_late *late),
				 void *data)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);

		if (window->was_late && take)
			take(data, &window->late);
		window->was_late = false;
	}
}

/**
 * perfcnt_task_sums_show_late - what all windows show, and what of it is late
 * @task_sums: the windows
 * @sums: gets the sums of the counters whose events take turns; where all CPUs read the
 *	  same registers, nothing is late, and it is left as it is
 * @show: gets what is late of each CPU that is behind
 * @data: for it
 *
 * Other CPUs that count have just been asked.
 *
 * Context: Any; the core's lock is held.
 */
void perfcnt_task_sums_show_late(struct perfcnt_task_sums *task_sums, u64 *sums,
				 void (*show)(void *data, const struct perfcnt_task_late *late),
				 void *data)
{
	struct perfcnt_task_late late;
	unsigned long flags;
	unsigned int cpu, i;

	if (task_sums->pmu->reads_anywhere)
		return;
	for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS)
		sums[i] = 0;
	local_irq_save(flags);
	perfcnt_task_sums_advance_here(NULL);
	local_irq_restore(flags);
	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);
		bool behind;

		raw_spin_lock_irqsave(&window->lock, flags);
		for_each_set_bit(i, &task_sums->muxed, PERFCNT_MAX_COUNTERS)
			sums[i] += window->sum[i];
		behind = window->behind;
		if (behind)
			task_sums_find_late(task_sums, window, &late);
		raw_spin_unlock_irqrestore(&window->lock, flags);
		if (behind)
			show(data, &late);
	}
}

/**
 * perfcnt_task_sums_forget_late - from here on nothing has been late
 * @task_sums: the windows
 *
 * Context: Any; the core's lock is held.
 */
void perfcnt_task_sums_forget_late(struct perfcnt_task_sums *task_sums)
{
	unsigned long flags;
	unsigned int cpu;

	local_irq_save(flags);
	perfcnt_task_sums_advance_here(NULL);
	local_irq_restore(flags);
	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(task_sums->window, cpu);
		unsigned int phase;

		raw_spin_lock_irqsave(window->guard, flags);
		phase = window->marked_phase;
		if (window->behind)
			perfcnt_window_mark(window);
		window->marked_phase = phase;
		raw_spin_unlock_irqrestore(window->guard, flags);
	}
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
