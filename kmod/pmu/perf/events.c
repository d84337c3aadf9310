// SPDX-License-Identifier: GPL-2.0
/*
 * The events that counters go on with: making them, enabling again those that are kept, and
 * putting away what is left.  state.h has the idea.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

/**
 * perfcnt_free_standby - free what was made and is not going to count
 * @mask: the counters whose it is
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_free_standby(unsigned long mask)
{
	unsigned int cpu, i;

	lockdep_assert_held(&perf->setup);
	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &mask, perf->counters) {
			struct perfcnt_cpu_event *cpu_event =
				perfcnt_cpu_event_of(cpu, i);

			if (cpu_event->standby)
				perf_event_release_kernel(cpu_event->standby);
			cpu_event->standby = NULL;
		}
	}
}

/**
 * perfcnt_free_offline - free software events of CPUs that have gone
 *
 * Whoever makes software events does this after it has asked for the
 * generation, so that no event is freed twice.
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_free_offline(void)
{
	struct perf_event *offline;
	unsigned int cpu, i;

	lockdep_assert_held(&perf->setup);
	for_each_possible_cpu(cpu) {
		for (i = 0; i < perf->counters; i++) {
			/* whoever puts one there comes here later */
			if (!data_race(perfcnt_cpu_event_of(cpu, i)->offline))
				continue;
			mutex_lock(&perf->lock);
			offline = perfcnt_cpu_event_of(cpu, i)->offline;
			perfcnt_cpu_event_of(cpu, i)->offline = NULL;
			mutex_unlock(&perf->lock);
			if (offline)
				perf_event_release_kernel(offline);
		}
	}
}

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
static u32 kept_for;
static unsigned int kept_since;

static void forget_on(unsigned int cpu)
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

static void forget(void)
{
	static struct cpumask cpus;
	unsigned int cpu;

	lockdep_assert_held(&perf->setup);
	cpumask_clear(&cpus);
	for_each_possible_cpu(cpu)
		if (!hlist_empty(per_cpu_ptr(&lists, cpu)))
			cpumask_set_cpu(cpu, &cpus);
	perfcnt_for_cpus(&cpus, forget_on);
}

/**
 * perfcnt_kept_for - whose events are made next
 * @multiplexed: as in struct perfcnt_control
 * @generation: which CPUs there are
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_kept_for(u32 multiplexed, unsigned int generation)
{
	if (multiplexed == kept_for && generation == kept_since)
		return;
	forget();
	kept_for = multiplexed;
	kept_since = generation;
}

/**
 * perfcnt_kept_forget - nobody needs what is kept
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_kept_forget(void)
{
	forget();
	kept_for = 0;
}

/**
 * perfcnt_kept_add - keep an event that has been made, if it is multiplexed
 * @event: the event, which a counter is going to have
 * @attr: what it counts
 * @cpu: where
 *
 * Context: Process context, may sleep; setup is held, by whoever waits for this.
 */
void perfcnt_kept_add(struct perf_event *event, const struct perf_event_attr *attr,
		      unsigned int cpu)
{
	struct kept *kept;

	if (!kept_for)
		return;
	kept = kmalloc(sizeof(*kept), GFP_KERNEL);
	if (!kept)
		return; /* it is made again */
	kept->event = event;
	kept->attr = *attr;
	kept->used = true;
	hlist_add_head(&kept->node, per_cpu_ptr(&lists, cpu));
}

/**
 * perfcnt_kept_take - an event that is kept, for a counter
 * @attr: what it is to count
 * @cpu: where
 *
 * Context: Setup is held.
 * Return: the event, which is disabled, or NULL.
 */
struct perf_event *perfcnt_kept_take(const struct perf_event_attr *attr,
				     unsigned int cpu)
{
	struct kept *kept;

	lockdep_assert_held(&perf->setup);
	hlist_for_each_entry(kept, per_cpu_ptr(&lists, cpu), node) {
		if (kept->used || memcmp(&kept->attr, attr, sizeof(*attr)))
			continue;
		kept->used = true;
		return kept->event;
	}
	return NULL;
}

/**
 * perfcnt_kept_put - disable an event that no counter has any more, and keep it
 * @event: the event
 * @cpu: its CPU
 * @keep: or do not
 *
 * Context: Process context, may sleep; setup is held, by whoever waits for this.
 * Return: false if it is not kept, and is the caller's.
 */
bool perfcnt_kept_put(struct perf_event *event, unsigned int cpu, bool keep)
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

/* The event of a CPU that perf has rejected. */
struct rejected {
	unsigned int counter;
	int err;
};

static DEFINE_PER_CPU(struct rejected, rejected);

/* For what is done for several CPUs at once; setup guards all of them. */
static unsigned long counters;
static struct cpumask cpus;
static bool keeping;

/* The counters that change, and those that are multiplexed with them. */
static unsigned long related;

static struct perf_event **standby_of(unsigned int cpu, unsigned int counter)
{
	return &perfcnt_cpu_event_of(cpu, counter)->standby;
}

static void make_on(unsigned int cpu)
{
	struct rejected *no = per_cpu_ptr(&rejected, cpu);
	struct perf_event *event;
	unsigned int i;

	no->err = 0;
	for_each_set_bit(i, &counters, perf->counters) {
		const struct perfcnt_wanted *next = &perf->next[i];

		if (*standby_of(cpu, i) || !perfcnt_counts_on(next, cpu))
			continue;
		event = perfcnt_cpu_event_create(&next->attr, cpu);
		if (IS_ERR(event)) {
			no->counter = i;
			no->err = PTR_ERR(event);
			return;
		}
		*standby_of(cpu, i) = event;
		perfcnt_kept_add(event, &next->attr, cpu);
	}
}

/* The first rejected event, by its counter, and what perf does not ask of the kernel. */
static int refuse(struct perfcnt_reason *reason)
{
	unsigned int cpu, i;

	for_each_set_bit(i, &counters, perf->counters) {
		for_each_cpu(cpu, &cpus) {
			const struct rejected *no = per_cpu_ptr(&rejected, cpu);
			struct perf_event *event = *standby_of(cpu, i);

			if (no->err && no->counter == i)
				return perfcnt_refuse_event(i, cpu, no->err, reason);
			if (event && is_sampling_event(event) &&
			    !perfcnt_cpu_event_interrupts(event))
				return perfcnt_refuse_samples(i, cpu, reason);
		}
	}
	return 0;
}

/* Take what is kept; in @cpus are those where something is left to be made. */
static void take_kept(void)
{
	unsigned int cpu, i;

	cpumask_clear(&cpus);
	for_each_set_bit(i, &counters, perf->counters) {
		for_each_cpu(cpu, &perf->there) {
			struct perf_event **standby = standby_of(cpu, i);

			if (!perfcnt_counts_on(&perf->next[i], cpu))
				continue;
			*standby = perfcnt_kept_take(&perf->next[i].attr, cpu);
			if (!*standby)
				cpumask_set_cpu(cpu, &cpus);
		}
	}
}

/**
 * perfcnt_prepare - have an event for each counter that changes, on each of its CPUs
 * @changed: mask of the counters; perf->next says what they will count
 * @generation: of the CPUs that are there
 * @reason: why not, if not
 *
 * Context: Process context, may sleep; setup is held.
 * Return: 0; or as perfcnt_refuse_event().  perfcnt_put_away() is due in any case.
 */
int perfcnt_prepare(unsigned long changed, unsigned int generation,
		    struct perfcnt_reason *reason)
{
	u32 multiplexed = 0;
	unsigned int i;

	lockdep_assert_held(&perf->setup);
	counters = 0;
	for_each_set_bit(i, &changed, perf->counters) {
		if (!(perf->next[i].control.word & PERFCNT_CTL_MODES))
			continue;
		counters |= BIT(i);
		multiplexed = perf->next[i].control.multiplexed; /* the same for all */
	}
	related = changed;
	if (!counters)
		return 0;
	for (i = 0; multiplexed && i < perf->counters; i++)
		if (perf->wanted[i].control.multiplexed == multiplexed)
			related |= BIT(i);
	perfcnt_kept_for(multiplexed, generation);
	take_kept();
	perfcnt_for_cpus(&cpus, make_on);
	return refuse(reason);
}

/* Those that are kept are disabled. */
static void enable_on(unsigned int cpu)
{
	unsigned int i;

	for_each_set_bit(i, &counters, perf->counters) {
		struct perf_event *standby = *standby_of(cpu, i);

		if (standby && !perfcnt_cpu_event_counts(standby))
			perf_event_enable(standby);
	}
}

static void enable_all(void)
{
	unsigned int cpu, i;

	cpumask_clear(&cpus);
	for_each_set_bit(i, &counters, perf->counters) {
		for_each_cpu(cpu, &perf->there) {
			struct perf_event *standby = *standby_of(cpu, i);

			if (standby && !perfcnt_cpu_event_counts(standby))
				cpumask_set_cpu(cpu, &cpus);
		}
	}
	perfcnt_for_cpus(&cpus, enable_on);
}

/* What counts on a CPU after the change: one that does not change keeps its event. */
static struct perf_event *next_of(unsigned long changed, unsigned int cpu,
				  unsigned int counter)
{
	struct perfcnt_cpu_event *cpu_event = perfcnt_cpu_event_of(cpu, counter);

	return changed & BIT(counter) ? cpu_event->standby : cpu_event->event;
}

/* A counter whose next event a CPU's PMU has no space for, or -1. */
static int prepare_not_counting(unsigned long changed, unsigned int *where)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		*where = cpu;
		for_each_set_bit(i, &related, perf->counters) {
			struct perf_event *next = next_of(changed, cpu, i);

			if (next && !perfcnt_cpu_event_counts(next))
				return i;
		}
	}
	return -1;
}

/* Stop an old event of a CPU: that of this counter, or of another one that changes. */
static bool stop_old(unsigned long changed, unsigned int cpu, unsigned int counter)
{
	struct perf_event *old = perfcnt_cpu_event_of(cpu, counter)->event;
	unsigned int i;

	if (old && perfcnt_cpu_event_counts(old)) {
		perf_event_disable(old);
		return true;
	}
	for_each_set_bit(i, &changed, perf->counters) {
		old = perfcnt_cpu_event_of(cpu, i)->event;
		if (!old || !perfcnt_cpu_event_counts(old))
			continue;
		perf_event_disable(old);
		return true;
	}
	return false;
}

/* Stop what is standby, and let what is old count again. */
static void go_back(unsigned long changed)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &changed, perf->counters) {
			struct perf_event *standby = *standby_of(cpu, i);

			if (standby)
				perf_event_disable(standby);
		}
	}
	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &related, perf->counters) {
			struct perf_event *old;

			old = perfcnt_cpu_event_of(cpu, i)->event;
			if (old)
				perf_event_enable(old);
		}
	}
}

/**
 * perfcnt_prepare_capacity - let the events count that perfcnt_prepare() has
 * @changed: mask of the counters that change
 * @reason: why not, if not
 *
 * The PMU may have no space for the old events and the standby ones together.  What an old
 * one would have counted from here to the moment of the change is lost, so no more of
 * them are stopped than have to be.  One that was kept may be older than an event of its
 * rotation that counts, and push it aside.
 *
 * Context: Process context, may sleep; setup and lock are held.
 * Return: 0; or -EBUSY, and the old ones count.
 */
int perfcnt_prepare_capacity(unsigned long changed, struct perfcnt_reason *reason)
{
	unsigned int cpu;
	int counter;

	lockdep_assert_held(&perf->lock);
	enable_all();
	for (;;) {
		counter = prepare_not_counting(changed, &cpu);
		if (counter < 0)
			return 0;
		if (!stop_old(changed, cpu, counter))
			break;
		perf_event_enable(next_of(changed, cpu, counter));
	}
	go_back(changed);
	return perfcnt_refuse_event(counter, cpu, -EBUSY, reason);
}

static void put_away_on(unsigned int cpu)
{
	unsigned int i;

	for_each_set_bit(i, &counters, perf->counters) {
		struct perf_event **standby = standby_of(cpu, i);

		if (*standby && !perfcnt_kept_put(*standby, cpu, keeping))
			perf_event_release_kernel(*standby);
		*standby = NULL;
	}
}

/**
 * perfcnt_put_away - free or keep what does not count now
 * @changed: mask of the counters that have changed, or should have
 * @keep: the CPUs are the same
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_put_away(unsigned long changed, bool keep)
{
	unsigned int cpu, i;

	lockdep_assert_held(&perf->setup);
	counters = changed;
	keeping = keep;
	cpumask_clear(&cpus);
	for_each_possible_cpu(cpu)
		for_each_set_bit(i, &counters, perf->counters)
			if (*standby_of(cpu, i))
				cpumask_set_cpu(cpu, &cpus);
	perfcnt_for_cpus(&cpus, put_away_on);
}

/* The counters whose old events are still to be put away; guarded by setup. */
static unsigned long left;

static void put_away_left(struct work_struct *unused)
{
	perfcnt_setup_lock();
	mutex_unlock(&perf->setup);
}

static DECLARE_WORK(left_work, put_away_left);

/**
 * perfcnt_put_away_later - keep what does not count now, while nobody waits for it
 * @changed: mask of the counters that have changed
 *
 * Context: Process context; setup is held.
 */
void perfcnt_put_away_later(unsigned long changed)
{
	lockdep_assert_held(&perf->setup);
	left = changed;
	queue_work(perfcnt_dfl_wq, &left_work);
}

/**
 * perfcnt_setup_lock - take the lock setup: no counter has anything standby
 *
 * Context: Process context, may sleep.
 */
void perfcnt_setup_lock(void)
{
	mutex_lock(&perf->setup);
	if (left)
		perfcnt_put_away(left, true);
	left = 0;
}

static int prepare_forget(void *unused)
{
	perfcnt_setup_lock();
	perfcnt_kept_forget();
	mutex_unlock(&perf->setup);
	return 0;
}

/**
 * perfcnt_prepare_forget - no multiplexed event comes back
 *
 * Context: Process context, may sleep.
 */
void perfcnt_prepare_forget(void)
{
	perfcnt_as_kernel(prepare_forget, NULL);
}

/**
 * perfcnt_prepare_exit - nothing is left to be put away
 *
 * Context: Process context, may sleep; nothing counts.
 */
void perfcnt_prepare_exit(void)
{
	flush_work(&left_work);
}
