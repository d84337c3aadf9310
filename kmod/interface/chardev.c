// SPDX-License-Identifier: GPL-2.0
/* /dev/perfcnt: counters for programs. */
#include <linux/bug.h>
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/poll.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "../core/counters.h"
#include "../core/multiplex.h"
#include "../core/notify.h"
#include "../core/owner.h"
#include "client.h"
#include "interface.h"
#include "ioctl.h"

static void chardev_notify(struct perfcnt_owner *owner)
{
	struct perfcnt_client *client = container_of(owner,
						     struct perfcnt_client,
						     owner);

	wake_up_interruptible(&client->wait);
	kill_fasync(&client->fasync, SIGIO, POLL_IN);
}

static noinline_for_stack int chardev_ioctl_other(struct perfcnt_client *client,
						  unsigned int cmd, void __user *arg)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	int err;

	*reason.words = '\0';
	err = perfcnt_ioctl(client, cmd, arg, &reason);
	if (err)
		perfcnt_client_keep_reason(client, err, &reason);
	return err;
}

/* What every reading passes through has no hook for the function tracer. */
static long notrace chardev_ioctl(struct file *file, unsigned int cmd,
				  unsigned long arg)
{
	void __user *to = (void __user *)arg;

	if (likely(cmd == PERFCNT_IOC_READ))
		return perfcnt_ioctl_read(file->private_data, to);
	return chardev_ioctl_other(file->private_data, cmd, to);
}

static __poll_t chardev_poll(struct file *file, poll_table *wait)
{
	struct perfcnt_client *client = file->private_data;
	__poll_t due = 0;

	poll_wait(file, &client->wait, wait);
	if (perfcnt_notify_due(&client->owner) ||
	    perfcnt_file_samples_due(&client->samples) ||
	    perfcnt_scope_due(&client->scope))
		due = EPOLLIN | EPOLLRDNORM;
	if (perfcnt_scope_gone(&client->scope))
		due |= EPOLLHUP;
	return perfcnt_notify_lost(&client->owner) ? due | EPOLLERR : due;
}

/* Records of threads that have exited. */
static ssize_t chardev_read(struct file *file, char __user *buf, size_t size, loff_t *ppos)
{
	struct perfcnt_client *client = file->private_data;
	ssize_t length = perfcnt_scope_read(&client->scope, buf, size);
	struct perfcnt_reason reason;

	if (length == -EIO) {
		perfcnt_reason_set(&reason,
				   "the hardware of a counter was taken away while the next thread was counted, or before; PERFCNT_IOC_LEAVE and another scope come first");
		perfcnt_client_keep_reason(client, length, &reason);
	}
	return length;
}

/* A ring of samples. */
static int chardev_mmap(struct file *file, struct vm_area_struct *vma)
{
	const struct perfcnt_client *client = file->private_data;

	return perfcnt_file_samples_map(&client->samples, vma);
}

static int chardev_fasync(int fd, struct file *file, int on)
{
	struct perfcnt_client *client = file->private_data;

	return fasync_helper(fd, file, on, &client->fasync);
}

/* The same permissions as for writing to /proc/perf. */
static int chardev_open(struct inode *inode, struct file *file)
{
	struct perfcnt_client *client;
	int err;

	if (!perfmon_capable())
		return -EPERM;
	err = security_locked_down(LOCKDOWN_PERF);
	if (err)
		return err;
	client = kzalloc(sizeof(*client), GFP_KERNEL_ACCOUNT);
	if (!client)
		return -ENOMEM;
	if (!try_module_get(perfcnt_counters_pmu()->owner)) {
		kfree(client);
		return -ENODEV; /* the driver's module is being removed */
	}
	client->owner.pid = get_pid(task_tgid(current));
	client->owner.notify = chardev_notify;
	client->samples.owner = &client->owner;
	client->may_change = file->f_mode & FMODE_WRITE;
	init_waitqueue_head(&client->wait);
	mutex_init(&client->scope.lock);
	mutex_init(&client->lock);
	file->private_data = client;
	return stream_open(inode, file);
}

static int chardev_release(struct inode *inode, struct file *file)
{
	struct perfcnt_client *client = file->private_data;

	perfcnt_scope_end(&client->scope);
	perfcnt_file_samples_end(&client->samples);
	if (client->owner.multiplexer)
		perfcnt_multiplex_end(&client->owner, &client->last);
	/* counters would keep an owner that is freed */
	WARN_ON(perfcnt_owner_release(&client->owner, client->owner.mask, &client->last));
	put_pid(client->owner.pid);
	kfree(client);
	module_put(perfcnt_counters_pmu()->owner);
	return 0;
}

static const struct file_operations device_fops = {
	.owner = THIS_MODULE,
	.open = chardev_open,
	.release = chardev_release,
	.read = chardev_read,
	.unlocked_ioctl = chardev_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.poll = chardev_poll,
	.fasync = chardev_fasync,
	.mmap = chardev_mmap,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "perfcnt",
	.fops = &device_fops,
	.mode = 0600,
};

/**
 * perfcnt_chardev_init - create the device
 *
 * Return: 0, or what misc_register() says.
 */
int perfcnt_chardev_init(void)
{
	return misc_register(&device);
}

/**
 * perfcnt_chardev_exit - remove the device; no file is open
 */
void perfcnt_chardev_exit(void)
{
	misc_deregister(&device);
}
