// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU that keeps its interrupts off.
 *
 *	/sys/module/stall/parameters/stall	"CPU MS": for so many milliseconds from
 *						now, at most 2000
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/processor.h>
#include <linux/smp.h>

#define MOST 2000

/* By the clock: mdelay() goes by how busy the host was when the CPU came online. */
static void keep_off(void *ms)
{
	u64 end = ktime_get_ns() + (unsigned long)ms * NSEC_PER_MSEC;

	while (ktime_get_ns() < end)
		cpu_relax();
}

static int stall_set(const char *words, const struct kernel_param *param)
{
	unsigned int cpu;
	unsigned long ms;

	if (sscanf(words, "%u %lu", &cpu, &ms) != 2 || ms > MOST)
		return -EINVAL;
	if (cpu >= nr_cpu_ids || !cpu_online(cpu))
		return -ENODEV;
	return smp_call_function_single(cpu, keep_off, (void *)ms, false);
}

static const struct kernel_param_ops stall_ops = { .set = stall_set };
module_param_cb(stall, &stall_ops, NULL, 0200);
MODULE_PARM_DESC(stall, "CPU and milliseconds");

MODULE_DESCRIPTION("A CPU that keeps its interrupts off");
MODULE_LICENSE("GPL");
