// SPDX-License-Identifier: GPL-2.0
/*
 * A function of perfcnt.ko that takes its time, so that others come in between: each
 * call waits before its first instruction.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/processor.h>

static char *at = "";
module_param(at, charp, 0444);
MODULE_PARM_DESC(at, "the function");

static uint ms = 5;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long it waits, in milliseconds");

static uint calls;
module_param(calls, uint, 0444);
MODULE_PARM_DESC(calls, "how often it has been called");

/* By the clock, as a CPU that has just come has not measured its loops. */
static int wait(struct kprobe *probe, struct pt_regs *regs)
{
	u64 end = ktime_get_ns() + (u64)ms * NSEC_PER_MSEC;

	WRITE_ONCE(calls, calls + 1);
	while (ktime_get_ns() < end)
		cpu_relax();
	return 0;
}

static struct kprobe probe = { .pre_handler = wait };

static int __init hold_init(void)
{
	probe.symbol_name = at;
	return register_kprobe(&probe);
}

static void __exit hold_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(hold_init);
module_exit(hold_exit);

MODULE_DESCRIPTION("A function that takes its time");
MODULE_LICENSE("GPL");
