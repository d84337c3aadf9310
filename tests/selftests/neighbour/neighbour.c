// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of each CPU, as many modules have: small numbers, which are no pointers.  A
 * module that was loaded before may have its own memory of each CPU right before them.
 */
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/percpu.h>

#define STATISTICS 256
#define FIRST 1000

static DEFINE_PER_CPU(unsigned long [STATISTICS], statistics);

static int __init neighbour_init(void)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu)
		for (i = 0; i < STATISTICS; i++)
			per_cpu(statistics, cpu)[i] = FIRST + i;
	return 0;
}

static void __exit neighbour_exit(void)
{
}

module_init(neighbour_init);
module_exit(neighbour_exit);

MODULE_DESCRIPTION("Memory of each CPU that is somebody else's");
MODULE_LICENSE("GPL");
