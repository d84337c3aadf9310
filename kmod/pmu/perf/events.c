// SPDX-License-Identifier: GPL-2.0
/*
 * The events that counters go on with: making them, making room for them, and putting away
 * what is left.  cpus.h has the idea.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../../core/counters.h"
#include "cpu_event.h"
#include "cpus.h"
#include "errors.h"
#include "events.h"

static struct perf_event **standby_of(unsigned int cpu, unsigned int counter)
{
	return &per_cpu_ptr(&perfcnt_cpu_events, cpu)->counter[counter].standby;
}

static struct perf_event *event_of(unsigned int cpu, unsigned int counter)
{
	return per_cpu_ptr(&perfcnt_cpu_events, cpu)->counter[counter].event;
}

/**
 * perfcnt_events_free_standby - free what was made and is not going to count
 * @mask: the counters whose it is
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_free_standby(unsigned long mask)
{
	unsigned int cpu, i;

	lockdep_assert_held(&counting->setup);
	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &mask, counting->counters) {
			struct perf_event **standby = standby_of(cpu, i);

			if (*standby)
				perf_event_release_kernel(*standby);
			*standby = NULL;
		}
	}
}

/**
 * perfcnt_events_free_offline - free software events of CPUs that have gone
 *
 * Whoever makes software events does this after it has asked for the
 * generation, so that no event is freed twice.
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_free_offline(void)
{
	struct perfcnt_cpu_events *there;
	struct perf_event *offline;
	unsigned int cpu, i;

	lockdep_assert_held(&counting->setup);
	for_each_possible_cpu(cpu) {
		there = per_cpu_ptr(&perfcnt_cpu_events, cpu);
		for (i = 0; i < counting->counters; i++) {
			/* whoever puts one there comes here later */
			if (!data_race(there->counter[i].offline))
				continue;
			mutex_lock(&counting->lock);
			offline = there->counter[i].offline;
			there->counter[i].offline = NULL;
			mutex_unlock(&counting->lock);
			if (offline)
				perf_event_release_kernel(offline);
		}
	}
}

/**
 * struct making - events that a CPU's counters lack
 * @counters: mask of the counters
 * @rejected: the first of them whose event perf has rejected, if @err is not 0
 * @err: what perf says of it
 */
struct making {
	unsigned long counters;
	unsigned int rejected;
	int err;
};

static DEFINE_PER_CPU(struct making, makings);

static void make_for(unsigned int cpu, void *unused)
{
	struct making *making = per_cpu_ptr(&makings, cpu);
	struct perf_event *event;
	unsigned int i;

	for_each_set_bit(i, &making->counters, counting->counters) {
		const struct perf_event_attr *attr = &counting->next[i].attr;

		event = perfcnt_cpu_event_create(attr, cpu);
		if (IS_ERR(event)) {
			making->rejected = i;
			making->err = PTR_ERR(event);
			return;
		}
		*standby_of(cpu, i) = event;
	}
}

/*
 * Have each CPU make what it lacks.  Of pinned events that the PMU has no space for, perf lets
 * the older ones count, also if one was disabled meanwhile.  So none that was made before is
 * enabled again: it could be older than another's, which would lose its counter for good.
 */
static void make_all(const struct perfcnt_events_change *change)
{
	static struct cpumask counted; /* setup guards it */
	unsigned int cpu, i;

	cpumask_clear(&counting->called);
	for_each_cpu(cpu, &counting->there)
		memset(per_cpu_ptr(&makings, cpu), 0, sizeof(struct making));
	for_each_set_bit(i, &change->active, counting->counters) {
		perfcnt_cpus_find_counted(&counting->next[i], &counted);
		for_each_cpu_and(cpu, &counted, &counting->there) {
			per_cpu_ptr(&makings, cpu)->counters |= BIT(i);
			cpumask_set_cpu(cpu, &counting->called);
		}
	}
	perfcnt_cpus_call_for(&counting->called, make_for, NULL);
}

/* The first rejected event, by its counter, and what perf does not ask of the kernel. */
static int refuse(const struct perfcnt_events_change *change, struct perfcnt_reason *reason)
{
	unsigned int cpu, i;

	for_each_set_bit(i, &change->active, counting->counters) {
		for_each_cpu(cpu, &counting->called) {
			const struct making *making = per_cpu_ptr(&makings, cpu);
			struct perf_event *event = *standby_of(cpu, i);

			if (making->err && making->rejected == i)
				return perfcnt_errors_event(i, cpu, making->err, reason);
			if (event && is_sampling_event(event) &&
			    !perfcnt_cpu_event_interrupts(event))
				return perfcnt_errors_samples(i, cpu, reason);
		}
	}
	return 0;
}

/**
 * perfcnt_events_prepare - have an event for each counter that changes, on each of its CPUs
 * @change: which counters, and for which CPUs; the rest is found here
 * @reason: why not, if not
 *
 * Context: Process context, may sleep; setup is held.
 * Return: 0; or as perfcnt_errors_event().  perfcnt_events_put_away() is due in any case.
 */
int perfcnt_events_prepare(struct perfcnt_events_change *change, struct perfcnt_reason *reason)
{
	unsigned int i;

	lockdep_assert_held(&counting->setup);
	perfcnt_events_put_away_left();
	change->active = 0;
	for_each_set_bit(i, &change->counters, counting->counters)
		if (counting->next[i].control.word & PERFCNT_CTL_MODES)
			change->active |= BIT(i);
	make_all(change);
	return refuse(change, reason);
}

/**
 * struct counts_look - a look at an event from its CPU
 * @event: the event
 * @counts: it has a counter
 */
struct counts_look {
	const struct perf_event *event;
	bool counts;
};

static void counts_look_here(void *data)
{
	struct counts_look *look = data;

	look->counts = look->event->state == PERF_EVENT_STATE_ACTIVE;
}

/**
 * perfcnt_events_counts - has the event a counter of the PMU?
 * @event: an event of a CPU; one that is pinned has a counter always or never
 *
 * Perf takes all events of a CPU off the PMU and puts them back whenever tasks of two
 * cgroups switch, another pinned event comes, or a guest has the PMU.  All of that is with
 * interrupts off on that CPU, so only there an inactive event is known to have no counter.
 *
 * Context: Process context, interrupts are on.
 */
bool perfcnt_events_counts(const struct perf_event *event)
{
	struct counts_look look = { .event = event };

	switch (READ_ONCE(event->state)) {
	case PERF_EVENT_STATE_ACTIVE:
		return true;
	case PERF_EVENT_STATE_INACTIVE:
		smp_call_function_single(event->cpu, counts_look_here, &look, true);
		return look.counts;
	default: /* disabled; a pinned event that found no counter stays in error */
		return false;
	}
}

/* A counter whose next event a CPU's PMU has no space for, or -1. */
static int not_counting(const struct perfcnt_events_change *change, unsigned int *where)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		*where = cpu;
		for_each_set_bit(i, &change->counters, counting->counters) {
			struct perf_event *next = *standby_of(cpu, i);

			if (next && !perfcnt_events_counts(next))
				return i;
		}
	}
	return -1;
}

/* The event that counts on a CPU until the change, if it may stop to make room; or NULL. */
static struct perf_event *may_stop(const struct perfcnt_events_change *change, unsigned int cpu,
				   unsigned int counter)
{
	const struct perfcnt_control *control = &counting->next[counter].control;
	struct perf_event *old = event_of(cpu, counter);

	if (!(change->counters & BIT(counter)) || (!control->stopped && !control->renewed))
		return NULL;
	return old && perfcnt_events_counts(old) ? old : NULL;
}

/*
 * Are there as many events that may stop as there are that have no space?  A counter of
 * which the next event has none if not, on that CPU; or -1.
 */
static int too_many(const struct perfcnt_events_change *change, unsigned int *where)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		int without = 0, counter = -1;

		*where = cpu;
		for_each_set_bit(i, &change->counters, counting->counters) {
			struct perf_event *next = *standby_of(cpu, i);

			if (next && !perfcnt_events_counts(next)) {
				without++;
				counter = i;
			}
		}
		for_each_set_bit(i, &change->counters, counting->counters)
			if (without > 0 && may_stop(change, cpu, i))
				without--;
		if (without > 0)
			return counter;
	}
	return -1;
}

/* Stop an old event of a CPU: that of this counter, or of another one that changes. */
static bool stop_old(struct perfcnt_events_change *change, unsigned int cpu,
		     unsigned int counter)
{
	struct perf_event *old = may_stop(change, cpu, counter);
	unsigned int i = counter;

	if (!old)
		for_each_set_bit(i, &change->counters, counting->counters) {
			old = may_stop(change, cpu, i);
			if (old)
				break;
		}
	if (!old)
		return false;
	perf_event_disable(old);
	change->gaps |= BIT(i);
	return true;
}

/* Stop old events until all the others count; a counter whose next one does not, or -1. */
static int stop_enough(struct perfcnt_events_change *change, unsigned int *where)
{
	int counter;

	for (;;) {
		counter = not_counting(change, where);
		if (counter < 0 || !stop_old(change, *where, counter))
			return counter;
		perf_event_enable(*standby_of(*where, counter));
	}
}

/* Stop what is standby, and let what is old count again; what it has not counted is lost. */
static void go_back(const struct perfcnt_events_change *change)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &change->counters, counting->counters) {
			struct perf_event *standby = *standby_of(cpu, i);

			if (standby)
				perf_event_disable(standby);
		}
	}
	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &change->counters, counting->counters) {
			struct perf_event *old = event_of(cpu, i);

			if (old)
				perf_event_enable(old);
		}
	}
	for_each_set_bit(i, &change->gaps, counting->counters)
		if (!counting->next[i].control.stopped)
			perfcnt_cpus_set_missing(i,
						 "counter %u: stood still while its PMU was tried for events that have no space together",
						 i);
}

/* Counters that were stopped when the change was asked for can have been started since. */
static void see_started(const struct perfcnt_events_change *change)
{
	unsigned long stopped = perfcnt_counters_stopped(change->counters);
	unsigned int i;

	for_each_set_bit(i, &change->counters, counting->counters)
		counting->next[i].control.stopped &= !!(stopped & BIT(i));
}

/**
 * perfcnt_events_make_room - let the events count that perfcnt_events_prepare() has
 * @change: of which counters; after perfcnt_events_prepare()
 * @reason: why not, if not
 *
 * The PMU may have no space for the old events and the standby ones together.  What an old
 * one would have counted from here to the moment of the change is lost, so only those stop
 * of which nobody wants that, no more of them than have to, and none before it is known that
 * they are enough.  Some events can have some counters only, which is known of them when
 * they have been tried.
 *
 * Context: Process context, may sleep; setup and lock are held, and the core's asked: nobody has
 * sums, or can have them, so that no counter is started meanwhile.
 * Return: 0; or -EBUSY, and the old ones count.
 */
int perfcnt_events_make_room(struct perfcnt_events_change *change, struct perfcnt_reason *reason)
{
	unsigned int cpu;
	int counter;

	lockdep_assert_held(&counting->lock);
	change->gaps = 0;
	if (not_counting(change, &cpu) < 0)
		return 0;
	see_started(change);
	counter = too_many(change, &cpu);
	if (counter < 0)
		counter = stop_enough(change, &cpu);
	if (counter < 0)
		return 0;
	go_back(change);
	if (change->counters & BIT(counter) && !counting->next[counter].control.stopped &&
	    event_of(cpu, counter))
		return perfcnt_errors_beside(counter, cpu, reason);
	return perfcnt_errors_event(counter, cpu, -EBUSY, reason);
}

static void put_away_for(unsigned int cpu, void *data)
{
	const unsigned long *counters = data;
	unsigned int i;

	for_each_set_bit(i, counters, counting->counters) {
		struct perf_event **standby = standby_of(cpu, i);

		if (*standby)
			perf_event_release_kernel(*standby);
		*standby = NULL;
	}
}

/**
 * perfcnt_events_put_away - free what does not count now
 * @counters: mask of the counters that have changed, or should have
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_put_away(unsigned long counters)
{
	unsigned int cpu, i;

	lockdep_assert_held(&counting->setup);
	cpumask_clear(&counting->called);
	for_each_possible_cpu(cpu)
		for_each_set_bit(i, &counters, counting->counters)
			if (*standby_of(cpu, i))
				cpumask_set_cpu(cpu, &counting->called);
	perfcnt_cpus_call_for(&counting->called, put_away_for, &counters);
}

/**
 * perfcnt_events_put_away_left - put away now what perfcnt_events_put_away_later() has left
 *
 * Whoever makes events otherwise than by perfcnt_events_prepare() does this first: no counter
 * has anything standby then.
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_put_away_left(void)
{
	lockdep_assert_held(&counting->setup);
	if (counting->left)
		perfcnt_events_put_away(counting->left);
	counting->left = 0;
}

static void put_away_work(struct work_struct *unused)
{
	mutex_lock(&counting->setup);
	perfcnt_events_put_away_left();
	mutex_unlock(&counting->setup);
}

static DECLARE_WORK(left_work, put_away_work);

/**
 * perfcnt_events_put_away_later - free what does not count now, while nobody waits for it
 * @counters: mask of the counters that have changed
 *
 * Context: Process context; setup is held.
 */
void perfcnt_events_put_away_later(unsigned long counters)
{
	lockdep_assert_held(&counting->setup);
	counting->left = counters;
	queue_work(perfcnt_dfl_wq, &left_work);
}

/**
 * perfcnt_events_exit - nothing is left to be put away
 *
 * Context: Process context, may sleep; nothing counts.
 */
void perfcnt_events_exit(void)
{
	flush_work(&left_work);
}

/*
 * Is there a counter for the watchdog's event?  This one is not pinned, so that it
 * takes nobody's place; it does not count while others like it take turns.
 */
static bool has_free_counter(unsigned int cpu)
{
	const struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr),
		.exclude_hv = 1,
		.exclude_guest = 1, /* as others are refused while a guest has the PMU */
	};
	struct perf_event *event = perfcnt_cpu_event_create(&attr, cpu);
	bool counts;

	if (IS_ERR(event))
		return true; /* it would not fit if there were space */
	counts = perfcnt_events_counts(event);
	perf_event_release_kernel(event);
	return counts;
}

/* Does an event that a CPU has made need its PMU? */
static bool uses_pmu(unsigned int cpu)
{
	const struct making *making = per_cpu_ptr(&makings, cpu);
	unsigned int i;

	for_each_set_bit(i, &making->counters, counting->counters)
		if (!perfcnt_wanted_is_software(&counting->next[i]) &&
		    !counting->next[i].control.multiplexed)
			return true;
	return false;
}

/**
 * perfcnt_events_check_capacity - say in the log if a CPU's PMU is full
 *
 * Of several CPUs whose PMU the events need that perfcnt_events_prepare() has just made, the
 * first is looked at.
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_check_capacity(void)
{
	const struct perfcnt_cpu_pmu *pmu;
	unsigned int cpu;

	lockdep_assert_held(&counting->setup);
	for_each_cpu(cpu, &counting->there)
		if (uses_pmu(cpu))
			break;
	if (cpu >= nr_cpu_ids || has_free_counter(cpu))
		return;
	pmu = perfcnt_cpu_pmu_of(cpu);
	pr_notice_ratelimited("CPU %u: all counters of PMU%s%s are in use: other perf events wait, and an NMI watchdog that is enabled now does not work\n",
			      cpu, pmu ? " " : "", pmu ? pmu->name : "");
}
