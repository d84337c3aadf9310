// SPDX-License-Identifier: GPL-2.0
/*
 * The events that counters go on with: making them, enabling again those that are kept, and
 * putting away what is left.  cpus.h has the idea.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/workqueue.h>

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

/*
 * Events of counters that are multiplexed: those that have no counter now are disabled,
 * and enabled when they have one again.
 *
 * Of pinned events that the PMU has no space for, perf lets the older ones count.  An
 * event that is enabled again is as old as it was: others that have come meanwhile would
 * lose their counter, and for good.  So only the events of the counters that were made
 * last are kept: if another counter gets an event, all of them are made again.  They are
 * also if a CPU has come or gone, or has been suspended.  And beside events that count
 * until the next ones do, none is enabled again: it could be older than one of these.
 */

/**
 * struct kept - an event of a CPU that is kept
 * @node: in the CPU's list
 * @event: the event
 * @attr: what it counts, as its counter has it: perf changes its own
 * @used: a counter has it
 */
struct kept {
	struct hlist_node node;
	struct perf_event *event;
	struct perf_event_attr attr;
	bool used;
};

static DEFINE_PER_CPU(struct hlist_head, lists);
static u32 kept_for; /* as @multiplexed in struct perfcnt_control */
static unsigned int kept_since; /* the generation */

static void kept_forget_for(unsigned int cpu, void *unused)
{
	struct hlist_node *next;
	struct kept *kept;

	hlist_for_each_entry_safe(kept, next, per_cpu_ptr(&lists, cpu), node) {
		hlist_del(&kept->node);
		if (!kept->used)
			perf_event_release_kernel(kept->event);
		kfree(kept);
	}
}

static bool kept_are_for(u32 multiplexed, unsigned int generation)
{
	return multiplexed == kept_for && generation == kept_since;
}

/* Free what is kept, for what is made next is of others; of none, if @multiplexed is 0. */
static void kept_begin(u32 multiplexed, unsigned int generation)
{
	unsigned int cpu;

	lockdep_assert_held(&counting->setup);
	cpumask_clear(&counting->called);
	for_each_possible_cpu(cpu)
		if (!hlist_empty(per_cpu_ptr(&lists, cpu)))
			cpumask_set_cpu(cpu, &counting->called);
	perfcnt_cpus_call_for(&counting->called, kept_forget_for, NULL);
	kept_for = multiplexed;
	kept_since = generation;
}

/* Keep an event that has been made, if it is multiplexed; whoever waits has setup. */
static void kept_add(struct perf_event *event, const struct perf_event_attr *attr,
		     unsigned int cpu)
{
	struct kept *kept;

	kept = kmalloc(sizeof(*kept), GFP_KERNEL);
	if (!kept)
		return; /* it is made again */
	kept->event = event;
	kept->attr = *attr;
	kept->used = true;
	hlist_add_head(&kept->node, per_cpu_ptr(&lists, cpu));
}

/* An event that is kept, which is disabled, for a counter that is to count this; or NULL. */
static struct perf_event *kept_take(const struct perf_event_attr *attr,
				    unsigned int cpu)
{
	struct kept *kept;

	lockdep_assert_held(&counting->setup);
	hlist_for_each_entry(kept, per_cpu_ptr(&lists, cpu), node) {
		if (kept->used || memcmp(&kept->attr, attr, sizeof(*attr)))
			continue;
		kept->used = true;
		return kept->event;
	}
	return NULL;
}

/*
 * Disable an event that no counter has any more, and keep it, unless not to @keep it.  False
 * if it is not kept, and is the caller's; whoever waits for this has setup.
 */
static bool kept_put(struct perf_event *event, unsigned int cpu, bool keep)
{
	struct kept *kept;

	hlist_for_each_entry(kept, per_cpu_ptr(&lists, cpu), node)
		if (kept->used && kept->event == event)
			break;
	if (!kept)
		return false;
	if (keep) {
		perf_event_disable(event);
		kept->used = false;
		return true;
	}
	hlist_del(&kept->node);
	kfree(kept);
	return false;
}

/**
 * struct making - events that a CPU's counters lack
 * @counters: mask of the counters
 * @keep: the events are kept
 * @rejected: the first of them whose event perf has rejected, if @err is not 0
 * @err: what perf says of it
 */
struct making {
	unsigned long counters;
	bool keep;
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
		if (making->keep)
			kept_add(event, attr, cpu);
	}
}

/* Take what is kept, and have each CPU make what it lacks then. */
static void make_all(const struct perfcnt_events_change *change)
{
	bool keep = kept_for && !change->beside;
	unsigned int cpu, i;

	cpumask_clear(&counting->called);
	for_each_cpu(cpu, &counting->there) {
		struct making *making = per_cpu_ptr(&makings, cpu);

		*making = (struct making){ .keep = keep };
		for_each_set_bit(i, &change->active, counting->counters) {
			struct perf_event **standby = standby_of(cpu, i);

			if (!perfcnt_cpus_counts_on(&counting->next[i], cpu))
				continue;
			*standby = keep ? kept_take(&counting->next[i].attr, cpu) : NULL;
			if (!*standby)
				making->counters |= BIT(i);
		}
		if (making->counters)
			cpumask_set_cpu(cpu, &counting->called);
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

/* The counters that will count in some mode, and those that share theirs with others. */
static u32 look_at_next(struct perfcnt_events_change *change)
{
	u32 multiplexed = 0;
	unsigned int i;

	change->active = 0;
	change->related = change->counters;
	for_each_set_bit(i, &change->counters, counting->counters) {
		if (!(counting->next[i].control.word & PERFCNT_CTL_MODES))
			continue;
		change->active |= BIT(i);
		multiplexed = counting->next[i].control.multiplexed; /* the same for all */
	}
	for (i = 0; multiplexed && i < counting->counters; i++) {
		const struct perfcnt_control *control = &counting->wanted[i].control;

		if (control->multiplexed != multiplexed)
			continue;
		change->related |= BIT(i);
		change->beside |= !!(control->word & PERFCNT_CTL_MODES);
	}
	return multiplexed;
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
	u32 multiplexed = look_at_next(change);

	lockdep_assert_held(&counting->setup);
	perfcnt_events_put_away_left();
	if (!change->active)
		return 0;
	if (!kept_are_for(multiplexed, change->generation))
		kept_begin(multiplexed, change->generation);
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

/* Those that are kept are disabled. */
static void enable_for(unsigned int cpu, void *data)
{
	const struct perfcnt_events_change *change = data;
	unsigned int i;

	for_each_set_bit(i, &change->active, counting->counters) {
		struct perf_event *standby = *standby_of(cpu, i);

		if (standby && !perfcnt_events_counts(standby))
			perf_event_enable(standby);
	}
}

static void enable_all(struct perfcnt_events_change *change)
{
	unsigned int cpu, i;

	cpumask_clear(&counting->called);
	for_each_set_bit(i, &change->active, counting->counters) {
		for_each_cpu(cpu, &counting->there) {
			struct perf_event *standby = *standby_of(cpu, i);

			if (standby && !perfcnt_events_counts(standby))
				cpumask_set_cpu(cpu, &counting->called);
		}
	}
	perfcnt_cpus_call_for(&counting->called, enable_for, change);
}

/* What counts on a CPU after the change: one that does not change keeps its event. */
static struct perf_event *next_of(const struct perfcnt_events_change *change, unsigned int cpu,
				  unsigned int counter)
{
	return change->counters & BIT(counter) ? *standby_of(cpu, counter) :
						 event_of(cpu, counter);
}

/* A counter whose next event a CPU's PMU has no space for, or -1. */
static int not_counting(const struct perfcnt_events_change *change, unsigned int *where)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		*where = cpu;
		for_each_set_bit(i, &change->related, counting->counters) {
			struct perf_event *next = next_of(change, cpu, i);

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
		for_each_set_bit(i, &change->related, counting->counters) {
			struct perf_event *next = next_of(change, cpu, i);

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
		perf_event_enable(next_of(change, *where, counter));
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
		for_each_set_bit(i, &change->related, counting->counters) {
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
 * Context: Process context, may sleep; setup and lock are held.
 * Return: 0; or -EBUSY, and the old ones count.
 */
int perfcnt_events_make_room(struct perfcnt_events_change *change, struct perfcnt_reason *reason)
{
	unsigned int cpu;
	int counter;

	lockdep_assert_held(&counting->lock);
	change->gaps = 0;
	enable_all(change);
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

/**
 * struct putting_away - what happens to events that do not count now
 * @counters: mask of the counters whose they are
 * @keep: keep those that are multiplexed
 */
struct putting_away {
	unsigned long counters;
	bool keep;
};

static void put_away_for(unsigned int cpu, void *data)
{
	const struct putting_away *away = data;
	unsigned int i;

	for_each_set_bit(i, &away->counters, counting->counters) {
		struct perf_event **standby = standby_of(cpu, i);

		if (*standby && !kept_put(*standby, cpu, away->keep))
			perf_event_release_kernel(*standby);
		*standby = NULL;
	}
}

/**
 * perfcnt_events_put_away - free or keep what does not count now
 * @counters: mask of the counters that have changed, or should have
 * @keep: the CPUs are the same
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_put_away(unsigned long counters, bool keep)
{
	struct putting_away away = { counters, keep };
	unsigned int cpu, i;

	lockdep_assert_held(&counting->setup);
	cpumask_clear(&counting->called);
	for_each_possible_cpu(cpu)
		for_each_set_bit(i, &counters, counting->counters)
			if (*standby_of(cpu, i))
				cpumask_set_cpu(cpu, &counting->called);
	perfcnt_cpus_call_for(&counting->called, put_away_for, &away);
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
		perfcnt_events_put_away(counting->left, true);
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
 * perfcnt_events_put_away_later - keep what does not count now, while nobody waits for it
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

static int events_forget(void *unused)
{
	mutex_lock(&counting->setup);
	perfcnt_events_put_away_left();
	kept_begin(0, 0);
	mutex_unlock(&counting->setup);
	return 0;
}

/**
 * perfcnt_events_forget - no multiplexed event comes back
 *
 * Context: Process context, may sleep.
 */
void perfcnt_events_forget(void)
{
	perfcnt_in_kernel_thread(events_forget, NULL);
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

/* Does one of the counters need the PMU of that CPU? */
static bool uses_pmu(unsigned long counters, unsigned int cpu)
{
	unsigned int i;

	for_each_set_bit(i, &counters, counting->counters)
		if (perfcnt_cpus_counts_on(&counting->wanted[i], cpu) &&
		    !perfcnt_wanted_is_software(&counting->wanted[i]) &&
		    !counting->wanted[i].control.multiplexed)
			return true;
	return false;
}

/**
 * perfcnt_events_check_capacity - say in the log if a CPU's PMU is full
 * @counters: mask of those that have been set
 *
 * Of several CPUs that the counters need, the first is looked at.
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_events_check_capacity(unsigned long counters)
{
	const struct perfcnt_cpu_pmu *pmu;
	unsigned int cpu;

	lockdep_assert_held(&counting->setup);
	for_each_cpu(cpu, &counting->there)
		if (uses_pmu(counters, cpu))
			break;
	if (cpu >= nr_cpu_ids || has_free_counter(cpu))
		return;
	pmu = perfcnt_cpu_pmu_of(cpu);
	pr_notice_ratelimited("CPU %u: all counters of PMU%s%s are in use: other perf events wait, and an NMI watchdog that is enabled now does not work\n",
			      cpu, pmu ? " " : "", pmu ? pmu->name : "");
}
