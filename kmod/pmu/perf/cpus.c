// SPDX-License-Identifier: GPL-2.0
/* What CPUs the machine has: their PMUs, their models, the numbers of their cores. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/topology.h>
#ifdef CONFIG_X86
#include <asm/processor.h>
#endif

#include "cpu_event.h"
#include "state.h"

static DEFINE_PER_CPU(const struct perfcnt_cpu_pmu *, cpu_pmu);
static struct perfcnt_cpu_pmus *all;
static unsigned int least; /* counters of a CPU's PMU; without one all that there can be */

/**
 * perfcnt_cpu_pmu_init - no CPU's PMU is known
 * @pmus: where those are noted that are found
 */
void perfcnt_cpu_pmu_init(struct perfcnt_cpu_pmus *pmus)
{
	unsigned int cpu;

	all = pmus;
	least = PERFCNT_MAX_COUNTERS;
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
 * Context: A kernel thread on the CPU, may sleep; one at a time.
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
		least = min(least, perfcnt_capacity_of(event->pmu));
		perf_event_release_kernel(event);
		if (!found)
			pr_warn("CPU %u: more than %u kinds of CPU are not supported\n",
				cpu, PERFCNT_MAX_PMUS);
		WRITE_ONCE(per_cpu(cpu_pmu, cpu), found);
		break;
	case -ENOENT: /* nobody takes such events */
	case -ENODEV: /* a PMU without hardware */
		break;
	case -EOPNOTSUPP: /* a PMU without such events */
		least = min_t(unsigned int, least, PERFCNT_DEFAULT_COUNTERS);
		break;
	default:
		least = min_t(unsigned int, least, PERFCNT_DEFAULT_COUNTERS);
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

/**
 * perfcnt_cpu_pmu_counters - the least counters that the PMU of a CPU has
 *
 * Return: the least of all CPUs that were online, at most PERFCNT_MAX_COUNTERS. Without a
 *	   PMU it is that: there are only software events, which no hardware limits.
 */
unsigned int perfcnt_cpu_pmu_counters(void)
{
	return least;
}

/**
 * perfcnt_cpu_model_find - the model of the machine's CPUs
 * @model: where it goes; of x86 only, of others it remains as it is
 *
 * Of a machine with two kinds of CPU both have the same.
 */
void perfcnt_cpu_model_find(struct perfcnt_cpu_model *model)
{
#ifdef CONFIG_X86
	const struct cpuinfo_x86 *cpu = &boot_cpu_data;

	model->vendor = cpu->x86_vendor == X86_VENDOR_INTEL ?
			PERFCNT_VENDOR_INTEL : model->vendor;
	model->family = cpu->x86;
	model->model = cpu->x86_model;
#endif
}

#define NO_CORE UINT_MAX

static unsigned int *core_of; /* indexed by CPU */
static struct perfcnt_limits *limits;

/**
 * perfcnt_topology_add - number the core of a CPU, if that is not done yet
 * @cpu: an online CPU
 *
 * Context: The CPU cannot go offline.
 */
void perfcnt_topology_add(unsigned int cpu)
{
	unsigned int sibling;

	if (core_of[cpu] != NO_CORE)
		return;
	for_each_cpu(sibling, topology_sibling_cpumask(cpu))
		if (core_of[sibling] != NO_CORE)
			core_of[cpu] = core_of[sibling];
	if (core_of[cpu] != NO_CORE)
		return;
	core_of[cpu] = limits->vpes;
	WRITE_ONCE(limits->vpes, limits->vpes + 1); /* read without a lock */
}

/**
 * perfcnt_topology_init - number the cores of all online CPUs
 * @machine: where it is noted how many CPUs and cores there are; cores that come
 *	     later are added
 *
 * Context: Process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int perfcnt_topology_init(struct perfcnt_limits *machine)
{
	unsigned int cpu;

	core_of = kmalloc_array(nr_cpu_ids, sizeof(*core_of), GFP_KERNEL);
	if (!core_of)
		return -ENOMEM;
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		core_of[cpu] = NO_CORE;
	limits = machine;
	limits->tcs = nr_cpu_ids;
	limits->vpes = 0;
	cpus_read_lock();
	for_each_online_cpu(cpu)
		perfcnt_topology_add(cpu);
	cpus_read_unlock();
	return 0;
}

/**
 * perfcnt_topology_exit - forget them
 */
void perfcnt_topology_exit(void)
{
	kfree(core_of);
	core_of = NULL;
}

/**
 * perfcnt_topology_core_of - the core of a CPU
 * @cpu: below nr_cpu_ids
 *
 * Return: its number, or UINT_MAX if the CPU has never been online.
 */
unsigned int perfcnt_topology_core_of(unsigned int cpu)
{
	return core_of[cpu];
}
