/* SPDX-License-Identifier: GPL-2.0 */
/* A program that has opened /dev/perfcnt, and how structs come from it and go to it. */
#ifndef PERFCNT_CLIENT_H
#define PERFCNT_CLIENT_H

#include <linux/compiler_types.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../core/owner.h"
#include "../encoding/reason.h"
#include "../scope/scope.h"

struct perfcnt_rings;

/**
 * struct perfcnt_file_samples - an open file's samples
 * @owner: whose counters are sampled
 * @rings: where samples go; NULL until a counter is sampled, then always the same
 */
struct perfcnt_file_samples {
	struct perfcnt_owner *owner;
	struct perfcnt_rings *rings;
};

/**
 * struct perfcnt_client - an open file
 * @owner: its claimed counters
 * @samples: of them
 * @scope: the tasks that they count for
 * @may_change: it was opened for writing
 * @wait: tasks in poll()
 * @fasync: processes that want SIGIO
 * @lock: guards the fields below
 * @code: errno of the last failed command
 * @last: why it failed
 */
struct perfcnt_client {
	struct perfcnt_owner owner;
	struct perfcnt_file_samples samples;
	struct perfcnt_file_scope scope;
	bool may_change;
	struct wait_queue_head wait;
	struct fasync_struct *fasync;
	struct mutex lock; /* alone */
	int code;
	struct perfcnt_reason last;
};

void perfcnt_client_keep_reason(struct perfcnt_client *client, int err,
				const struct perfcnt_reason *reason);

int perfcnt_client_get(void *to, size_t size, const void __user *from,
		       u32 *user_size);
int perfcnt_client_put(void __user *to, const void *from, size_t size,
		       u32 user_size);
int perfcnt_client_refuse_reserved(struct perfcnt_reason *reason);

#endif /* PERFCNT_CLIENT_H */
