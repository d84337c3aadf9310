// SPDX-License-Identifier: GPL-2.0
/* The last error and its reason, in words. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/capability.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sysfs.h>

#include "../encoding/reason.h"
#include "interface.h"

static DEFINE_MUTEX(lock);
/* a reason, and what failed */
static char last_error[PERFCNT_REASON_SIZE + 32] = "none";

static bool anybody_reads;

/*
 * The module's kobject calls its attributes as its own.  Only users who may read
 * /proc/perf may read this: the text quotes what was written, and names processes.
 */
static ssize_t
last_error_show(module_attribute_const struct module_attribute *attribute,
		struct module_kobject *mkobj, char *buf)
{
	ssize_t length;

	if (!anybody_reads && !perfmon_capable())
		return -EPERM;
	mutex_lock(&lock);
	length = sysfs_emit(buf, "%s\n", last_error);
	mutex_unlock(&lock);
	return length;
}

static const struct module_attribute last_error_attribute =
	__ATTR_RO_MODE(last_error, 0444);

/**
 * perfcnt_last_error_set - store and log an error and its reason
 * @format: a sentence without a newline
 *
 * Context: Process context, may sleep.
 */
void perfcnt_last_error_set(const char *format, ...)
{
	va_list args;

	mutex_lock(&lock);
	va_start(args, format);
	vscnprintf(last_error, sizeof(last_error), format, args);
	va_end(args);
	pr_info_ratelimited("%s\n", last_error);
	mutex_unlock(&lock);
}

/**
 * perfcnt_last_error_init - create the file in the module's sysfs directory
 * @unprivileged_read: all users may read it
 *
 * Return: 0, or what sysfs says.
 */
int perfcnt_last_error_init(bool unprivileged_read)
{
	anybody_reads = unprivileged_read;
	return sysfs_create_file(&THIS_MODULE->mkobj.kobj,
				 &last_error_attribute.attr);
}

/**
 * perfcnt_last_error_exit - remove the file
 */
void perfcnt_last_error_exit(void)
{
	sysfs_remove_file(&THIS_MODULE->mkobj.kobj, &last_error_attribute.attr);
}
