// SPDX-License-Identifier: GPL-2.0
/* Counters that count only while a window is open; window.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/llist.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../encoding/reason.h"
#include "pmu.h"
#include "window.h"

static const struct perfcnt_pmu *pmu;

/* Changed with the core's counts held. */
LIST_HEAD(perfcnt_task_sums_list);

/**
 * perfcnt_task_sums_init - say who counts
 * @driver: the PMU, probed
 */
void perfcnt_task_sums_init(const struct perfcnt_pmu *driver)
{
	pmu = driver;
}

/**
 * perfcnt_task_sums_need_filter - does a counter without a filter count other VPEs, too?
 *
 * Those on which Linux has no CPU, too: something else may run there.
 */
bool perfcnt_task_sums_need_filter(void)
{
	return pmu->reads_anywhere && pmu->limits.vpes > 1;
}

/* On how many CPUs does a counter count? */
static unsigned int task_sums_reach(const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = 0;

	for_each_possible_cpu(cpu)
		if (pmu->counts_on(control, cpu))
			cpus++;
	return cpus;
}

/* Does a counter count what happens beside a task at the same time? */
static bool task_sums_is_shared(const struct perfcnt_control *control)
{
	return perfcnt_task_sums_need_filter() &&
	       (!perfcnt_control_mt_en(control->word) ||
		task_sums_reach(control) > 1);
}

/*
 * One window.  Whoever calls what begins with window_ holds its guard, but for
 * window_init().
 */

/* A closed window for no counters; the lock of @parent, if there is one, guards it. */
static void window_init(struct perfcnt_window *window, struct perfcnt_window *parent)
{
	raw_spin_lock_init(&window->lock);
	window->guard = parent ? &parent->lock : &window->lock;
}

/* Bring the sums up to date, if the window is open. */
static void window_advance(struct perfcnt_window *window, const u64 *now)
{
	unsigned int i;

	if (!window->open)
		return;
	for_each_set_bit(i, &window->counters, PERFCNT_MAX_COUNTERS) {
		window->sum[i] += now[i] - window->from[i];
		window->from[i] = now[i];
	}
}

/* Somebody opens the window. */
static void window_open(struct perfcnt_window *window, const u64 *now)
{
	unsigned int i;

	if (window->open++)
		return;
	WRITE_ONCE(window->phase, window->phase + 1);
	smp_wmb(); /* and then sums change; see perfcnt_task_sums_read_all() */
	for_each_set_bit(i, &window->counters, PERFCNT_MAX_COUNTERS)
		window->from[i] = now[i];
}

/* Somebody who has opened the window closes it. */
static void window_close(struct perfcnt_window *window, const u64 *now)
{
	window_advance(window, now);
	if (!--window->open)
		smp_store_release(&window->phase, window->phase + 1); /* after the sums */
}

/* From now on a window is for that counter, or it is so no more. */
static void window_change(struct perfcnt_window *window, unsigned int i, bool is_for,
			  const u64 *now)
{
	window_advance(window, now);
	window->from[i] = now[i];
	if (is_for)
		window->counters |= BIT(i);
	else
		window->counters &= ~BIT(i);
}

/* How long the window was open, up to now. */
static u64 window_time(const struct perfcnt_window *window)
{
	return window->ran +
	       (window->open ? ktime_get_mono_fast_ns() - window->since : 0);
}

/* Mark the sums, and how long the window was open. */
static void window_mark(struct perfcnt_window *window)
{
	memcpy(window->mark, window->sum, sizeof(window->mark));
	window->marked = window_time(window);
}

/* A task has opened a window. */
static void window_enter(const struct perfcnt_task_sums *task_sums,
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

/* Bring what the task in a window has counted up to date. */
static void window_count(const struct perfcnt_task_sums *task_sums,
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

/* The counters' next events begin in a window; what it shows is marked. */
static void window_next_events(const struct perfcnt_task_sums *task_sums,
			       struct perfcnt_window *window,
			       const u64 *now)
{
	window_mark(window);
	window_count(task_sums, window, now);
	memcpy(window->event, task_sums->event, sizeof(window->event));
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
	window_init(&task_sums->together, NULL);
	init_llist_head(&task_sums->opened);
	for_each_possible_cpu(cpu) {
		window_init(per_cpu_ptr(task_sums->window, cpu),
			    pmu->reads_anywhere ? &task_sums->together : NULL);
		per_cpu_ptr(task_sums->window, cpu)->cpu = cpu;
	}
	return task_sums;
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
	unsigned int cpu, cpus = task_sums_reach(control);

	task_sums->counters |= BIT(i);
	if (task_sums_is_shared(control)) {
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

/* The window for what is counted on one CPU, or on several; NULL for none. */
static struct perfcnt_window *
task_sums_window_for(struct perfcnt_task_sums *task_sums,
		     const struct perfcnt_control *control)
{
	unsigned int cpu;

	if (task_sums_is_shared(control))
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
	window_open(window, now);
	if (task_sums->any)
		window_open(&task_sums->together, now);
	else if (likely(!task_sums->muxed))
		window->alone = window->counters;
	if (unlikely(task_sums->muxed) && window->open == 1) {
		window->since = ktime_get_mono_fast_ns();
		window_enter(task_sums, window, entries, now);
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
		window_count(task_sums, window, now);
		window->entries = NULL;
	}
	if (task_sums->any)
		window_close(&task_sums->together, now);
	window_close(window, now); /* last: its phase says that all is closed */
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

static unsigned long task_sums_all_counters(void)
{
	return GENMASK(pmu->limits.counters - 1, 0);
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
		window_advance(window, now);
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

	window_advance(window, now);
	window_next_events(task_sums, window, now);
	for_each_set_bit(i, &task_sums->switched, PERFCNT_MAX_COUNTERS)
		window_change(window, i, task_sums->next[i] == window, now);
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
		window_next_events(task_sums, window, window->from);
		raw_spin_unlock_irqrestore(&window->lock, flags);
	}
	rcu_read_unlock();
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
		time += window_time(window);
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

/* What a counter has counted while a window was open, up to now. */
static __always_inline u64 sum_of(const struct perfcnt_window *window, unsigned int i,
				  u64 now)
{
	u64 sum = window->sum[i];

	/* a counter whose events take turns may have been the window's before */
	if (window->open && (window->counters & BIT(i)))
		sum += now - window->from[i];
	return sum;
}

/* All windows at one instant: every CPU reads the same registers. */
static void show_at_once(struct perfcnt_task_sums *task_sums, u64 *sums)
{
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	const struct perfcnt_window *window;
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&task_sums->together.lock, flags);
	task_sums->pmu->read_cpu(task_sums->counters, now);
	for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS) {
		sums[i] = sum_of(&task_sums->together, i, now[i]);
		llist_for_each_entry(window, task_sums->opened.first, node)
			sums[i] += sum_of(window, i, now[i]);
	}
	raw_spin_unlock_irqrestore(&task_sums->together.lock, flags);
}

/* All windows as each CPU has brought them up to date, this one now. */
static void show_each(struct perfcnt_task_sums *task_sums, u64 *sums)
{
	struct perfcnt_window *window;
	unsigned long flags;
	unsigned int i;

	for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS)
		sums[i] = 0;
	local_irq_save(flags);
	perfcnt_task_sums_advance_here(NULL);
	llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node) {
		raw_spin_lock(&window->lock);
		for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS)
			sums[i] += window->sum[i];
		raw_spin_unlock(&window->lock);
	}
	local_irq_restore(flags);
}

/**
 * perfcnt_task_sums_show - put the windows' sums in the place of the driver's
 * @counters: mask of the counters whose sums are wanted
 * @sums: the driver's, an entry a counter, as they have just been read
 *
 * Context: Process context; the core's counts is held.
 */
void perfcnt_task_sums_show(unsigned long counters, u64 *sums)
{
	struct perfcnt_task_sums *task_sums;

	list_for_each_entry(task_sums, &perfcnt_task_sums_list, list) {
		if (!(task_sums->counters & counters))
			continue;
		if (task_sums->pmu->reads_anywhere)
			show_at_once(task_sums, sums);
		else
			show_each(task_sums, sums);
	}
}

/* Are all windows closed but this CPU's?  Adds up how often they were opened and closed. */
static bool others_closed(const struct perfcnt_task_sums *task_sums,
			  const struct perfcnt_window *here, unsigned int *phases)
{
	const struct perfcnt_window *window;

	*phases = 0;
	llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node) {
		unsigned int phase;

		if (window == here)
			continue;
		phase = smp_load_acquire(&window->phase); /* before the sums */
		if (phase & 1 || READ_ONCE(window->lost))
			return false;
		*phases += phase;
	}
	return true;
}

/**
 * perfcnt_task_sums_read_all - as perfcnt_task_sums_read_fast(), if other windows have been open
 * @task_sums: the windows
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * What the others have does not change as long as they are closed; that none was opened
 * meanwhile is seen by their phases.  Where every CPU reads the same registers, turns
 * change the windows of all CPUs: then a lock is needed.
 *
 * Context: As perfcnt_task_sums_read_fast().
 * Return: as perfcnt_task_sums_read_fast().
 */
bool notrace perfcnt_task_sums_read_all(const struct perfcnt_task_sums *task_sums,
					unsigned long counters, u64 *sums)
{
	const struct perfcnt_window *window, *here = this_cpu_ptr(task_sums->window);
	unsigned int i, phases, again;

	if (counters & ~task_sums->counters ||
	    (task_sums->muxed && task_sums->pmu->reads_anywhere) ||
	    !others_closed(task_sums, here, &phases) ||
	    !task_sums->read_fast(counters, sums))
		return false;
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS) {
		u64 now = sums[i];

		sums[i] = sum_of(here, i, now);
		if (task_sums->any) /* data_race: the phases tell */
			sums[i] += data_race(sum_of(&task_sums->together, i, now));
	}
	llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node) {
		if (window == here)
			continue;
		for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
			sums[i] += data_race(window->sum[i]); /* likewise */
	}
	smp_rmb(); /* all sums come before the second look at the phases */
	return others_closed(task_sums, here, &again) && again == phases;
}

/**
 * perfcnt_task_sums_find_open - on which CPUs do tasks run that counters follow?
 * @counters: mask of the counters
 * @cpus: gets these CPUs, and those where a counter is lost
 *
 * Context: Process context; no windows are added or removed meanwhile.
 */
void perfcnt_task_sums_find_open(unsigned long counters, struct cpumask *cpus)
{
	const struct perfcnt_task_sums *task_sums;
	const struct perfcnt_window *window;

	cpumask_clear(cpus);
	list_for_each_entry(task_sums, &perfcnt_task_sums_list, list) {
		if (!(task_sums->counters & counters))
			continue;
		llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node)
			if (READ_ONCE(window->phase) & 1 || READ_ONCE(window->lost))
				cpumask_set_cpu(window->cpu, cpus);
	}
}
