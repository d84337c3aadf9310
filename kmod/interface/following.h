/* SPDX-License-Identifier: GPL-2.0 */
/* An open file's tree of tasks. */
#ifndef PERFCNT_FOLLOWING_H
#define PERFCNT_FOLLOWING_H

#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../encoding/reason.h"

struct perfcnt_owner;
struct perfcnt_scope;
struct perfcnt_tree;

/**
 * struct perfcnt_following - whom an open file's counters follow
 * @lock: guards the rest
 * @tree: the tasks that they follow, or followed last, or NULL
 * @now: they do so now
 */
struct perfcnt_following {
	struct mutex lock; /* comes before all of counters and scope */
	struct perfcnt_tree *tree;
	bool now;
};

int perfcnt_follow(struct perfcnt_following *following,
		   const struct perfcnt_owner *owner, struct perfcnt_scope *scope,
		   struct wait_queue_head *wait, struct perfcnt_reason *reason);
int perfcnt_unfollow(struct perfcnt_following *following,
		     struct perfcnt_reason *reason);
int perfcnt_follow_start(struct perfcnt_following *following,
			 struct perfcnt_owner *owner, u32 mask,
			 struct perfcnt_reason *reason);
bool perfcnt_follow_due(struct perfcnt_following *following);
ssize_t perfcnt_follow_read(struct perfcnt_following *following,
			    char __user *buf, size_t size);
void perfcnt_follow_end(struct perfcnt_following *following);

#endif /* PERFCNT_FOLLOWING_H */
