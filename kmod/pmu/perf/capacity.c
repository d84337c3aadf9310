// SPDX-License-Identifier: GPL-2.0
/*
 * How many counters a PMU has, and what our events leave for those of others.
 *
 * Ours are pinned: others that are not pinned wait, and one that is pinned and
 * comes later never counts.  The kernel does not say so when that is the NMI
 * watchdog's, which is made again when it is turned on or its CPU comes
 * (watchdog_hardlockup_enable()).
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/printk.h>

#include "cpu_event.h"
#include "state.h"

static struct perfcnt_perf *const perf = &perfcnt_perf;

#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
static unsigned int capacity_known(struct pmu *pmu)
{
	return perfcnt_direct_is_arm_pmu(pmu) ?
	       perfcnt_arm_pmu_counters(to_arm_pmu(pmu)) : 0;
}
#elif defined(CONFIG_X86)
#include <asm/cpufeature.h>
#include <asm/perf_event.h>
#ifdef PERFCNT_HAS_CPUID_API /* newer kernels: Kbuild looks for it */
#include <asm/cpuid/api.h>
#else
#include <asm/processor.h>
#endif

/* As perf's drivers find it; newer kernels let only KVM ask these. */
static unsigned int capacity_known(struct pmu *pmu)
{
	union cpuid_0x80000022_ebx amd;
	union cpuid10_eax intel;

	if (boot_cpu_has(X86_FEATURE_ARCH_PERFMON)) {
		intel.full = cpuid_eax(10);
		return intel.split.num_counters;
	}
	if (boot_cpu_has(X86_FEATURE_PERFMON_V2)) {
		amd.full = cpuid_ebx(EXT_PERFMON_DEBUG_FEATURES);
		return amd.split.num_core_pmc;
	}
	return boot_cpu_has(X86_FEATURE_PERFCTR_CORE) ? AMD64_NUM_COUNTERS_CORE : 0;
}
#else
static unsigned int capacity_known(struct pmu *pmu)
{
	return 0; /* perf tells nobody */
}
#endif

/**
 * perfcnt_capacity_of - how many counters of a PMU count whatever it can count
 * @pmu: the PMU of this CPU
 *
 * Nothing is tried: a pinned event takes the counter of one that is not, which does not
 * count then.
 *
 * Context: On the CPU.
 * Return: their number; the default number of counters if it is not known.
 */
unsigned int perfcnt_capacity_of(struct pmu *pmu)
{
	return capacity_known(pmu) ?: PERFCNT_DEFAULT_COUNTERS;
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
