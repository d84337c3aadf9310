// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that come and go, and suspend to RAM, while the kernel's perf events count.
 *
 * An event dies with its CPU.  What it has counted is kept when the CPU goes,
 * and a new one is made when the CPU comes, before it has any work to do.
 * Software events cannot be made or freed in a hotplug callback, where the
 * lock of CPU hotplug is held for writing: those are seen to as soon as
 * hotplug is over, which is a moment later.
 *
 * Suspend to RAM may zero the PMU of the CPU that is left; the others go and come as in
 * hotplug.  On that one x86's driver does not know of it: an event is thought to count on
 * from where it was, though it has been zeroed and stopped.  So the last counts are taken
 * when nothing runs any more, and what events there were is never looked at again; as soon
 * as threads run there are others.  What happens in between is not counted.
 */
#include <linux/bits.h>
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/syscore_ops.h>
#include <linux/workqueue.h>

#include "cpu_event.h"
#include "cpus.h"
#include "events.h"
#include "hotplug.h"
#include "sample.h"

/* The event that a counter goes on with on this CPU, or NULL. */
static struct perf_event *suspend_create(unsigned int i)
{
	unsigned int cpu = smp_processor_id();
	struct perf_event *event;

	event = perfcnt_cpu_event_create(&counting->wanted[i].attr, cpu);
	if (!IS_ERR(event) && perfcnt_events_counts(event))
		return event;
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
	perfcnt_cpus_set_missing(i,
				 "counter %u: CPU %u has no free PMU counter after a suspend; not counted there",
				 i, cpu);
	return NULL;
}

/* A counter of this CPU whose event is suspended gets another. */
static void suspend_wake(unsigned int i)
{
	struct perfcnt_cpu_event *cpu_event = &this_cpu_ptr(&perfcnt_cpu_events)->counter[i];
	struct perf_event *event;
	unsigned long flags;

	perf_event_release_kernel(cpu_event->suspended); /* space for the other */
	event = suspend_create(i);
	spin_lock(&counting->sums);
	local_irq_save(flags);
	perfcnt_all_events.retired[i] += cpu_event->seen;
	cpu_event->before += cpu_event->seen;
	cpu_event->seen = 0;
	cpu_event->suspended = NULL;
	perfcnt_cpu_event_put(cpu_event, event);
	local_irq_restore(flags);
	spin_unlock(&counting->sums);
}

/* On the CPU that was left. */
static void suspend_wake_all(struct work_struct *unused)
{
	unsigned int i;

	mutex_lock(&counting->lock);
	perfcnt_cpus_hide_only();
	for (i = 0; i < counting->counters; i++)
		if (this_cpu_ptr(&perfcnt_cpu_events)->counter[i].suspended)
			suspend_wake(i);
	spin_lock(&counting->sums);
	perfcnt_cpus_find_busy();
	spin_unlock(&counting->sums);
	mutex_unlock(&counting->lock);
}

/*
 * One CPU, interrupts off.  A kernel thread that has been stopped while it changes
 * events is a reason not to suspend now.
 */
static int suspend_enter(void *unused)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	unsigned int i;

	if (!mutex_trylock(&counting->lock))
		return -EBUSY;
	counting->generation++; /* what is standby is suspended, too */
	perfcnt_cpus_poll_here(NULL);
	perfcnt_cpus_note_lost(smp_processor_id(), here->lost);
	for (i = 0; i < counting->counters; i++) {
		struct perfcnt_cpu_event *cpu_event = &here->counter[i];

		if (!cpu_event->event ||
		    perfcnt_cpu_event_is_software(cpu_event->event))
			continue;
		cpu_event->suspended = cpu_event->event;
		cpu_event->event = NULL;
		perfcnt_sample_leave(i, cpu_event->suspended,
				     cpu_event->start + cpu_event->seen);
	}
	mutex_unlock(&counting->lock);
	return 0;
}

static void suspend_leave(void *unused)
{
	schedule_work_on(smp_processor_id(), &counting->wake);
}

PERFCNT_DEFINE_SYSCORE(power, suspend_enter, suspend_leave);

/**
 * perfcnt_hotplug_watch_suspend - see to suspend from now on
 *
 * Context: Process context, may sleep.
 */
void perfcnt_hotplug_watch_suspend(void)
{
	perfcnt_register_syscore(&power);
}

/**
 * perfcnt_hotplug_ignore_suspend - not any more
 *
 * Context: Process context, may sleep.
 */
void perfcnt_hotplug_ignore_suspend(void)
{
	perfcnt_unregister_syscore(&power);
	flush_work(&counting->wake);
}

static enum cpuhp_state state;

/* Let counters that have nothing here go on with what is standby. */
static void hotplug_add_here(void *unused)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	unsigned int i;

	for (i = 0; i < counting->counters; i++) {
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
	for_each_cpu(cpu, &counting->members)
		for (i = 0; i < counting->counters; i++)
			if (per_cpu_ptr(&perfcnt_cpu_events, cpu)->counter[i].standby)
				cpumask_set_cpu(cpu, cpus);
}

/* One try: false if a CPU has come or gone meanwhile. */
static bool hotplug_try_add_software(void)
{
	unsigned int then = perfcnt_cpus_generation();
	struct perf_event *event;
	unsigned int cpu, i;
	int failed = -1;
	bool good;

	perfcnt_events_free_offline();
	for_each_cpu(cpu, &counting->there) {
		for (i = 0; i < counting->counters; i++) {
			const struct perfcnt_wanted *what = &counting->wanted[i];
			struct perfcnt_cpu_event *cpu_event =
				perfcnt_cpu_event_of(cpu, i);

			if (!perfcnt_wanted_is_software(what) ||
			    !perfcnt_cpus_counts_on(what, cpu))
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
	mutex_lock(&counting->lock);
	good = then == counting->generation;
	if (good) {
		if (failed >= 0)
			perfcnt_cpus_set_missing(failed,
						 "counter %d: out of memory for the event of a CPU that came online; not counted there",
						 failed);
		perfcnt_cpus_hide_only();
		hotplug_find_standby(&counting->asked);
		perfcnt_cpus_call_on(&counting->asked, hotplug_add_here, NULL);
		spin_lock(&counting->sums);
		perfcnt_cpus_find_busy();
		spin_unlock(&counting->sums);
	}
	mutex_unlock(&counting->lock);
	perfcnt_events_free_standby(BIT(counting->counters) - 1);
	return good;
}

static void hotplug_add_software(struct work_struct *unused)
{
	mutex_lock(&counting->setup);
	perfcnt_events_put_away_left();
	while (!hotplug_try_add_software())
		cond_resched();
	mutex_unlock(&counting->setup);
}

static DECLARE_WORK(software_work, hotplug_add_software);

/* Another kind of CPU may not have the event. */
static void hotplug_say_not_taken(unsigned int counter, unsigned int cpu, int err)
{
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	perfcnt_cpus_set_missing(counter,
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

	mutex_lock(&counting->lock);
	counting->generation++;
	perfcnt_cpus_number_core(cpu);
	perfcnt_cpus_find_pmu(cpu);
	cpumask_set_cpu(cpu, &counting->members);
	for (i = 0; i < counting->counters; i++) {
		const struct perfcnt_wanted *what = &counting->wanted[i];

		if (!perfcnt_cpus_counts_on(what, cpu) ||
		    perfcnt_wanted_is_software(what) ||
		    perfcnt_cpu_event_of(cpu, i)->event)
			continue;
		event = perfcnt_cpu_event_create(&what->attr, cpu);
		if (IS_ERR(event)) {
			hotplug_say_not_taken(i, cpu, PTR_ERR(event));
			continue;
		}
		if (!perfcnt_events_counts(event)) {
			perfcnt_cpus_set_missing(i,
						 "counter %u: CPU %u came online without a free PMU counter; not counted there",
						 i, cpu);
			perf_event_release_kernel(event);
			continue;
		}
		local_irq_save(flags);
		perfcnt_cpu_event_put(perfcnt_cpu_event_of(cpu, i), event);
		local_irq_restore(flags);
	}
	spin_lock(&counting->sums);
	perfcnt_cpus_find_busy();
	spin_unlock(&counting->sums);
	mutex_unlock(&counting->lock);
	schedule_work(&software_work);
	return 0;
}

/* A CPU goes, or we do: on it, when it has no work any more. */
static int hotplug_offline(unsigned int cpu)
{
	struct perf_event *gone[PERFCNT_MAX_COUNTERS];
	unsigned long flags;
	unsigned int i;

	flush_work(&counting->wake); /* lock is not held */
	mutex_lock(&counting->lock);
	counting->generation++;
	cpumask_clear_cpu(cpu, &counting->members);
	spin_lock(&counting->sums);
	local_irq_save(flags);
	perfcnt_cpus_poll_here(NULL);
	perfcnt_cpus_note_lost(cpu, per_cpu(perfcnt_cpu_events, cpu).lost);
	for (i = 0; i < counting->counters; i++) {
		struct perfcnt_cpu_event *cpu_event =
			perfcnt_cpu_event_of(cpu, i);
		u64 value = cpu_event->start + cpu_event->seen;

		gone[i] = cpu_event->event;
		perfcnt_all_events.retired[i] += cpu_event->seen;
		perfcnt_cpu_event_put(cpu_event, NULL);
		perfcnt_sample_leave(i, gone[i], value);
	}
	local_irq_restore(flags);
	perfcnt_cpus_find_busy();
	spin_unlock(&counting->sums);
	for (i = 0; i < counting->counters; i++) {
		if (gone[i] && perfcnt_cpu_event_is_software(gone[i]))
			perfcnt_cpu_event_of(cpu, i)->offline = gone[i];
		else if (gone[i])
			perf_event_release_kernel(gone[i]);
	}
	mutex_unlock(&counting->lock);
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
	int err;

	INIT_WORK(&counting->wake, suspend_wake_all);
	err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "perfcnt:online",
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
