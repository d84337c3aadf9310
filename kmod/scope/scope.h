/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scope of an open file: the tasks that its counters count for, and nobody else.  It
 * has one at a time, whose records outlive it.
 */
#ifndef PERFCNT_SCOPE_H
#define PERFCNT_SCOPE_H

#include <linux/errno.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "../encoding/reason.h"

struct perfcnt_owner;
struct perfcnt_scope;
struct perfcnt_tree;
struct wait_queue_head;

/**
 * struct perfcnt_following - whom an open file's counters follow
 * @lock: guards the rest
 * @tree: the tasks that they follow, or followed last, or NULL
 * @now: they do so now
 */
struct perfcnt_following {
	struct mutex lock; /* comes before all of core and members */
	struct perfcnt_tree *tree;
	bool now;
};

#ifdef CONFIG_PERF_EVENTS

int perfcnt_follow(struct perfcnt_following *following,
		   struct perfcnt_owner *owner, struct perfcnt_scope *scope,
		   struct perfcnt_scope __user *arg, struct wait_queue_head *wait,
		   struct perfcnt_reason *reason);
int perfcnt_unfollow(struct perfcnt_following *following,
		     struct perfcnt_reason *reason);
u32 perfcnt_follow_left(struct perfcnt_following *following);
bool perfcnt_follow_due(struct perfcnt_following *following);
ssize_t perfcnt_follow_read(struct perfcnt_following *following,
			    char __user *buf, size_t size);
void perfcnt_follow_end(struct perfcnt_following *following);

#else

static inline int perfcnt_follow(struct perfcnt_following *following,
				 struct perfcnt_owner *owner, struct perfcnt_scope *scope,
				 struct perfcnt_scope __user *arg, struct wait_queue_head *wait,
				 struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "this kernel is built without CONFIG_PERF_EVENTS: counters cannot follow a task");
	return -EOPNOTSUPP;
}

static inline int perfcnt_unfollow(struct perfcnt_following *following,
				   struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "this file has no scope");
	return -EINVAL;
}

static inline u32 perfcnt_follow_left(struct perfcnt_following *following)
{
	return 0;
}

static inline bool perfcnt_follow_due(struct perfcnt_following *following)
{
	return false;
}

static inline ssize_t perfcnt_follow_read(struct perfcnt_following *following,
					  char __user *buf, size_t size)
{
	return -EINVAL;
}

static inline void perfcnt_follow_end(struct perfcnt_following *following) { }

#endif /* CONFIG_PERF_EVENTS */

#endif /* PERFCNT_SCOPE_H */
