// SPDX-License-Identifier: GPL-2.0
/*
 * debugfs: files for tests only.
 *
 * perfcnt/preload: "<counter> <hexadecimal value>" brings a hardware register
 * near its end without changing the count.  Events that come while it is
 * being written are not counted, so an exact test suspends the counter.
 *
 * perfcnt/half_fulls: how many half-full interrupts there were.  The line is
 * often the timer's too, and /proc/interrupts shows both together.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/uaccess.h>

#include "../core/counters.h"
#include "interface.h"

static struct dentry *directory;

static ssize_t preload_write(struct file *file, const char __user *buf,
			     size_t count, loff_t *ppos)
{
	unsigned int counter, value;
	char text[32];
	int err;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, buf, count))
		return -EFAULT;
	text[count] = '\0';
	if (sscanf(text, "%u %x", &counter, &value) != 2 ||
	    counter >= perfcnt_counters_limits()->counters)
		return -EINVAL;
	err = perfcnt_counters_preload(counter, value);
	return err ?: count;
}

static const struct file_operations preload_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = preload_write,
};

/**
 * perfcnt_debugfs_init - create the directory, if the kernel has debugfs
 * @pmu: the PMU
 */
void perfcnt_debugfs_init(struct perfcnt_pmu *pmu)
{
	directory = debugfs_create_dir("perfcnt", NULL);
	debugfs_create_file("preload", 0200, directory, NULL, &preload_fops);
	debugfs_create_atomic_t("half_fulls", 0400, directory,
				&pmu->half_fulls);
	if (pmu->debug)
		pmu->debug(directory);
}

/**
 * perfcnt_debugfs_exit - remove the directory
 */
void perfcnt_debugfs_exit(void)
{
	debugfs_remove(directory);
}
