// SPDX-License-Identifier: GPL-2.0
/*
 * Any PMU that the kernel drives, and the kernel's software events: a pinned
 * perf event for each counter and each CPU that its filter selects, so that
 * the kernel arbitrates with every other user of the PMU.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "../../core/pmu.h"
#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

static void say_lost(unsigned int cpu, unsigned long lost,
		     struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "counter %u: perf has taken the PMU away on CPU %u; counting has stopped there",
			   (unsigned int)__ffs(lost), cpu);
}

/* Those of the CPUs that have events are asked, and those that count these counters. */
static long pmu_perf_ask(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			 struct perfcnt_reason *reason)
{
	unsigned long lost;
	unsigned int cpu;

	mutex_lock(&perf->lock);
	perfcnt_find_counting(counters, &perf->asked);
	for_each_cpu_and(cpu, &perf->busy, cpus)
		cpumask_set_cpu(cpu, &perf->asked);
	perfcnt_cross_call(&perf->asked, perfcnt_poll_here, NULL);
	perfcnt_add_up(sums);
	lost = perf->missing;
	if (lost)
		*reason = perf->why_missing;
	for_each_cpu(cpu, &perf->asked) {
		unsigned long here = per_cpu_ptr(&perfcnt_cpu_events, cpu)->lost;

		if (here)
			say_lost(cpu, here, reason);
		lost |= here;
	}
	mutex_unlock(&perf->lock);
	return lost;
}

/*
 * Without a lock: this CPU changes its events only with interrupts off, and whoever
 * wants them changed hides which CPU is the only one before.
 */
static bool notrace pmu_perf_read_fast(unsigned long counters, u64 *sums)
{
	lockdep_assert_irqs_disabled();
	/* the sums of before are there, see perfcnt_find_busy() */
	if (smp_load_acquire(&perf->only) != smp_processor_id() ||
	    unlikely(READ_ONCE(perf->missing)))
		return false;
	return perfcnt_cpu_events_read_fast(this_cpu_ptr(&perfcnt_cpu_events),
					    counters, perf->retired, sums);
}

/* No other CPU has events: none is asked. */
static unsigned long read_here(u64 *sums, struct perfcnt_reason *reason)
{
	unsigned long flags, lost;

	lockdep_assert_held(&perf->sums);
	local_irq_save(flags);
	lost = perfcnt_cpu_events_sums(this_cpu_ptr(&perfcnt_cpu_events),
				       perf->counters, perf->retired, sums);
	local_irq_restore(flags);
	if (unlikely(lost))
		say_lost(smp_processor_id(), lost, reason);
	if (unlikely(perf->missing))
		*reason = perf->why_missing;
	return lost | perf->missing;
}

static long pmu_perf_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			  struct perfcnt_reason *reason)
{
	long lost = -EAGAIN;

	if (cpus)
		return pmu_perf_ask(counters, cpus, sums, reason);
	spin_lock(&perf->sums);
	if (perf->only == smp_processor_id() || perf->only == PERFCNT_NO_CPU)
		lost = read_here(sums, reason);
	spin_unlock(&perf->sums);
	return lost;
}

static bool notrace pmu_perf_read_cpu(unsigned long counters, u64 *sums)
{
	return perfcnt_cpu_events_read_cpu(this_cpu_ptr(&perfcnt_cpu_events), counters,
					   sums) &&
	       !(READ_ONCE(perf->missing) & counters);
}

/* Every event gets its counter when it is created. */
static int pmu_perf_acquire(struct perfcnt_reason *reason)
{
	return 0;
}

static void pmu_perf_release(void)
{
	perfcnt_perf_stop();
	mutex_lock(&perf->lock);
	spin_lock(&perf->sums);
	perf->missing = 0;
	spin_unlock(&perf->sums);
	mutex_unlock(&perf->lock);
}

static void pmu_perf_poll_laps(struct work_struct *unused)
{
	mutex_lock(&perf->lock);
	perfcnt_cross_call(&perf->busy, perfcnt_poll_here, NULL);
	if (perf->silent)
		perfcnt_watch_laps();
	mutex_unlock(&perf->lock);
}

/* Nothing counts yet, but CPUs may be coming. */
static void pmu_perf_set_counters(unsigned int n)
{
	perfcnt_setup_lock();
	mutex_lock(&perf->lock);
	perf->counters = n;
	mutex_unlock(&perf->lock);
	mutex_unlock(&perf->setup);
}

static int pmu_perf_probe(struct perfcnt_pmu *pmu, unsigned int n,
			  struct perfcnt_reason *reason)
{
	int err = perfcnt_topology_init(&pmu->limits);

	if (err) {
		perfcnt_reason_set(reason, "out of memory");
		return err;
	}
	perf->counters = PERFCNT_MAX_COUNTERS; /* until the CPUs have been looked at */
	perf->limits = &pmu->limits;
	INIT_DELAYED_WORK(&perf->laps, pmu_perf_poll_laps);
	perfcnt_cpu_model_find(&pmu->limits.cpu);
	perfcnt_cpu_pmu_init(&pmu->limits.pmus);
	err = perfcnt_hotplug_start();
	if (err) {
		perfcnt_reason_set(reason,
				   "cannot register a CPU hotplug callback: all are in use");
		perfcnt_topology_exit();
		return err;
	}
	pmu_perf_set_counters(n ?: perfcnt_cpu_pmu_counters());
	perfcnt_suspend_start();
	pmu->hardware = perfcnt_cpu_pmus_count(&pmu->limits.pmus);
	pmu->limits.counters = perf->counters;
	pmu->limits.modes = PERFCNT_CTL_U | PERFCNT_CTL_K;
	pmu->limits.native = true;
	pmu->limits.any_filter = true;
	return 0;
}

static void pmu_perf_remove(void)
{
	perfcnt_suspend_stop();
	perfcnt_hotplug_stop();
	perfcnt_prepare_exit();
	cancel_delayed_work_sync(&perf->laps);
	perfcnt_topology_exit();
}

struct perfcnt_pmu perfcnt_pmu_perf = {
	.name = "perf",
	.owner = THIS_MODULE,
	.probe = pmu_perf_probe,
	.remove = pmu_perf_remove,
	.acquire = pmu_perf_acquire,
	.release = pmu_perf_release,
	.configure = perfcnt_perf_configure,
	.forget = perfcnt_prepare_forget,
	.read_fast = pmu_perf_read_fast,
	.read_cpu = pmu_perf_read_cpu,
	.read = pmu_perf_read,
	.counts_on = perfcnt_selects,
	.sample = perfcnt_sampled_set,
};
