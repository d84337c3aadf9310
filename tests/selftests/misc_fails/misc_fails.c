// SPDX-License-Identifier: GPL-2.0
/*
 * misc_register() fails, for the device of a certain name, and takes its time: what
 * was opened before it is open meanwhile.  It gets another device instead, whose
 * minor number is taken.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/ptrace.h>
#include <linux/string.h>

static char *name = "perfcnt";
module_param(name, charp, 0444);
MODULE_PARM_DESC(name, "the device's name");

static uint ms = 200;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long it takes, in milliseconds");

static const struct file_operations nothing = { .owner = THIS_MODULE };

/* Numbers below 255 are given by hand: nobody else has this one in a test. */
static struct miscdevice first = {
	.minor = 200, .name = "misc_fails", .fops = &nothing,
};

static struct miscdevice second = {
	.minor = 200, .name = "misc_fails2", .fops = &nothing,
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

	if (!strcmp(device->name, name)) {
		mdelay(ms);
		*argument(regs) = (unsigned long)&second;
	}
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
	return err;
}

static void __exit misc_fails_exit(void)
{
	unregister_kprobe(&probe);
	misc_deregister(&first);
}

module_init(misc_fails_init);
module_exit(misc_fails_exit);

MODULE_DESCRIPTION("A device that cannot be registered");
MODULE_LICENSE("GPL");
