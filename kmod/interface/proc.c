// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/perf: the counters as text; and why the last text was rejected.
 *
 * A read at offset 0 takes a reading of all counters; reads at other offsets show the
 * rest of the same reading.  A write is accepted or rejected as a whole.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/capability.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/printk.h>
#include <linux/proc_fs.h>
#include <linux/security.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/workqueue.h>

#include "../core/counters.h"
#include "../core/kernel_thread.h"
#include "../encoding/grammar.h"
#include "../encoding/reason.h"
#include "interface.h"

#define FILE_NAME "perf"

/* The most bytes in one write. */
#define WRITE_MAX SZ_64K

static DEFINE_SPINLOCK(last_error_lock);
/* A reason, and what failed. */
static char last_error[PERFCNT_REASON_SIZE + 32] = "none";

/* All users may read both. */
static bool anybody_reads;

/* Readings for those without privileges: one at a time, however many want one. */
static struct workqueue_struct *readings_queue;

/*
 * The module's kobject calls its attributes as its own.  Only users who may read
 * /proc/perf may read this: the text quotes what was written, and names processes.
 */
static ssize_t
last_error_show(perfcnt_attribute_const struct module_attribute *attribute,
		struct module_kobject *mkobj, char *buf)
{
	char copy[sizeof(last_error)];

	if (!anybody_reads && !perfmon_capable())
		return -EPERM;
	spin_lock(&last_error_lock);
	memcpy(copy, last_error, sizeof(copy));
	spin_unlock(&last_error_lock);
	return sysfs_emit(buf, "%s\n", copy);
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
	char error[sizeof(last_error)];
	va_list args;

	va_start(args, format);
	vscnprintf(error, sizeof(error), format, args);
	va_end(args);
	pr_info_ratelimited("%s\n", error);
	spin_lock(&last_error_lock);
	strscpy(last_error, error, sizeof(last_error));
	spin_unlock(&last_error_lock);
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

/**
 * struct proc_reading - what an open file shows
 * @privileged: who has opened the file has CAP_PERFMON
 * @lock: guards the rest; a file may be shared by several tasks
 * @length: of @text, 0 before the first read
 * @text: the counters, formatted
 */
struct proc_reading {
	bool privileged;
	struct mutex lock; /* taken before those of core */
	size_t length;
	char text[PERFCNT_MAX_COUNTERS * PERFCNT_GRAMMAR_COUNTER_SIZE];
};

/*
 * Counts of others are a side channel.  capable() asks in the initial user
 * namespace, so root in a container is refused.
 */
static int proc_perf_open(struct inode *inode, struct file *file)
{
	bool for_anybody = anybody_reads && !(file->f_mode & FMODE_WRITE);
	bool privileged = perfmon_capable();
	struct proc_reading *reading;
	int err;

	if (!privileged && !for_anybody)
		return -EPERM;
	err = security_locked_down(LOCKDOWN_PERF);
	if (err)
		return err;
	reading = kzalloc(sizeof(*reading), GFP_KERNEL_ACCOUNT);
	if (!reading)
		return -ENOMEM;
	reading->privileged = privileged;
	mutex_init(&reading->lock);
	file->private_data = reading;
	return 0;
}

static int proc_perf_release(struct inode *inode, struct file *file)
{
	kfree(file->private_data);
	return 0;
}

static int proc_take_reading(void *data)
{
	struct proc_reading *reading = data;
	struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	struct perfcnt_reason reason perfcnt_uninitialized;
	int err;

	err = perfcnt_reading_all(readings, &reason);
	if (err) {
		perfcnt_last_error_set("read: %s", reason.words);
		return err;
	}
	reading->length = perfcnt_grammar_format(reading->text,
						 sizeof(reading->text), readings,
						 perfcnt_counters_limits()->counters);
	return 0;
}

/*
 * A task without privileges may get next to no time, because it is SCHED_IDLE or its group
 * has used up its share.  If it had the locks of a reading, all others would wait for it.  Who has
 * these locks waits for no reading in the queue.
 */
static int proc_take_reading_for(struct proc_reading *reading)
{
	return reading->privileged ? proc_take_reading(reading) :
	       perfcnt_in_queue(readings_queue, proc_take_reading, reading);
}

static ssize_t proc_perf_read(struct file *file, char __user *buf, size_t count,
			      loff_t *ppos)
{
	struct proc_reading *reading = file->private_data;
	ssize_t ret;

	mutex_lock(&reading->lock);
	ret = *ppos && reading->length ? 0 : proc_take_reading_for(reading);
	if (!ret)
		ret = simple_read_from_buffer(buf, count, ppos, reading->text,
					      reading->length);
	mutex_unlock(&reading->lock);
	return ret;
}

/* What one write asks for: too much for the stack. */
struct proc_request {
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;
};

static int proc_apply_text(struct proc_request *request, const char *text, size_t length)
{
	int err;

	err = perfcnt_grammar_parse(text, length, perfcnt_counters_limits(),
				    request->settings, &request->reason);
	if (err) {
		perfcnt_last_error_set("%s", request->reason.words);
		return err;
	}
	err = perfcnt_settings_apply(request->settings, NULL,
				     &request->reason);
	if (err)
		perfcnt_last_error_set("write: %s", request->reason.words);
	return err;
}

static ssize_t proc_perf_write(struct file *file, const char __user *buf,
			       size_t count, loff_t *ppos)
{
	struct proc_request *request;
	char *text;
	int err;

	if (count > WRITE_MAX) {
		perfcnt_last_error_set("write: %zu bytes are too many (at most %u)",
				       count, (unsigned int)WRITE_MAX);
		return -E2BIG;
	}
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	request = kmalloc(sizeof(*request), GFP_KERNEL);
	err = request ? proc_apply_text(request, text, count) : -ENOMEM;
	kfree(request);
	kfree(text);
	return err ?: count;
}

static const struct proc_ops perf_ops = {
	.proc_open = proc_perf_open,
	.proc_read = proc_perf_read,
	.proc_write = proc_perf_write,
	.proc_lseek = default_llseek,
	.proc_release = proc_perf_release,
};

/* proc_create() does not say why it fails, and warns of a name that is taken. */
static bool proc_perf_exists(void)
{
	struct path path;

	if (kern_path("/proc/" FILE_NAME, 0, &path))
		return false;
	path_put(&path);
	return true;
}

static void proc_destroy_queue(void)
{
	if (readings_queue)
		destroy_workqueue(readings_queue);
	readings_queue = NULL;
}

/**
 * perfcnt_proc_init - create the file
 * @unprivileged_read: all users may read it
 *
 * Return: 0; -EBUSY if there is such a file (-EEXIST says that the module is loaded already,
 * and newer kernels change it); or -ENOMEM.
 */
int perfcnt_proc_init(bool unprivileged_read)
{
	umode_t mode = unprivileged_read ? 0644 : 0600;

	if (proc_perf_exists()) {
		pr_err("another module has created /proc/" FILE_NAME "\n");
		return -EBUSY;
	}
	if (unprivileged_read) {
		readings_queue = alloc_ordered_workqueue("perfcnt_readings", 0);
		if (!readings_queue)
			return -ENOMEM;
	}
	anybody_reads = unprivileged_read;
	if (proc_create(FILE_NAME, mode, NULL, &perf_ops))
		return 0;
	proc_destroy_queue();
	return -ENOMEM;
}

/**
 * perfcnt_proc_exit - remove the file
 *
 * Waits for calls that are still running.  After that, reads and writes of files that
 * are still open fail with EIO.
 */
void perfcnt_proc_exit(void)
{
	remove_proc_entry(FILE_NAME, NULL);
	proc_destroy_queue();
}
