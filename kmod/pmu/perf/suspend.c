// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend to RAM, which may zero the PMU of the CPU that is left.
 *
 * The other CPUs go and come as in hotplug.  On that one x86's driver does not
 * know of it: an event is thought to count on from where it was, though it has
 * been zeroed and stopped.  So the last counts are taken when nothing runs any
 * more, and what events there were is never looked at again; as soon as threads
 * run there are others.  What happens in between is not counted.
 */
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/smp.h>
#include <linux/syscore_ops.h>
#include <linux/workqueue.h>

#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

/* The event that a counter goes on with on this CPU, or NULL. */
static struct perf_event *suspend_create(unsigned int i)
{
	unsigned int cpu = smp_processor_id();
	struct perf_event *event;

	event = perfcnt_cpu_event_create(&perf->wanted[i].attr, cpu);
	if (!IS_ERR(event) && perfcnt_cpu_event_counts(event))
		return event;
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
	perfcnt_set_missing(i,
			    "counter %u: CPU %u has no free PMU counter after a suspend; not counted there",
			    i, cpu);
	return NULL;
}

/* A counter of this CPU whose event is suspended gets another. */
static void suspend_wake(unsigned int i)
{
	unsigned int cpu = smp_processor_id();
	struct perfcnt_cpu_event *cpu_event = perfcnt_cpu_event_of(cpu, i);
	struct perf_event *event;
	unsigned long flags;

	perf_event_release_kernel(cpu_event->suspended); /* space for the other */
	event = suspend_create(i);
	spin_lock(&perf->sums);
	local_irq_save(flags);
	perf->retired[i] += cpu_event->seen;
	cpu_event->before += cpu_event->seen;
	cpu_event->seen = 0;
	cpu_event->suspended = NULL;
	perfcnt_cpu_event_put(cpu_event, event);
	local_irq_restore(flags);
	spin_unlock(&perf->sums);
}

/* On the CPU that was left. */
static void suspend_wake_all(struct work_struct *unused)
{
	unsigned int i;

	mutex_lock(&perf->lock);
	perfcnt_clear_only();
	for (i = 0; i < perf->counters; i++)
		if (perfcnt_cpu_event_of(smp_processor_id(), i)->suspended)
			suspend_wake(i);
	spin_lock(&perf->sums);
	perfcnt_find_busy();
	spin_unlock(&perf->sums);
	mutex_unlock(&perf->lock);
}

static DECLARE_WORK(wake_work, suspend_wake_all);

/*
 * One CPU, interrupts off.  A kernel thread that has been stopped while it changes
 * events is a reason not to suspend now.
 */
static int suspend_enter(void *unused)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	unsigned int i;

	if (!mutex_trylock(&perf->lock))
		return -EBUSY;
	perf->generation++; /* what is standby is suspended, too */
	perfcnt_poll_here(NULL);
	for (i = 0; i < perf->counters; i++) {
		struct perfcnt_cpu_event *cpu_event = &here->counter[i];

		if (!cpu_event->event ||
		    perfcnt_cpu_event_is_software(cpu_event->event))
			continue;
		cpu_event->suspended = cpu_event->event;
		cpu_event->event = NULL;
	}
	mutex_unlock(&perf->lock);
	return 0;
}

static void suspend_leave(void *unused)
{
	schedule_work_on(smp_processor_id(), &wake_work);
}

PERFCNT_DEFINE_SYSCORE(power, suspend_enter, suspend_leave);

/**
 * perfcnt_suspend_start - see to suspend from now on
 *
 * Context: Process context, may sleep.
 */
void perfcnt_suspend_start(void)
{
	perfcnt_register_syscore(&power);
}

/**
 * perfcnt_suspend_wait - wait until all counters count after a suspend
 *
 * Context: Process context, may sleep; lock is not held.
 */
void perfcnt_suspend_wait(void)
{
	flush_work(&wake_work);
}

/**
 * perfcnt_suspend_stop - not any more
 *
 * Context: Process context, may sleep.
 */
void perfcnt_suspend_stop(void)
{
	perfcnt_unregister_syscore(&power);
	flush_work(&wake_work);
}
