// SPDX-License-Identifier: GPL-2.0
/* Setting up what counters count, with the kernel's perf events. */
#include <linux/bits.h>
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "../../core/window.h"
#include "../../encoding/perf_attr.h"
#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

/**
 * struct configure_switch - what happens on a CPU
 * @mask: the counters that are set
 * @changed: those of them that are to count something else
 */
struct configure_switch {
	unsigned long mask;
	unsigned long changed;
};

/* Look, and let the counters that change go on with their standby events. */
static void switch_here(void *data)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	const struct configure_switch *to = data;
	unsigned int i;

	perfcnt_poll_here(NULL);
	perfcnt_task_sums_change(to->mask, smp_processor_id());
	for_each_set_bit(i, &to->changed, perf->counters) {
		struct perf_event *old = here->counter[i].event;

		perfcnt_cpu_event_put(&here->counter[i],
				      here->counter[i].standby);
		here->counter[i].standby = old;
	}
}

/* What a counter counts is read with one of the locks held, changed with both. */
static void configure_want(unsigned int i, const struct perfcnt_wanted *what)
{
	lockdep_assert_held(&perf->setup);
	lockdep_assert_held(&perf->lock);
	perf->wanted[i] = *what;
}

/* Has a CPU events of these counters, had it some, or will it have? */
static bool is_concerned(unsigned long mask, unsigned int cpu)
{
	unsigned int i;

	for_each_set_bit(i, &mask, perf->counters) {
		const struct perfcnt_cpu_event *cpu_event = perfcnt_cpu_event_of(cpu, i);

		if (cpu_event->event || cpu_event->seen || cpu_event->standby)
			return true;
		/* a task that is followed needs to know whose turn it is */
		if (perf->next[i].control.multiplexed)
			return true;
	}
	return false;
}

/*
 * The moment: on each CPU that has to do with them the counters that change get their
 * standby events.  On the others these counters have counted nothing since they were last
 * looked at there.
 */
static void switch_all(unsigned long mask, unsigned long changed, u64 *sums)
{
	struct configure_switch to = { mask, changed };
	unsigned int cpu, i;

	lockdep_assert_held(&perf->lock);
	cpumask_clear(&perf->asked);
	for_each_cpu(cpu, &perf->members)
		if (is_concerned(mask, cpu))
			cpumask_set_cpu(cpu, &perf->asked);
	perfcnt_cross_call(&perf->asked, switch_here, &to);
	for_each_possible_cpu(cpu)
		if (!cpumask_test_cpu(cpu, &perf->asked))
			perfcnt_task_sums_change(mask, cpu);
	cpumask_copy(&perf->busy, &perf->members);
	perfcnt_add_up(sums);
	spin_lock(&perf->sums);
	perf->missing &= ~changed;
	for_each_set_bit(i, &changed, perf->counters) {
		perf->retired[i] = sums[i];
		configure_want(i, &perf->next[i]);
	}
	spin_unlock(&perf->sums);
}

/*
 * The number of the only PMU that shall count an event, or 0.  A raw event that
 * was for the only kind of CPU stays theirs when another kind comes.
 */
static u32 pmu_of_native(const struct perfcnt_native *native)
{
	const struct perfcnt_cpu_pmus *pmus = &perf->limits->pmus;
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
	struct perfcnt_wanted *next = &perf->next[i];
	const struct perfcnt_cpu_pmu *pmu;
	int cpu;

	next->pmu = 0;
	if (perfcnt_control_event(control->word) == PERFCNT_EVENT_NATIVE)
		next->pmu = pmu_of_native(&control->native);
	if (perfcnt_perf_encode(control, i, perf->limits, &next->attr))
		return perfcnt_refuse_lacking(i, cpumask_first(cpu_online_mask),
					      reason);
	mutex_lock(&perf->lock); /* no CPU comes meanwhile */
	cpu = next->pmu ? perfcnt_counts_nowhere(next) : -1;
	mutex_unlock(&perf->lock);
	if (cpu < 0)
		return 0;
	pmu = perfcnt_cpu_pmus_of_type(&perf->limits->pmus, next->pmu);
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
	for_each_set_bit(i, &mask, perf->counters) {
		perf->next[i] = perf->wanted[i];
		if (perfcnt_control_same(&control[i], &perf->wanted[i].control))
			continue;
		*changed |= BIT(i);
		perf->next[i].control = control[i];
		if (!(control[i].word & PERFCNT_CTL_MODES))
			continue;
		err = configure_plan_counter(i, &control[i], reason);
		if (err)
			return err;
	}
	return 0;
}

/* The events are there: change to them, if the PMUs have space. */
static int change(unsigned long mask, unsigned long changed, u64 *sums,
		  struct perfcnt_reason *reason)
{
	int err;

	perfcnt_clear_only(); /* events that stop are not lost */
	err = perfcnt_prepare_capacity(changed, reason);
	if (!err)
		switch_all(mask, changed, sums);
	spin_lock(&perf->sums);
	perfcnt_find_busy();
	spin_unlock(&perf->sums);
	return err;
}

/* One try: false if a CPU has come or gone meanwhile. */
static bool try_configure(unsigned long mask, unsigned long changed, u64 *sums,
			  struct perfcnt_reason *reason, int *err)
{
	unsigned int then = perfcnt_generation();
	bool good;

	perfcnt_suspend_wait();
	perfcnt_free_offline();
	*err = perfcnt_prepare(changed, then, reason);
	mutex_lock(&perf->lock);
	good = then == perf->generation;
	if (good && !*err)
		*err = change(mask, changed, sums, reason);
	mutex_unlock(&perf->lock);
	/* a slot ends every few milliseconds, and others wait for that */
	if (good && !*err && changed && perf->next[__ffs(changed)].control.multiplexed)
		perfcnt_put_away_later(changed);
	else
		perfcnt_put_away(changed, good);
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

static int do_configure(void *data)
{
	const struct configure_job *job = data;
	unsigned long changed;
	int err;

	perfcnt_setup_lock();
	err = configure_plan(job->mask, job->control, &changed, job->reason);
	if (!err)
		while (!try_configure(job->mask, changed, job->sums, job->reason, &err))
			cond_resched();
	if (!err)
		perfcnt_capacity_check(changed);
	mutex_unlock(&perf->setup);
	return err;
}

/**
 * perfcnt_perf_configure - let counters count something else from now on
 * @mask: those that change
 * @control: an entry a counter
 * @sums: their sums at that moment
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -ENOENT for an event that the PMU lacks; -EBUSY if it has no
 * space; what perf says otherwise.  Nothing has changed then.
 */
int perfcnt_perf_configure(unsigned long mask,
			   const struct perfcnt_control *control, u64 *sums,
			   struct perfcnt_reason *reason)
{
	struct configure_job job = {
		.mask = mask,
		.control = control,
		.sums = sums,
		.reason = reason,
	};

	return perfcnt_as_kernel(do_configure, &job);
}

/**
 * struct configure_period - another sample period of a counter
 * @counter: the counter
 * @events: of a period, or 0: there are no samples
 * @reason: why not, if not
 */
struct configure_period {
	unsigned int counter;
	u64 events;
	struct perfcnt_reason *reason;
};

static int do_configure_period(void *data)
{
	const struct configure_period *period = data;
	struct perfcnt_wanted *next = &perf->next[period->counter];
	unsigned long mask = BIT(period->counter);
	u64 sums[PERFCNT_MAX_COUNTERS];
	int err = 0;

	perfcnt_setup_lock();
	*next = perf->wanted[period->counter];
	next->attr.sample_period = period->events;
	if (next->control.word & PERFCNT_CTL_MODES)
		while (!try_configure(mask, mask, sums, period->reason, &err))
			cond_resched();
	mutex_unlock(&perf->setup);
	return err;
}

/**
 * perfcnt_perf_configure_period - let a counter's events interrupt
 * @counter: the counter, which goes on counting the same
 * @period: after so many events each; 0: never
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_perf_configure().
 */
int perfcnt_perf_configure_period(unsigned int counter, u64 period,
				  struct perfcnt_reason *reason)
{
	struct configure_period wanted = { counter, period, reason };

	return perfcnt_as_kernel(do_configure_period, &wanted);
}

static bool anything_wanted(void)
{
	bool any = false;
	unsigned int i;

	mutex_lock(&perf->lock);
	for (i = 0; i < perf->counters; i++)
		any |= perf->wanted[i].control.word & PERFCNT_CTL_MODES;
	mutex_unlock(&perf->lock);
	return any;
}

/**
 * perfcnt_perf_stop - let nothing count, as in the beginning
 *
 * Context: Process context, may sleep.  No CPU has an event when this returns.
 */
void perfcnt_perf_stop(void)
{
	static const struct perfcnt_control nothing[PERFCNT_MAX_COUNTERS];
	static const struct perfcnt_wanted none;
	u64 sums[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;
	unsigned int i;

	if (anything_wanted())
		perfcnt_perf_configure(BIT(perf->counters) - 1, nothing, sums,
				       &reason);
	perfcnt_setup_lock();
	mutex_lock(&perf->lock);
	for (i = 0; i < perf->counters; i++)
		configure_want(i, &none);
	mutex_unlock(&perf->lock);
	mutex_unlock(&perf->setup);
}
