// SPDX-License-Identifier: GPL-2.0
/*
 * Any PMU that the kernel drives, and the kernel's software events: a pinned
 * perf event for each counter and each CPU that its filter selects, so that
 * the kernel arbitrates with every other user of the PMU.
 */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "../../core/pmu.h"
#include "../../encoding/control.h"
#include "cpu_event.h"
#include "cpus.h"
#include "errors.h"
#include "events.h"
#include "hotplug.h"
#include "sample.h"

/*
 * The number of the only PMU that shall count an event, or 0.  A raw event that
 * was for the only kind of CPU stays theirs when another kind comes.
 */
static u32 pmu_of_native(const struct perfcnt_native *native)
{
	const struct perfcnt_cpu_pmus *pmus = &counting->limits->pmus;
	u32 pmu = perfcnt_native_pmu(native, pmus);

	if (pmu || native->type != PERF_TYPE_RAW ||
	    !perfcnt_cpu_pmus_count(pmus))
		return pmu;
	return pmus->pmu[0].type;
}

/* What a counter, in some mode, is to perf. */
static int configure_plan_counter(unsigned int i, const struct perfcnt_control *control,
				  struct perfcnt_reason *reason)
{
	struct perfcnt_wanted *next = &counting->next[i];
	const struct perfcnt_cpu_pmu *pmu;
	int untold, cpu;

	next->pmu = 0;
	if (perfcnt_control_event(control->word) == PERFCNT_EVENT_NATIVE)
		next->pmu = pmu_of_native(&control->native);
	if (perfcnt_perf_encode(control, i, counting->limits, &next->attr))
		return perfcnt_errors_lacking(i, cpumask_first(cpu_online_mask),
					      reason);
	if (!next->pmu)
		return 0;
	mutex_lock(&counting->lock); /* no CPU comes meanwhile */
	untold = perfcnt_cpus_untold(next);
	cpu = perfcnt_cpus_only_other(next);
	mutex_unlock(&counting->lock);
	if (untold >= 0) {
		perfcnt_reason_set(reason,
				   "counter %u: perf does not say which PMU CPU %d has; try again later, or use a filter for other CPUs",
				   i, untold);
		return -EBUSY;
	}
	if (cpu < 0)
		return 0;
	pmu = perfcnt_cpu_pmus_of_type(&counting->limits->pmus, next->pmu);
	perfcnt_reason_set(reason,
			   "counter %u: the filter selects no CPU with PMU %s (CPU %d has %s)",
			   i, pmu->name, cpu, perfcnt_cpu_pmu_of(cpu)->name);
	return -EINVAL;
}

/* What counters shall count, and which of them change by that. */
static int configure_plan(unsigned long mask, const struct perfcnt_control *control,
			  unsigned long *changed, struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	*changed = 0;
	for_each_set_bit(i, &mask, counting->counters) {
		counting->next[i] = counting->wanted[i];
		if (perfcnt_control_same(&control[i], &counting->wanted[i].control))
			continue;
		*changed |= BIT(i);
		counting->next[i].control = control[i];
		if (!(control[i].word & PERFCNT_CTL_MODES))
			continue;
		err = configure_plan_counter(i, &control[i], reason);
		if (err)
			return err;
	}
	return 0;
}

/* The events are there: change to them, if the PMUs have space. */
static int change_events(unsigned long mask, struct perfcnt_events_change *change, u64 *sums,
			 struct perfcnt_reason *reason)
{
	int err;

	perfcnt_cpus_hide_only(); /* events that stop are not lost */
	err = perfcnt_events_make_room(change, reason);
	if (!err)
		perfcnt_cpus_switch(mask, change->counters, sums);
	spin_lock(&counting->sums);
	perfcnt_cpus_find_busy();
	spin_unlock(&counting->sums);
	return err;
}

/* One try: false if a CPU has come or gone meanwhile. */
static bool try_configure(unsigned long mask, unsigned long changed, u64 *sums,
			  struct perfcnt_reason *reason, int *err)
{
	struct perfcnt_events_change change = {
		.counters = changed,
		.generation = perfcnt_cpus_generation(),
	};
	bool good;

	flush_work(&counting->wake);
	perfcnt_events_free_offline();
	*err = perfcnt_events_prepare(&change, reason);
	mutex_lock(&counting->lock);
	good = change.generation == counting->generation;
	if (good && !*err)
		*err = change_events(mask, &change, sums, reason);
	mutex_unlock(&counting->lock);
	/* a slot ends every few milliseconds, and others wait for that */
	if (good && !*err && changed && counting->next[__ffs(changed)].control.multiplexed)
		perfcnt_events_put_away_later(changed);
	else
		perfcnt_events_put_away(changed);
	return good;
}

/**
 * struct configure_job - a configuration
 * @mask: the counters that change
 * @control: an entry a counter
 * @sums: their sums at the moment of the change
 * @reason: why not, if not
 */
struct configure_job {
	unsigned long mask;
	const struct perfcnt_control *control;
	u64 *sums;
	struct perfcnt_reason *reason;
};

/*
 * In a kernel thread: perf asks whether the current task may count a whole CPU.  Who may
 * write to us was asked when the file was opened, which may have been another task.
 */
static int do_configure(void *data)
{
	const struct configure_job *job = data;
	unsigned long changed;
	int err;

	mutex_lock(&counting->setup);
	err = configure_plan(job->mask, job->control, &changed, job->reason);
	if (!err)
		while (!try_configure(job->mask, changed, job->sums, job->reason, &err))
			cond_resched();
	if (!err)
		perfcnt_events_check_capacity();
	mutex_unlock(&counting->setup);
	return err;
}

/*
 * Let counters count something else from now on.  -ENOENT for an event that the PMU lacks;
 * -EBUSY if it has no space; what perf says otherwise.
 */
static int pmu_perf_configure(unsigned long mask, const struct perfcnt_control *control,
			      u64 *sums, struct perfcnt_reason *reason)
{
	struct configure_job job = {
		.mask = mask,
		.control = control,
		.sums = sums,
		.reason = reason,
	};

	return perfcnt_in_kernel_thread(do_configure, &job);
}

/**
 * struct configure_period - another sample period of a counter
 * @counter: the counter
 * @events: of a period, or 0: there are no samples
 * @stopped: nobody wants what the counter counts until then
 * @reason: why not, if not
 */
struct configure_period {
	unsigned int counter;
	u64 events;
	bool stopped;
	struct perfcnt_reason *reason;
};

static int do_configure_period(void *data)
{
	const struct configure_period *period = data;
	struct perfcnt_wanted *next = &counting->next[period->counter];
	unsigned long mask = BIT(period->counter);
	u64 sums[PERFCNT_MAX_COUNTERS];
	int err = 0;

	mutex_lock(&counting->setup);
	*next = counting->wanted[period->counter];
	next->attr.sample_period = period->events;
	next->control.stopped = period->stopped;
	next->control.renewed = false;
	if (next->control.word & PERFCNT_CTL_MODES)
		while (!try_configure(mask, mask, sums, period->reason, &err))
			cond_resched();
	mutex_unlock(&counting->setup);
	return err;
}

/* Let a counter's events interrupt after so many events each, or 0: never. */
static int configure_period(unsigned int counter, u64 period, bool stopped,
			    struct perfcnt_reason *reason)
{
	struct configure_period wanted = { counter, period, stopped, reason };

	return perfcnt_in_kernel_thread(do_configure_period, &wanted);
}

/* The tick with which perf goes on is that of the event's CPU. */
static void pmu_perf_look_throttled(unsigned long counters)
{
	mutex_lock(&counting->lock);
	perfcnt_cpus_find_counting(counters, &counting->asked);
	perfcnt_cpus_call_on(&counting->asked, perfcnt_sample_look_here, &counters);
	mutex_unlock(&counting->lock);
}

/*
 * As pmu_perf_configure(); -EOPNOTSUPP if a PMU has no interrupt.  If there is no space for
 * an event without samples, that with samples stays, and leaves none: see sample.c.
 */
static int pmu_perf_sample(unsigned int counter, struct perfcnt_trigger *trigger,
			   struct perfcnt_reason *reason)
{
	int err;

	if (trigger)
		perfcnt_sample_begin(counter, trigger);
	else
		perfcnt_sample_end(counter);
	err = configure_period(counter, trigger ? trigger->first : 0,
			       trigger && trigger->stopped, reason);
	if (err && trigger)
		perfcnt_sample_end(counter);
	else if (err)
		pmu_perf_look_throttled(BIT(counter));
	return err;
}

static bool anything_wanted(void)
{
	bool any = false;
	unsigned int i;

	mutex_lock(&counting->lock);
	for (i = 0; i < counting->counters; i++)
		any |= counting->wanted[i].control.word & PERFCNT_CTL_MODES;
	mutex_unlock(&counting->lock);
	return any;
}

/* As in the beginning: no CPU has an event after this. */
static void count_nothing(void)
{
	static const struct perfcnt_control nothing[PERFCNT_MAX_COUNTERS];
	static const struct perfcnt_wanted none;
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;
	unsigned int i;

	if (anything_wanted())
		pmu_perf_configure(BIT(counting->counters) - 1, nothing, sums, &reason);
	mutex_lock(&counting->setup);
	perfcnt_events_put_away_left();
	mutex_lock(&counting->lock);
	for (i = 0; i < counting->counters; i++)
		perfcnt_cpus_want(i, &none);
	mutex_unlock(&counting->lock);
	mutex_unlock(&counting->setup);
}

/* Those of the CPUs that have events are asked, and those that count these counters. */
static long pmu_perf_ask(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			 struct perfcnt_reason *reason)
{
	unsigned long lost;
	unsigned int cpu;

	mutex_lock(&counting->lock);
	perfcnt_cpus_find_counting(counters, &counting->asked);
	for_each_cpu_and(cpu, &counting->busy, cpus)
		cpumask_set_cpu(cpu, &counting->asked);
	perfcnt_cpus_call_on(&counting->asked, perfcnt_cpus_poll_here, NULL);
	perfcnt_cpus_add_up(sums);
	lost = perfcnt_all_events.missing;
	if (lost)
		*reason = counting->why_missing;
	for_each_cpu(cpu, &counting->asked) {
		unsigned long here = per_cpu_ptr(&perfcnt_cpu_events, cpu)->lost;

		if (here)
			perfcnt_cpus_say_lost(cpu, here, reason);
		lost |= here;
	}
	mutex_unlock(&counting->lock);
	return lost;
}

/* No other CPU has events: none is asked. */
static unsigned long read_here(u64 *sums, struct perfcnt_reason *reason)
{
	unsigned long flags, lost;

	lockdep_assert_held(&counting->sums);
	local_irq_save(flags);
	lost = perfcnt_cpu_events_sums(this_cpu_ptr(&perfcnt_cpu_events),
				       counting->counters, sums);
	local_irq_restore(flags);
	if (unlikely(lost))
		perfcnt_cpus_say_lost(smp_processor_id(), lost, reason);
	if (unlikely(perfcnt_all_events.missing))
		*reason = counting->why_missing;
	return lost | perfcnt_all_events.missing;
}

static long pmu_perf_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			  struct perfcnt_reason *reason)
{
	long lost = -EAGAIN;

	if (cpus)
		return pmu_perf_ask(counters, cpus, sums, reason);
	spin_lock(&counting->sums);
	if (perfcnt_all_events.only == smp_processor_id() ||
	    perfcnt_all_events.only == PERFCNT_NO_CPU)
		lost = read_here(sums, reason);
	spin_unlock(&counting->sums);
	return lost;
}

static void pmu_perf_release(void)
{
	count_nothing();
	mutex_lock(&counting->lock);
	spin_lock(&counting->sums);
	perfcnt_all_events.missing = 0;
	spin_unlock(&counting->sums);
	mutex_unlock(&counting->lock);
}

static bool pmu_perf_counts_on(const struct perfcnt_control *control, unsigned int cpu)
{
	return perfcnt_cpus_selects(control, cpu);
}

static void pmu_perf_poll_laps(struct work_struct *unused)
{
	mutex_lock(&counting->lock);
	perfcnt_cpus_call_on(&counting->busy, perfcnt_cpus_poll_here, NULL);
	if (counting->silent)
		perfcnt_cpus_watch_laps();
	mutex_unlock(&counting->lock);
}

/* Nothing counts yet, but CPUs may be coming. */
static void pmu_perf_set_counters(unsigned int n)
{
	mutex_lock(&counting->setup);
	mutex_lock(&counting->lock);
	counting->counters = n;
	mutex_unlock(&counting->lock);
	mutex_unlock(&counting->setup);
}

static int pmu_perf_probe(struct perfcnt_pmu *pmu, unsigned int n,
			  struct perfcnt_reason *reason)
{
	int err = perfcnt_cpus_number_cores(&pmu->limits);

	if (err) {
		perfcnt_reason_set(reason, "out of memory");
		return err;
	}
	counting->counters = PERFCNT_MAX_COUNTERS; /* until the CPUs have been looked at */
	counting->limits = &pmu->limits;
	INIT_DELAYED_WORK(&counting->laps, pmu_perf_poll_laps);
	perfcnt_cpus_find_model(&pmu->limits.cpu);
	perfcnt_cpus_forget_pmus(&pmu->limits.pmus);
	err = perfcnt_hotplug_start();
	if (err) {
		perfcnt_reason_set(reason,
				   "cannot register a CPU hotplug callback: all are in use");
		perfcnt_cpus_forget_cores();
		return err;
	}
	pmu_perf_set_counters(n ?: PERFCNT_MAX_COUNTERS);
	perfcnt_hotplug_watch_suspend();
	pmu->hardware = perfcnt_cpu_pmus_count(&pmu->limits.pmus) ?
			min(counting->counters, perfcnt_cpus_least_counters()) : 0;
	pmu->limits.counters = counting->counters;
	pmu->limits.modes = PERFCNT_CTL_U | PERFCNT_CTL_K;
	pmu->limits.native = true;
	pmu->limits.any_filter = true;
	return 0;
}

static void pmu_perf_remove(void)
{
	perfcnt_hotplug_ignore_suspend();
	perfcnt_hotplug_stop();
	perfcnt_events_exit();
	cancel_delayed_work_sync(&counting->laps);
	perfcnt_cpus_forget_cores();
}

struct perfcnt_pmu perfcnt_pmu_perf = {
	.name = "perf",
	.owner = THIS_MODULE,
	.probe = pmu_perf_probe,
	.remove = pmu_perf_remove,
	.release = pmu_perf_release,
	.configure = pmu_perf_configure,
	.read_fast = perfcnt_cpu_events_read_fast,
	.read_cpu = perfcnt_cpu_events_read_cpu,
	.read = pmu_perf_read,
	.counts_on = pmu_perf_counts_on,
	.check_period = perfcnt_sample_check_period,
	.sample = pmu_perf_sample,
	.look_throttled = pmu_perf_look_throttled,
};
