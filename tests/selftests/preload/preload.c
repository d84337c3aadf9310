// SPDX-License-Identifier: GPL-2.0
/*
 * A 34K's count registers, for tests: near half full or its end without so many events.
 *
 * register: "<counter> <hexadecimal value>" writes one.  perfcnt counts what that adds, as
 *	if so many events had happened.  Reading it shows all four.
 * half_fulls: how often perfcnt has found one half full in an interrupt since this was
 *	loaded.  The line is often the timer's too, and /proc/interrupts shows both
 *	together.  It is not there without the function tracer.
 */
#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include <asm/mipsregs.h>

static int write_register(const char *text, const struct kernel_param *param)
{
	unsigned int counter, value;

	if (sscanf(text, "%u %x", &counter, &value) != 2)
		return -EINVAL;
	switch (counter) {
	case 0:
		write_c0_perfcntr0(value);
		return 0;
	case 1:
		write_c0_perfcntr1(value);
		return 0;
	case 2:
		write_c0_perfcntr2(value);
		return 0;
	case 3:
		write_c0_perfcntr3(value);
		return 0;
	default:
		return -EINVAL;
	}
}

static int show_registers(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%x %x %x %x\n", read_c0_perfcntr0(), read_c0_perfcntr1(),
			  read_c0_perfcntr2(), read_c0_perfcntr3());
}

static const struct kernel_param_ops register_ops = {
	.set = write_register,
	.get = show_registers,
};

module_param_cb(register, &register_ops, NULL, 0600);

#ifdef CONFIG_DYNAMIC_FTRACE
static atomic_t half_fulls;

static int show_half_fulls(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%d\n", atomic_read(&half_fulls));
}

static const struct kernel_param_ops half_fulls_ops = { .get = show_half_fulls };

module_param_cb(half_fulls, &half_fulls_ops, NULL, 0400);

static void half_full(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
		      struct ftrace_regs *regs)
{
	if (in_hardirq())
		atomic_inc(&half_fulls);
}

static struct ftrace_ops trace = { .func = half_full };

static int __init preload_init(void)
{
	char function[] = "perfcnt_notify_half_full";

	return ftrace_set_filter(&trace, function, strlen(function), 1) ?:
	       register_ftrace_function(&trace);
}

static void __exit preload_exit(void)
{
	unregister_ftrace_function(&trace);
}
#else
static int __init preload_init(void)
{
	return 0;
}

static void __exit preload_exit(void)
{
}
#endif

module_init(preload_init);
module_exit(preload_exit);

MODULE_DESCRIPTION("Count registers that are written");
MODULE_LICENSE("GPL");
