// SPDX-License-Identifier: GPL-2.0
/* What the driver of perf events knows; state.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/container_of.h>
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../../core/window.h"
#include "state.h"

struct perfcnt_perf perfcnt_perf = {
	.setup = __MUTEX_INITIALIZER(perfcnt_perf.setup),
	.lock = __MUTEX_INITIALIZER(perfcnt_perf.lock),
	.sums = __SPIN_LOCK_UNLOCKED(perfcnt_perf.sums),
	.only = PERFCNT_NO_CPU,
};

DEFINE_PER_CPU(struct perfcnt_cpu_events, perfcnt_cpu_events);

static struct perfcnt_perf *const perf = &perfcnt_perf;

/**
 * perfcnt_cpu_event_of - one counter on one CPU
 * @cpu: a possible CPU
 * @counter: below the number of counters
 */
struct perfcnt_cpu_event *perfcnt_cpu_event_of(unsigned int cpu,
					       unsigned int counter)
{
	return &per_cpu_ptr(&perfcnt_cpu_events, cpu)->counter[counter];
}

/**
 * perfcnt_selects - does its filter select this CPU?
 * @control: what a counter shall count
 * @cpu: a possible CPU
 */
bool perfcnt_selects(const struct perfcnt_control *control, unsigned int cpu)
{
	switch (perfcnt_control_mt_en(control->word)) {
	case PERFCNT_MT_EN_VPE:
		return perfcnt_topology_core_of(cpu) == control->unit;
	case PERFCNT_MT_EN_TC:
		return cpu == control->unit;
	default:
		return true;
	}
}

/**
 * perfcnt_counts_on - does it count on this CPU?
 * @what: what a counter shall count
 * @cpu: a possible CPU
 */
bool perfcnt_counts_on(const struct perfcnt_wanted *what, unsigned int cpu)
{
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	if (!(what->control.word & PERFCNT_CTL_MODES) ||
	    !perfcnt_selects(&what->control, cpu))
		return false;
	return !what->pmu || (pmu && pmu->type == what->pmu);
}

/**
 * perfcnt_counts_nowhere - does its filter select CPUs of another kind only?
 * @what: what a counter shall count, in some mode
 *
 * Return: the first of them that has been online, or -1.
 */
int perfcnt_counts_nowhere(const struct perfcnt_wanted *what)
{
	const struct perfcnt_cpu_pmu *pmu;
	unsigned int cpu;
	int other = -1;

	for_each_possible_cpu(cpu) {
		if (perfcnt_counts_on(what, cpu))
			return -1;
		pmu = perfcnt_cpu_pmu_of(cpu);
		if (pmu && other < 0 && perfcnt_selects(&what->control, cpu))
			other = cpu;
	}
	return other;
}

/**
 * perfcnt_is_software - is it an event that no PMU counts?
 * @what: what a counter shall count, in some mode
 */
bool perfcnt_is_software(const struct perfcnt_wanted *what)
{
	return what->attr.type == PERF_TYPE_SOFTWARE;
}

/**
 * perfcnt_poll_here - poll all counters on this CPU
 * @unused: not used
 *
 * Context: Interrupts are off.
 */
void perfcnt_poll_here(void *unused)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned int i;

	perfcnt_cpu_events_poll(here, perf->counters);
	for (i = 0; i < perf->counters; i++)
		now[i] = here->counter[i].before + here->counter[i].seen;
	perfcnt_task_sums_advance_here(now);
}

/**
 * perfcnt_clear_only - readers wait for the lock from now on
 *
 * Until perfcnt_find_busy(): events on CPUs are about to change.
 *
 * Context: Lock is held.
 */
void perfcnt_clear_only(void)
{
	lockdep_assert_held(&perf->lock);
	spin_lock(&perf->sums);
	WRITE_ONCE(perf->only, PERFCNT_ANY_CPU);
	spin_unlock(&perf->sums);
}

/**
 * perfcnt_set_missing - a counter does not count on a CPU that came
 * @counter: the counter
 * @format: why, in words
 *
 * Context: Lock is held.
 */
void perfcnt_set_missing(unsigned int counter, const char *format, ...)
{
	va_list args;

	lockdep_assert_held(&perf->lock);
	spin_lock(&perf->sums);
	perf->missing |= BIT(counter);
	va_start(args, format);
	vscnprintf(perf->why_missing.words, sizeof(perf->why_missing.words),
		   format, args);
	va_end(args);
	spin_unlock(&perf->sums);
}

/**
 * perfcnt_watch_laps - look at all CPUs, unless the machine is suspended before
 *
 * In 250 ms 16 events a nanosecond are less than a lap of 32 bits.
 *
 * Context: Any.
 */
void perfcnt_watch_laps(void)
{
	queue_delayed_work(system_freezable_wq, &perf->laps, msecs_to_jiffies(250));
}

/**
 * perfcnt_find_busy - see which CPUs have events
 *
 * Context: Lock and sums are held.
 */
void perfcnt_find_busy(void)
{
	int only = PERFCNT_ANY_CPU;
	unsigned int cpu, i;
	bool silent = false;

	lockdep_assert_held(&perf->lock);
	lockdep_assert_held(&perf->sums);
	cpumask_clear(&perf->busy);
	for_each_possible_cpu(cpu) {
		for (i = 0; i < perf->counters; i++) {
			struct perf_event *event;

			event = perfcnt_cpu_event_of(cpu, i)->event;
			if (event || perfcnt_cpu_event_of(cpu, i)->suspended)
				cpumask_set_cpu(cpu, &perf->busy);
			silent |= event && !perfcnt_cpu_event_interrupts(event);
		}
	}
	perf->silent = silent;
	if (silent)
		perfcnt_watch_laps();
	switch (cpumask_weight(&perf->busy)) {
	case 0:
		only = PERFCNT_NO_CPU;
		break;
	case 1:
		only = cpumask_first(&perf->busy);
		break;
	}
	smp_store_release(&perf->only, only); /* the sums of before are there */
}

/**
 * perfcnt_find_counting - see which CPUs have to be asked for the sums of some counters
 * @counters: mask of the counters
 * @cpus: gets those that have events of them, and those that had, until they are asked
 *
 * Context: Lock is held.
 */
void perfcnt_find_counting(unsigned long counters, struct cpumask *cpus)
{
	unsigned int cpu, i;

	lockdep_assert_held(&perf->lock);
	cpumask_clear(cpus);
	for_each_cpu(cpu, &perf->busy)
		for_each_set_bit(i, &counters, perf->counters)
			if (perfcnt_cpu_event_of(cpu, i)->event ||
			    perfcnt_cpu_event_of(cpu, i)->seen)
				cpumask_set_cpu(cpu, cpus);
}

/**
 * perfcnt_add_up - the sums as they were seen last
 * @sums: where they go, an entry a counter
 *
 * Context: Lock is held.
 */
void perfcnt_add_up(u64 *sums)
{
	unsigned int cpu, i;

	lockdep_assert_held(&perf->lock);
	memcpy(sums, perf->retired, perf->counters * sizeof(*sums));
	for_each_cpu(cpu, &perf->busy)
		for (i = 0; i < perf->counters; i++)
			sums[i] += perfcnt_cpu_event_of(cpu, i)->seen;
}

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
 * perfcnt_generation - how often CPUs have come or gone, and which are there
 *
 * Context: Process context, may sleep; setup is held.
 */
unsigned int perfcnt_generation(void)
{
	unsigned int generation;

	lockdep_assert_held(&perf->setup);
	mutex_lock(&perf->lock);
	generation = perf->generation;
	cpumask_copy(&perf->there, &perf->members);
	mutex_unlock(&perf->lock);
	return generation;
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
 * struct cpu_call - a function that is called for a CPU
 * @work: what makes a thread call it
 * @function: the function
 * @cpu: what it is given
 */
struct cpu_call {
	struct work_struct work;
	void (*function)(unsigned int cpu);
	unsigned int cpu;
};

static DEFINE_PER_CPU(struct cpu_call, cpu_calls);

static void cpu_call_run(struct work_struct *work)
{
	struct cpu_call *cpu_call = container_of(work, struct cpu_call, work);

	cpu_call->function(cpu_call->cpu);
}

/**
 * perfcnt_for_cpus_with - perfcnt_for_cpus(), which gives it a lock class
 * @cpus: the CPUs
 * @function: may sleep
 * @name: of the lock class
 * @key: the lock class
 *
 * Context: Process context, may sleep; setup is held.  The current task does what is to
 * be done for the first CPU.
 */
void perfcnt_for_cpus_with(const struct cpumask *cpus, void (*function)(unsigned int cpu),
			   const char *name, struct lock_class_key *key)
{
	unsigned int cpu, first = cpumask_first(cpus);
	struct cpu_call *cpu_call;

	lockdep_assert_held(&perfcnt_perf.setup);
	if (first >= nr_cpu_ids)
		return;
	for_each_cpu(cpu, cpus) {
		if (cpu == first)
			continue;
		cpu_call = per_cpu_ptr(&cpu_calls, cpu);
		cpu_call->function = function;
		cpu_call->cpu = cpu;
		INIT_WORK(&cpu_call->work, cpu_call_run);
		lockdep_init_map(&cpu_call->work.lockdep_map, name, key, 0);
		queue_work(perfcnt_dfl_wq, &cpu_call->work);
	}
	function(first);
	for_each_cpu(cpu, cpus)
		if (cpu != first)
			flush_work(&per_cpu_ptr(&cpu_calls, cpu)->work);
}
