// SPDX-License-Identifier: GPL-2.0
/* Which PMU a CPU has: machines with two kinds of CPU have two. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/printk.h>

#include "cpu_event.h"
#include "cpu_pmu.h"

static DEFINE_PER_CPU(const struct perfcnt_cpu_pmu *, cpu_pmu);
static struct perfcnt_cpu_pmus *all;

/**
 * perfcnt_cpu_pmu_init - no CPU's PMU is known
 * @pmus: where those are noted that are found
 */
void perfcnt_cpu_pmu_init(struct perfcnt_cpu_pmus *pmus)
{
	unsigned int cpu;

	all = pmus;
	for_each_possible_cpu(cpu)
		per_cpu(cpu_pmu, cpu) = NULL;
}

/* An event of a CPU's PMU that does not count, or an ERR_PTR. */
static struct perf_event *any_event(unsigned int cpu)
{
	static const u64 configs[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
	};
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.disabled = 1,
		.exclude_hv = 1,
		.exclude_guest = 1,
	};
	struct perf_event *event = ERR_PTR(-ENOENT);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(configs) && IS_ERR(event); i++) {
		attr.config = configs[i];
		event = perfcnt_cpu_event_create(&attr, cpu);
	}
	return event;
}

/**
 * perfcnt_cpu_pmu_find - see which PMU a CPU has, if that is not known yet
 * @cpu: an online CPU
 *
 * Its number and name are copied: the PMU may go when it has no events.
 *
 * Context: A kernel thread, may sleep; one at a time.  The CPU cannot go
 * offline.
 */
void perfcnt_cpu_pmu_find(unsigned int cpu)
{
	const struct perfcnt_cpu_pmu *found;
	struct perf_event *event;

	if (per_cpu(cpu_pmu, cpu))
		return;
	event = any_event(cpu);
	switch (PTR_ERR_OR_ZERO(event)) {
	case 0:
		found = perfcnt_cpu_pmus_add(all, event->pmu->type,
					     event->pmu->name);
		perf_event_release_kernel(event);
		if (!found)
			pr_warn("CPU %u: more than %u kinds of CPU are not supported\n",
				cpu, PERFCNT_MAX_PMUS);
		WRITE_ONCE(per_cpu(cpu_pmu, cpu), found);
		break;
	case -ENOENT: /* nobody takes such events */
	case -ENODEV: /* a PMU without hardware */
	case -EOPNOTSUPP: /* a PMU without such events */
		break;
	default:
		pr_warn("CPU %u: perf does not say which PMU the CPU has (error %ld)\n",
			cpu, -PTR_ERR(event));
	}
}

/**
 * perfcnt_cpu_pmu_of - a CPU's PMU
 * @cpu: a possible CPU
 *
 * Return: the PMU, or NULL for a CPU that has none or was never online.
 */
const struct perfcnt_cpu_pmu *perfcnt_cpu_pmu_of(unsigned int cpu)
{
	return READ_ONCE(per_cpu(cpu_pmu, cpu));
}
