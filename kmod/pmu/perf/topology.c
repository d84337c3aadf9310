// SPDX-License-Identifier: GPL-2.0
/*
 * The numbers of cores: what a VPE filter means where CPUs are not VPEs.
 *
 * The kernel's core ids are unique in a package only, and have gaps.  Here the
 * cores of the machine are numbered from 0 in the order in which their first
 * CPU was seen: that of the CPUs' numbers for those online when the module is
 * loaded, then those that come later.  A number, once given, stays.
 */
#include <linux/cpu.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "../../encoding/control.h"
#include "topology.h"

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
