/* SPDX-License-Identifier: GPL-2.0 */
/* The ioctls of /dev/perfcnt. */
#ifndef PERFCNT_IOCTLS_H
#define PERFCNT_IOCTLS_H

#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/wait.h>

#include "../counters/owner.h"
#include "../words/reason.h"

/**
 * struct perfcnt_client - an open file
 * @owner: its claimed counters
 * @may_change: it was opened for writing
 * @wait: tasks in poll()
 * @fasync: processes that want SIGIO
 * @lock: guards the fields below
 * @code: errno of the last failed command
 * @last: why it failed
 */
struct perfcnt_client {
	struct perfcnt_owner owner;
	bool may_change;
	struct wait_queue_head wait;
	struct fasync_struct *fasync;
	struct mutex lock; /* alone */
	int code;
	struct perfcnt_reason last;
};

int perfcnt_ioctl(struct perfcnt_client *client, unsigned int cmd,
		  void __user *arg, struct perfcnt_reason *reason);

#endif /* PERFCNT_IOCTLS_H */
