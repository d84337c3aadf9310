// SPDX-License-Identifier: GPL-2.0
/*
 * misc_register() fails, for the device of a certain name: it gets another device
 * instead, whose minor number is taken.  It waits as long as somebody opens the device of
 * that number, which takes until he is killed: what was opened before it is open meanwhile.
 *
 * With proc=1 there is a /proc/perf that is not perfcnt's.
 */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/proc_fs.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

static char *name = "perfcnt";
module_param(name, charp, 0444);
MODULE_PARM_DESC(name, "the device's name");

static bool proc;
module_param(proc, bool, 0444);
MODULE_PARM_DESC(proc, "create a /proc/perf");

/* The kernel opens a device under the lock that misc_register() takes. */
static int open_until_killed(struct inode *inode, struct file *file)
{
	while (!fatal_signal_pending(current))
		schedule_timeout_killable(MAX_SCHEDULE_TIMEOUT);
	return -EINTR;
}

static const struct file_operations held = {
	.owner = THIS_MODULE, .open = open_until_killed,
};

/* Numbers below 255 are given by hand: nobody else has this one in a test. */
static struct miscdevice first = {
	.minor = 200, .name = "misc_fails", .fops = &held,
};

static struct miscdevice second = {
	.minor = 200, .name = "misc_fails2", .fops = &held,
};

/* The first argument of a function that was just called. */
static unsigned long *argument(struct pt_regs *regs)
{
#if defined(CONFIG_X86_64)
	return &regs->di;
#elif defined(CONFIG_ARM64)
	return (unsigned long *)&regs->regs[0];
#elif defined(CONFIG_MIPS)
	return &regs->regs[4];
#else
#error "where is a function's first argument?"
#endif
}

static int registers(struct kprobe *probe, struct pt_regs *regs)
{
	struct miscdevice *device = (void *)*argument(regs);

	if (!strcmp(device->name, name))
		*argument(regs) = (unsigned long)&second;
	return 0;
}

static struct kprobe probe = {
	.symbol_name = "misc_register",
	.pre_handler = registers,
};

static int __init misc_fails_init(void)
{
	int err = misc_register(&first);

	if (err)
		return err;
	err = register_kprobe(&probe);
	if (err)
		misc_deregister(&first);
	else if (proc)
		proc_mkdir("perf", NULL);
	return err;
}

static void __exit misc_fails_exit(void)
{
	if (proc)
		remove_proc_entry("perf", NULL);
	unregister_kprobe(&probe);
	misc_deregister(&first);
}

module_init(misc_fails_init);
module_exit(misc_fails_exit);

MODULE_DESCRIPTION("A device that cannot be registered");
MODULE_LICENSE("GPL");
