// SPDX-License-Identifier: GPL-2.0
/*
 * What our events leave for those of others.
 *
 * Ours are pinned: others that are not pinned wait, and one that is pinned and
 * comes later never counts.  The kernel does not say so when that is the NMI
 * watchdog's, which is made again when it is turned on or its CPU comes
 * (watchdog_hardlockup_enable()).
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/printk.h>

#include "cpus.h"
#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

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
	counts = perfcnt_cpu_event_counts(event);
	perf_event_release_kernel(event);
	return counts;
}

/* Does one of the counters need the PMU of that CPU? */
static bool uses_pmu(unsigned long counters, unsigned int cpu)
{
	unsigned int i;

	for_each_set_bit(i, &counters, perf->counters)
		if (perfcnt_counts_on(&perf->wanted[i], cpu) &&
		    !perfcnt_is_software(&perf->wanted[i]) &&
		    !perf->wanted[i].control.multiplexed)
			return true;
	return false;
}

/**
 * perfcnt_capacity_check - say in the log if a CPU's PMU is full
 * @counters: mask of those that have been set
 *
 * Of several CPUs that the counters need, the first is looked at.
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_capacity_check(unsigned long counters)
{
	const struct perfcnt_cpu_pmu *pmu;
	unsigned int cpu;

	lockdep_assert_held(&perf->setup);
	for_each_cpu(cpu, &perf->there)
		if (uses_pmu(counters, cpu))
			break;
	if (cpu >= nr_cpu_ids || has_free_counter(cpu))
		return;
	pmu = perfcnt_cpu_pmu_of(cpu);
	pr_notice_ratelimited("CPU %u: all counters of PMU%s%s are in use: other perf events wait, and an NMI watchdog that is enabled now does not work\n",
			      cpu, pmu ? " " : "", pmu ? pmu->name : "");
}
