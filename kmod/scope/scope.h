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
struct perfcnt_members;
struct wait_queue_head;

/**
 * struct perfcnt_file_scope - whom an open file's counters follow
 * @lock: guards the rest
 * @members: the tasks that they follow, or followed last, or NULL
 * @now: they do so now
 */
struct perfcnt_file_scope {
	struct mutex lock; /* comes before all of core and members */
	struct perfcnt_members *members;
	bool now;
};

#ifdef CONFIG_PERF_EVENTS

int perfcnt_scope_begin(struct perfcnt_file_scope *file_scope,
			struct perfcnt_owner *owner, struct perfcnt_scope *scope,
			struct perfcnt_scope __user *arg, struct wait_queue_head *wait,
			struct perfcnt_reason *reason);
int perfcnt_scope_leave(struct perfcnt_file_scope *file_scope,
			struct perfcnt_reason *reason);
u32 perfcnt_scope_left(struct perfcnt_file_scope *file_scope);
bool perfcnt_scope_due(struct perfcnt_file_scope *file_scope);
bool perfcnt_scope_gone(struct perfcnt_file_scope *file_scope);
ssize_t perfcnt_scope_read(struct perfcnt_file_scope *file_scope,
			   char __user *buf, size_t size);
void perfcnt_scope_end(struct perfcnt_file_scope *file_scope);

#else

static inline int perfcnt_scope_begin(struct perfcnt_file_scope *file_scope,
				      struct perfcnt_owner *owner, struct perfcnt_scope *scope,
				      struct perfcnt_scope __user *arg,
				      struct wait_queue_head *wait,
				      struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "this kernel is built without CONFIG_PERF_EVENTS: counters cannot follow a task");
	return -EOPNOTSUPP;
}

static inline int perfcnt_scope_leave(struct perfcnt_file_scope *file_scope,
				      struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "this file has no scope");
	return -EINVAL;
}

static inline u32 perfcnt_scope_left(struct perfcnt_file_scope *file_scope)
{
	return 0;
}

static inline bool perfcnt_scope_due(struct perfcnt_file_scope *file_scope)
{
	return false;
}

static inline bool perfcnt_scope_gone(struct perfcnt_file_scope *file_scope)
{
	return false;
}

static inline ssize_t perfcnt_scope_read(struct perfcnt_file_scope *file_scope,
					 char __user *buf, size_t size)
{
	return -EINVAL;
}

static inline void perfcnt_scope_end(struct perfcnt_file_scope *file_scope) { }

#endif /* CONFIG_PERF_EVENTS */

#endif /* PERFCNT_SCOPE_H */
