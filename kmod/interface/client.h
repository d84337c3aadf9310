/* SPDX-License-Identifier: GPL-2.0 */
/* An open file of /dev/perfcnt. */
#ifndef PERFCNT_CLIENT_H
#define PERFCNT_CLIENT_H

#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/wait.h>

#include "../core/owner.h"
#include "../encoding/reason.h"
#include "following.h"
#include "sampling.h"

/* Where @format of struct perfcnt_client has its parts; the mask is the low bits. */
#define PERFCNT_FORMAT_FLAGS_SHIFT	16
#define PERFCNT_FORMAT_LENGTH_SHIFT	24

/**
 * struct perfcnt_client - an open file
 * @owner: its claimed counters
 * @samples: of them
 * @following: whom they follow
 * @may_change: it was opened for writing
 * @format: what a short reading has, in one word: the mask of the counters,
 *	    PERFCNT_FORMAT_*, and the length in bytes; 0: there is none
 * @wait: tasks in poll()
 * @fasync: processes that want SIGIO
 * @lock: guards the fields below
 * @code: errno of the last failed command
 * @last: why it failed
 */
struct perfcnt_client {
	struct perfcnt_owner owner;
	struct perfcnt_samples samples;
	struct perfcnt_following following;
	bool may_change;
	u32 format;
	struct wait_queue_head wait;
	struct fasync_struct *fasync;
	struct mutex lock; /* alone */
	int code;
	struct perfcnt_reason last;
};

void perfcnt_keep_reason(struct perfcnt_client *client, int err,
			 const struct perfcnt_reason *reason);

#endif /* PERFCNT_CLIENT_H */
