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
LIST_HEAD(perfcnt_windows_list);

/**
 * perfcnt_windows_init - say who counts
 * @driver: the PMU, probed
 */
void perfcnt_windows_init(const struct perfcnt_pmu *driver)
{
	pmu = driver;
}

/**
 * perfcnt_windows_need_filter - does a counter without a filter count other VPEs, too?
 *
 * Those on which Linux has no CPU, too: something else may run there.
 */
bool perfcnt_windows_need_filter(void)
{
	return pmu->reads_anywhere && pmu->limits.vpes > 1;
}

/* On how many CPUs does a counter count? */
static unsigned int windows_reach(const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = 0;

	for_each_possible_cpu(cpu)
		if (pmu->counts_on(control, cpu))
			cpus++;
	return cpus;
}

/*
 * Does a counter count on a CPU, or may it once that has come?  Of which core a CPU is, is not
 * known before.  Where a counter has no event it counts nothing, which can be read.
 */
static bool windows_may_reach(const struct perfcnt_control *control, unsigned int cpu)
{
	return pmu->counts_on(control, cpu) ||
	       (!pmu->reads_anywhere &&
		perfcnt_control_mt_en(control->word) == PERFCNT_MT_EN_VPE);
}

/* Does a counter count what happens beside a task at the same time? */
static bool windows_is_shared(const struct perfcnt_control *control)
{
	return perfcnt_windows_need_filter() &&
	       (!perfcnt_control_mt_en(control->word) ||
		windows_reach(control) > 1);
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

/* What a counter counts went back: what its windows show is not known. */
static void window_note_back(struct perfcnt_windows *windows, struct perfcnt_window *window,
			     unsigned int i)
{
	set_bit(i, &windows->back);
	window->alone = 0;
}

/* Has a counter whose window it is gone back since it was brought up to date? */
static bool window_is_back(const struct perfcnt_window *window, unsigned int i, u64 now)
{
	return window->open && window->counters & BIT(i) && (s64)(now - window->from[i]) < 0;
}

/* Bring the sums up to date, if the window is open. */
static void window_advance(struct perfcnt_windows *windows, struct perfcnt_window *window,
			   const u64 *now)
{
	unsigned int i;

	if (!window->open)
		return;
	for_each_set_bit(i, &window->counters, PERFCNT_MAX_COUNTERS) {
		u64 counted = now[i] - window->from[i];

		if (unlikely((s64)counted < 0))
			window_note_back(windows, window, i);
		window->sum[i] += counted;
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
	smp_wmb(); /* and then sums change; see perfcnt_windows_read_all() */
	for_each_set_bit(i, &window->counters, PERFCNT_MAX_COUNTERS)
		window->from[i] = now[i];
}

/* Somebody who has opened the window closes it. */
static void window_close(struct perfcnt_windows *windows, struct perfcnt_window *window,
			 const u64 *now)
{
	window_advance(windows, window, now);
	if (!--window->open)
		smp_store_release(&window->phase, window->phase + 1); /* after the sums */
}

/* From now on a window is for that counter, or it is so no more. */
static void window_change(struct perfcnt_windows *windows, struct perfcnt_window *window,
			  unsigned int i, bool is_for, const u64 *now)
{
	window_advance(windows, window, now);
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
static void window_enter(const struct perfcnt_windows *windows,
			 struct perfcnt_window *window,
			 struct perfcnt_task_counts *entries, const u64 *now)
{
	unsigned int i;

	window->entries = entries;
	if (!entries)
		return;
	entries->since = window->since;
	for_each_set_bit(i, &windows->multiplexed, PERFCNT_MAX_COUNTERS)
		entries->from[i] = now[i];
}

/* Bring what the task in a window has counted up to date. */
static void window_count(const struct perfcnt_windows *windows,
			 struct perfcnt_window *window,
			 const u64 *now)
{
	unsigned long here = window->counters | windows->together.counters;
	struct perfcnt_task_counts *entries = window->entries;
	unsigned int i;
	u64 time;

	if (!entries)
		return;
	time = ktime_get_mono_fast_ns();
	for_each_set_bit(i, &windows->multiplexed, PERFCNT_MAX_COUNTERS) {
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
static void window_next_events(const struct perfcnt_windows *windows,
			       struct perfcnt_window *window,
			       const u64 *now)
{
	window_mark(window);
	window_count(windows, window, now);
	memcpy(window->event, windows->event, sizeof(window->event));
}

/**
 * perfcnt_windows_new - windows for no counters yet, all closed
 *
 * Context: Process context, may sleep.
 * Return: the windows, or NULL.
 */
struct perfcnt_windows *perfcnt_windows_new(void)
{
	struct perfcnt_windows *windows = kzalloc(sizeof(*windows),
						  GFP_KERNEL_ACCOUNT);
	unsigned int cpu;

	if (!windows)
		return NULL;
	windows->window = alloc_percpu_gfp(struct perfcnt_window, GFP_KERNEL_ACCOUNT);
	if (!windows->window) {
		kfree(windows);
		return NULL;
	}
	windows->pmu = pmu;
	windows->read_fast = pmu->reads_anywhere ? pmu->read_fast : pmu->read_cpu;
	window_init(&windows->together, NULL);
	init_llist_head(&windows->opened);
	for_each_possible_cpu(cpu) {
		window_init(per_cpu_ptr(windows->window, cpu),
			    pmu->reads_anywhere ? &windows->together : NULL);
		per_cpu_ptr(windows->window, cpu)->cpu = cpu;
	}
	return windows;
}

/**
 * perfcnt_windows_take - windows are for this counter, too
 * @windows: the windows, which are not in the list
 * @i: the counter
 * @control: what it counts
 *
 * Return: on how many CPUs it counts.
 */
unsigned int perfcnt_windows_take(struct perfcnt_windows *windows, unsigned int i,
				  const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = windows_reach(control);

	windows->counters |= BIT(i);
	if (windows_is_shared(control)) {
		windows->shared |= BIT(i);
		windows->any = true;
		windows->together.counters |= BIT(i);
		return cpus;
	}
	for_each_possible_cpu(cpu)
		if (windows_may_reach(control, cpu))
			per_cpu_ptr(windows->window, cpu)->counters |= BIT(i);
	return cpus;
}

/**
 * perfcnt_windows_next_slice - which event each counter has when the driver changes them next
 * @windows: the windows
 * @slice: that, or NULL: none has one
 *
 * Context: The core's lock is held, or nobody knows the windows yet.
 */
void perfcnt_windows_next_slice(struct perfcnt_windows *windows,
				const struct perfcnt_multiplex_slice *slice)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		windows->event[i] = slice ? slice->event[i] : PERFCNT_NO_EVENT;
}

/* No counter has an event yet. */
static void windows_begin(struct perfcnt_windows *windows)
{
	unsigned int cpu;

	perfcnt_windows_next_slice(windows, NULL);
	for_each_possible_cpu(cpu)
		memcpy(per_cpu_ptr(windows->window, cpu)->event, windows->event,
		       sizeof(windows->event));
}

/**
 * perfcnt_windows_take_multiplexer - windows are for counters whose events take turns, too
 * @windows: the windows, which are not in the list
 * @counters: mask of the counters
 * @events: how many events take turns on them
 */
void perfcnt_windows_take_multiplexer(struct perfcnt_windows *windows, unsigned long counters,
				      unsigned int events)
{
	unsigned int cpu;

	windows->counters |= counters;
	windows->multiplexed |= counters;
	windows->events = events;
	windows_begin(windows);
	if (perfcnt_windows_need_filter()) {
		windows->any = true; /* perfcnt_windows_next() says which window */
		return;
	}
	for_each_possible_cpu(cpu)
		per_cpu_ptr(windows->window, cpu)->counters |= counters;
}

/* The window for what is counted on one CPU, or on several; NULL for none. */
static struct perfcnt_window *
windows_window_for(struct perfcnt_windows *windows,
		   const struct perfcnt_control *control)
{
	unsigned int cpu;

	if (windows_is_shared(control))
		return &windows->together;
	for_each_possible_cpu(cpu)
		if (windows->pmu->counts_on(control, cpu))
			return per_cpu_ptr(windows->window, cpu);
	return NULL;
}

/**
 * perfcnt_windows_next - a counter counts another event when the driver changes it next
 * @windows: the windows
 * @i: the counter, one of those that take turns
 * @control: what it will count
 *
 * Context: Any.
 */
void perfcnt_windows_next(struct perfcnt_windows *windows, unsigned int i,
			  const struct perfcnt_control *control)
{
	unsigned long flags;

	if (!perfcnt_windows_need_filter())
		return; /* every window is for it */
	raw_spin_lock_irqsave(&windows->together.lock, flags);
	windows->next[i] = windows_window_for(windows, control);
	windows->switched |= BIT(i);
	raw_spin_unlock_irqrestore(&windows->together.lock, flags);
}

/**
 * perfcnt_windows_add - show these windows from now on
 * @windows: the windows
 *
 * Context: The core's counts is held.
 */
void perfcnt_windows_add(struct perfcnt_windows *windows)
{
	list_add_rcu(&windows->list, &perfcnt_windows_list);
}

/**
 * perfcnt_windows_remove - undo perfcnt_windows_add()
 * @windows: the windows; synchronize_rcu() comes before they are freed
 *
 * Context: The core's counts is held.
 */
void perfcnt_windows_remove(struct perfcnt_windows *windows)
{
	list_del_rcu(&windows->list);
}

/**
 * perfcnt_windows_free - free windows
 * @windows: the windows, which no counter has, and nobody opens any more; or NULL
 *
 * Context: Process context, may sleep.
 */
void perfcnt_windows_free(struct perfcnt_windows *windows)
{
	if (!windows)
		return;
	free_percpu(windows->window);
	kfree(windows);
}

/* What does not count by itself is no thread's own. */
static unsigned long windows_own(const struct perfcnt_windows *windows,
				 const struct perfcnt_window *window)
{
	return (window->counters | windows->shared) & ~windows->multiplexed;
}

/*
 * The sums at this instant, for a window of this CPU; that a counter is lost is noted, and
 * false.
 */
static bool windows_read_here(const struct perfcnt_windows *windows,
			      struct perfcnt_window *window, u64 *now)
{
	if (likely(pmu->read_cpu(windows->counters, now)))
		return true;
	WRITE_ONCE(window->lost, true);
	return false;
}

/**
 * perfcnt_windows_sched_in - a task that is followed begins to run on this CPU
 * @windows: the windows
 * @now: gets the sums at this instant, for what counts by itself
 * @entries: what the task counts of events that take turns is added there; or NULL
 *
 * Context: Any, interrupts are off; may be called under the scheduler's locks.
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_windows_sched_in(struct perfcnt_windows *windows, u64 *now,
				       struct perfcnt_task_counts *entries)
{
	struct perfcnt_window *window = this_cpu_ptr(windows->window);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(window->guard);
	if (unlikely(!window->known))
		llist_add(&window->node, &windows->opened);
	window->known = true;
	windows_read_here(windows, window, now);
	window_open(window, now);
	if (windows->any)
		window_open(&windows->together, now);
	else if (likely(!windows->multiplexed))
		window->alone = window->counters & ~windows->back;
	if (unlikely(windows->multiplexed) && window->open == 1) {
		window->since = ktime_get_mono_fast_ns();
		window_enter(windows, window, entries, now);
	}
	raw_spin_unlock(window->guard);
	return windows_own(windows, window);
}

/**
 * perfcnt_windows_sched_out - a task that is followed stops running on this CPU
 * @windows: the windows
 * @now: as in perfcnt_windows_sched_in()
 *
 * Context: As perfcnt_windows_sched_in().
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_windows_sched_out(struct perfcnt_windows *windows, u64 *now)
{
	struct perfcnt_window *window = this_cpu_ptr(windows->window);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(window->guard);
	windows_read_here(windows, window, now);
	if (window->open == 1)
		window->alone = 0;
	if (unlikely(windows->multiplexed) && window->open == 1) {
		window->ran += ktime_get_mono_fast_ns() - window->since;
		window_count(windows, window, now);
		window->entries = NULL;
	}
	if (windows->any)
		window_close(windows, &windows->together, now);
	window_close(windows, window, now); /* last: its phase says that all is closed */
	raw_spin_unlock(window->guard);
	return windows_own(windows, window);
}

/**
 * perfcnt_windows_is_lost_here - has a counter been lost where a task has run?
 * @windows: the windows
 *
 * Whether it counts again makes no difference.
 *
 * Context: This CPU stays the same; after perfcnt_windows_sched_out() of the task.
 */
bool perfcnt_windows_is_lost_here(const struct perfcnt_windows *windows)
{
	return READ_ONCE(windows->lost) || READ_ONCE(windows->back) ||
	       READ_ONCE(this_cpu_ptr(windows->window)->lost);
}

/**
 * perfcnt_windows_is_open - does a task that is followed run where a counter counts?
 * @windows: the windows
 * @i: one of their counters
 *
 * Context: As perfcnt_windows_is_open_here().
 */
bool perfcnt_windows_is_open(const struct perfcnt_windows *windows, unsigned int i)
{
	return windows->shared & BIT(i) ? READ_ONCE(windows->together.open) :
					perfcnt_windows_is_open_here(windows);
}

/**
 * perfcnt_windows_advance_here - bring all windows of this CPU up to date
 * @now: all sums of this CPU at this instant
 * @lost: mask of the counters that are lost here
 *
 * A driver that asks CPUs for their sums gives what it has read itself.  Events that are
 * exchanged go on from there, so what a second reading has more would be in the window of
 * the next event.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_windows_advance_here(const u64 *now, unsigned long lost)
{
	struct perfcnt_windows *windows;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(windows, &perfcnt_windows_list, list) {
		struct perfcnt_window *window = this_cpu_ptr(windows->window);

		if (!window->open) /* nobody else opens it */
			continue;
		if (unlikely(lost & window->counters))
			WRITE_ONCE(window->lost, true);
		raw_spin_lock(&window->lock);
		window_advance(windows, window, now);
		raw_spin_unlock(&window->lock);
	}
	rcu_read_unlock();
}

/* The window shows what it has; from here on it is for the counters' next events. */
static void windows_switch_window(struct perfcnt_windows *windows,
				  struct perfcnt_window *window,
				  const u64 *now)
{
	unsigned int i;

	window_advance(windows, window, now);
	window_next_events(windows, window, now);
	for_each_set_bit(i, &windows->switched, PERFCNT_MAX_COUNTERS)
		window_change(windows, window, i, windows->next[i] == window, now);
}

/**
 * perfcnt_windows_switch - mark what the windows show, and let others be for counters
 * @now: all sums at this instant
 *
 * For a driver whose CPUs read the same registers, while the counters that change stand
 * still.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_windows_switch(const u64 *now)
{
	struct perfcnt_windows *windows;
	unsigned int cpu;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(windows, &perfcnt_windows_list, list) {
		if (!windows->multiplexed)
			continue;
		raw_spin_lock(&windows->together.lock);
		for_each_possible_cpu(cpu)
			windows_switch_window(windows,
					      per_cpu_ptr(windows->window, cpu), now);
		windows_switch_window(windows, &windows->together, now);
		windows->switched = 0;
		raw_spin_unlock(&windows->together.lock);
	}
	rcu_read_unlock();
}

/**
 * perfcnt_windows_change - the next events begin in the windows of a CPU
 * @counters: mask of the counters that have them
 * @cpu: the CPU: this one, or one that has no events of the counters
 *
 * For a driver that has events for each CPU.  It has looked at those that are there, and
 * now lets others count.  A CPU that is offline comes with the events that the others have.
 *
 * Context: Any.
 */
void perfcnt_windows_change(unsigned long counters, unsigned int cpu)
{
	struct perfcnt_windows *windows;
	unsigned long flags;

	rcu_read_lock();
	list_for_each_entry_rcu(windows, &perfcnt_windows_list, list) {
		struct perfcnt_window *window = per_cpu_ptr(windows->window, cpu);

		if (!(windows->multiplexed & counters))
			continue;
		raw_spin_lock_irqsave(&window->lock, flags);
		window_next_events(windows, window, window->from);
		raw_spin_unlock_irqrestore(&window->lock, flags);
	}
	rcu_read_unlock();
}

/**
 * perfcnt_windows_time - how long windows were open, all CPUs added up
 * @windows: the windows of counters whose events take turns
 *
 * Context: Any.
 * Return: that, in nanoseconds.
 */
u64 perfcnt_windows_time(struct perfcnt_windows *windows)
{
	unsigned long flags;
	unsigned int cpu;
	u64 time = 0;

	for_each_possible_cpu(cpu) {
		struct perfcnt_window *window = per_cpu_ptr(windows->window, cpu);

		raw_spin_lock_irqsave(window->guard, flags);
		time += window_time(window);
		raw_spin_unlock_irqrestore(window->guard, flags);
	}
	return time;
}

/**
 * perfcnt_windows_marked - what was marked, all CPUs added up
 * @windows: the windows
 * @sums: gets the sums of the counters whose events take turns
 *
 * Context: Any.
 * Return: how long they had been open, in nanoseconds.
 */
u64 perfcnt_windows_marked(struct perfcnt_windows *windows, u64 *sums)
{
	unsigned int cpu, i;
	u64 time = 0;

	for_each_set_bit(i, &windows->multiplexed, PERFCNT_MAX_COUNTERS)
		sums[i] = windows->together.mark[i];
	for_each_possible_cpu(cpu) {
		const struct perfcnt_window *window = per_cpu_ptr(windows->window, cpu);

		for_each_set_bit(i, &windows->multiplexed, PERFCNT_MAX_COUNTERS)
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

/* All windows at one instant: every CPU reads the same registers.  False if they are lost. */
static bool show_at_once(struct perfcnt_windows *windows, u64 *sums)
{
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	struct perfcnt_window *window;
	unsigned long flags;
	unsigned int i;
	bool good;

	raw_spin_lock_irqsave(&windows->together.lock, flags);
	good = windows->pmu->read_cpu(windows->counters, now);
	for_each_set_bit(i, &windows->counters, PERFCNT_MAX_COUNTERS) {
		sums[i] = sum_of(&windows->together, i, now[i]);
		if (unlikely(good && window_is_back(&windows->together, i, now[i])))
			window_note_back(windows, &windows->together, i);
		llist_for_each_entry(window, windows->opened.first, node) {
			sums[i] += sum_of(window, i, now[i]);
			if (unlikely(good && window_is_back(window, i, now[i])))
				window_note_back(windows, window, i);
		}
	}
	raw_spin_unlock_irqrestore(&windows->together.lock, flags);
	return good;
}

/* Bring the window of this CPU up to date; false if a counter is lost. */
static bool windows_advance_one(struct perfcnt_windows *windows)
{
	struct perfcnt_window *window = this_cpu_ptr(windows->window);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	bool good;

	if (!window->open) /* nobody else opens it */
		return true;
	good = windows_read_here(windows, window, now);
	raw_spin_lock(&window->lock);
	window_advance(windows, window, now);
	raw_spin_unlock(&window->lock);
	return good;
}

/*
 * All windows as each CPU has brought them up to date, this one now.  False if a counter is
 * lost here.
 */
static bool show_each(struct perfcnt_windows *windows, u64 *sums)
{
	struct perfcnt_window *window;
	unsigned long flags;
	unsigned int i;
	bool good;

	for_each_set_bit(i, &windows->counters, PERFCNT_MAX_COUNTERS)
		sums[i] = 0;
	local_irq_save(flags);
	good = windows_advance_one(windows);
	llist_for_each_entry(window, READ_ONCE(windows->opened.first), node) {
		raw_spin_lock(&window->lock);
		for_each_set_bit(i, &windows->counters, PERFCNT_MAX_COUNTERS)
			sums[i] += window->sum[i];
		raw_spin_unlock(&window->lock);
	}
	local_irq_restore(flags);
	return good;
}

/**
 * perfcnt_windows_show - put the windows' sums in the place of the driver's
 * @counters: mask of the counters whose sums are wanted
 * @sums: the driver's, an entry a counter, as they have just been read
 * @lost: gets a mask of counters of which one was lost when they were read
 *
 * What is shown of those that are lost, or whose sums went back, is not right.
 *
 * Context: Process context; the core's counts is held.
 * Return: mask of counters whose sums went back.
 */
unsigned long perfcnt_windows_show(unsigned long counters, u64 *sums, unsigned long *lost)
{
	struct perfcnt_windows *windows;
	unsigned long back = 0;

	*lost = 0;
	list_for_each_entry(windows, &perfcnt_windows_list, list) {
		if (!(windows->counters & counters))
			continue;
		if (unlikely(!(windows->pmu->reads_anywhere ? show_at_once(windows, sums) :
							      show_each(windows, sums))))
			*lost |= windows->counters;
		back |= READ_ONCE(windows->back);
	}
	return back;
}

/* Are all windows closed but this CPU's?  Adds up how often they were opened and closed. */
static bool others_closed(const struct perfcnt_windows *windows,
			  const struct perfcnt_window *here, unsigned int *phases)
{
	const struct perfcnt_window *window;

	*phases = 0;
	llist_for_each_entry(window, READ_ONCE(windows->opened.first), node) {
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
 * perfcnt_windows_read_all - as perfcnt_windows_read_fast(), if other windows have been open
 * @windows: the windows
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * What the others have does not change as long as they are closed; that none was opened
 * meanwhile is seen by their phases.  Where every CPU reads the same registers, turns
 * change the windows of all CPUs: then a lock is needed.
 *
 * Context: As perfcnt_windows_read_fast().
 * Return: as perfcnt_windows_read_fast().
 */
bool notrace perfcnt_windows_read_all(const struct perfcnt_windows *windows,
				      unsigned long counters, u64 *sums)
{
	const struct perfcnt_window *window, *here = this_cpu_ptr(windows->window);
	unsigned int i, phases, again;

	if (counters & ~windows->counters || counters & READ_ONCE(windows->back) ||
	    (windows->multiplexed && windows->pmu->reads_anywhere) ||
	    !others_closed(windows, here, &phases) ||
	    !windows->read_fast(counters, sums))
		return false;
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS) {
		u64 now = sums[i];

		sums[i] = sum_of(here, i, now);
		if (windows->any) /* data_race: the phases tell */
			sums[i] += data_race(sum_of(&windows->together, i, now));
	}
	llist_for_each_entry(window, READ_ONCE(windows->opened.first), node) {
		if (window == here)
			continue;
		for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
			sums[i] += data_race(window->sum[i]); /* likewise */
	}
	smp_rmb(); /* all sums come before the second look at the phases */
	return others_closed(windows, here, &again) && again == phases;
}

/**
 * perfcnt_windows_find_open - on which CPUs do tasks run that counters follow?
 * @counters: mask of the counters
 * @cpus: gets these CPUs, and those where a counter is lost
 *
 * Context: Process context; no windows are added or removed meanwhile.
 */
void perfcnt_windows_find_open(unsigned long counters, struct cpumask *cpus)
{
	const struct perfcnt_windows *windows;
	const struct perfcnt_window *window;

	cpumask_clear(cpus);
	list_for_each_entry(windows, &perfcnt_windows_list, list) {
		if (!(windows->counters & counters))
			continue;
		llist_for_each_entry(window, READ_ONCE(windows->opened.first), node)
			if (READ_ONCE(window->phase) & 1 || READ_ONCE(window->lost))
				cpumask_set_cpu(window->cpu, cpus);
	}
}
