// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that come and go, while the kernel's perf events count.
 *
 * An event dies with its CPU.  What it has counted is kept when the CPU goes,
 * and a new one is made when the CPU comes, before it has any work to do.
 * Software events cannot be made or freed in a hotplug callback, where the
 * lock of CPU hotplug is held for writing: those are seen to as soon as
 * hotplug is over, which is a moment later.
 */
#include <linux/bits.h>
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

static enum cpuhp_state state;

/* Let counters that have nothing here go on with what is standby. */
static void hotplug_add_here(void *unused)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	unsigned int i;

	for (i = 0; i < perf->counters; i++) {
		struct perfcnt_cpu_event *cpu_event = &here->counter[i];

		if (cpu_event->event || !cpu_event->standby)
			continue;
		perfcnt_cpu_event_put(cpu_event, cpu_event->standby);
		cpu_event->standby = NULL;
	}
}

/* CPUs that have something standby. */
static void hotplug_find_standby(struct cpumask *cpus)
{
	unsigned int cpu, i;

	cpumask_clear(cpus);
	for_each_cpu(cpu, &perf->members)
		for (i = 0; i < perf->counters; i++)
			if (perfcnt_cpu_event_of(cpu, i)->standby)
				cpumask_set_cpu(cpu, cpus);
}

/* One try: false if a CPU has come or gone meanwhile. */
static bool hotplug_try_add_software(void)
{
	unsigned int then = perfcnt_generation();
	struct perf_event *event;
	unsigned int cpu, i;
	int failed = -1;
	bool good;

	perfcnt_free_offline();
	for_each_cpu(cpu, &perf->there) {
		for (i = 0; i < perf->counters; i++) {
			const struct perfcnt_wanted *what = &perf->wanted[i];
			struct perfcnt_cpu_event *cpu_event =
				perfcnt_cpu_event_of(cpu, i);

			if (!perfcnt_is_software(what) ||
			    !perfcnt_counts_on(what, cpu))
				continue;
			/* right as long as the generation is the same */
			if (data_race(cpu_event->event))
				continue;
			event = perfcnt_cpu_event_create(&what->attr, cpu);
			if (IS_ERR(event))
				failed = i;
			else
				cpu_event->standby = event;
		}
	}
	mutex_lock(&perf->lock);
	good = then == perf->generation;
	if (good) {
		if (failed >= 0)
			perfcnt_set_missing(failed,
					    "counter %d: out of memory for the event of a CPU that came online; not counted there",
					    failed);
		perfcnt_clear_only();
		hotplug_find_standby(&perf->asked);
		perfcnt_cross_call(&perf->asked, hotplug_add_here, NULL);
		spin_lock(&perf->sums);
		perfcnt_find_busy();
		spin_unlock(&perf->sums);
	}
	mutex_unlock(&perf->lock);
	perfcnt_free_standby(BIT(perf->counters) - 1);
	return good;
}

static void hotplug_add_software(struct work_struct *unused)
{
	perfcnt_setup_lock();
	while (!hotplug_try_add_software())
		cond_resched();
	mutex_unlock(&perf->setup);
}

static DECLARE_WORK(software_work, hotplug_add_software);

/* Another kind of CPU may not have the event. */
static void hotplug_say_not_taken(unsigned int counter, unsigned int cpu, int err)
{
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	perfcnt_set_missing(counter,
			    "counter %u: CPU %u came online, but PMU%s%s does not support the event (error %d); not counted there",
			    counter, cpu, pmu ? " " : "", pmu ? pmu->name : "",
			    -err);
}

/* A CPU has come, or was there: on it, before it has work to do. */
static int hotplug_online(unsigned int cpu)
{
	struct perf_event *event;
	unsigned long flags;
	unsigned int i;

	mutex_lock(&perf->lock);
	perf->generation++;
	perfcnt_topology_add(cpu);
	perfcnt_cpu_pmu_find(cpu);
	cpumask_set_cpu(cpu, &perf->members);
	for (i = 0; i < perf->counters; i++) {
		const struct perfcnt_wanted *what = &perf->wanted[i];

		if (!perfcnt_counts_on(what, cpu) ||
		    perfcnt_is_software(what) ||
		    perfcnt_cpu_event_of(cpu, i)->event)
			continue;
		event = perfcnt_cpu_event_create(&what->attr, cpu);
		if (IS_ERR(event)) {
			hotplug_say_not_taken(i, cpu, PTR_ERR(event));
			continue;
		}
		if (!perfcnt_cpu_event_counts(event)) {
			perfcnt_set_missing(i,
					    "counter %u: CPU %u came online without a free PMU counter; not counted there",
					    i, cpu);
			perf_event_release_kernel(event);
			continue;
		}
		local_irq_save(flags);
		perfcnt_cpu_event_put(perfcnt_cpu_event_of(cpu, i), event);
		local_irq_restore(flags);
	}
	spin_lock(&perf->sums);
	perfcnt_find_busy();
	spin_unlock(&perf->sums);
	mutex_unlock(&perf->lock);
	schedule_work(&software_work);
	return 0;
}

/* A CPU goes, or we do: on it, when it has no work any more. */
static int hotplug_offline(unsigned int cpu)
{
	struct perf_event *gone[PERFCNT_MAX_COUNTERS];
	unsigned long flags;
	unsigned int i;

	perfcnt_suspend_wait();
	mutex_lock(&perf->lock);
	perf->generation++;
	cpumask_clear_cpu(cpu, &perf->members);
	spin_lock(&perf->sums);
	local_irq_save(flags);
	perfcnt_poll_here(NULL);
	for (i = 0; i < perf->counters; i++) {
		struct perfcnt_cpu_event *cpu_event =
			perfcnt_cpu_event_of(cpu, i);

		gone[i] = cpu_event->event;
		perf->retired[i] += cpu_event->seen;
		perfcnt_cpu_event_put(cpu_event, NULL);
	}
	local_irq_restore(flags);
	perfcnt_find_busy();
	spin_unlock(&perf->sums);
	for (i = 0; i < perf->counters; i++) {
		if (gone[i] && perfcnt_cpu_event_is_software(gone[i]))
			perfcnt_cpu_event_of(cpu, i)->offline = gone[i];
		else if (gone[i])
			perf_event_release_kernel(gone[i]);
	}
	mutex_unlock(&perf->lock);
	schedule_work(&software_work);
	return 0;
}

/**
 * perfcnt_hotplug_start - all CPUs that are there, and those that come, may
 * count
 *
 * Context: Process context, may sleep.
 * Return: 0, or what cpuhp_setup_state() says.
 */
int perfcnt_hotplug_start(void)
{
	int err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "perfcnt:online",
				    hotplug_online, hotplug_offline);

	if (err < 0)
		return err;
	state = err;
	return 0;
}

/**
 * perfcnt_hotplug_stop - no CPU may count any more
 *
 * Context: Process context, may sleep; nothing counts.
 */
void perfcnt_hotplug_stop(void)
{
	cpuhp_remove_state(state);
	flush_work(&software_work);
}
