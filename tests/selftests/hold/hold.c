// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of perfcnt.ko that take their time, so that others come in between: each
 * call waits before its first instruction.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/processor.h>

#define MOST 2

static char *at[MOST];
static unsigned int number;
module_param_array(at, charp, &number, 0444);
MODULE_PARM_DESC(at, "the functions");

static uint ms = 5;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long each call waits, in milliseconds");

static uint calls;
module_param(calls, uint, 0444);
MODULE_PARM_DESC(calls, "how often the last of them has been called");

static struct kprobe probes[MOST];

/* By the clock, as a CPU that has just come has not measured its loops. */
static int wait(struct kprobe *probe, struct pt_regs *regs)
{
	u64 end = ktime_get_ns() + (u64)ms * NSEC_PER_MSEC;

	if (probe == &probes[number - 1])
		WRITE_ONCE(calls, calls + 1);
	while (ktime_get_ns() < end)
		cpu_relax();
	return 0;
}

static void hold_remove(unsigned int n)
{
	while (n--)
		unregister_kprobe(&probes[n]);
}

static int __init hold_init(void)
{
	unsigned int i;
	int err;

	if (!number)
		return -EINVAL;
	for (i = 0; i < number; i++) {
		probes[i].symbol_name = at[i];
		probes[i].pre_handler = wait;
		err = register_kprobe(&probes[i]);
		if (err) {
			hold_remove(i);
			return err;
		}
	}
	return 0;
}

static void __exit hold_exit(void)
{
	hold_remove(number);
}

module_init(hold_init);
module_exit(hold_exit);

MODULE_DESCRIPTION("Functions that take their time");
MODULE_LICENSE("GPL");
