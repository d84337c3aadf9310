// SPDX-License-Identifier: GPL-2.0
/* An open file's tree of tasks: at most one, whose records outlive it. */
#include <linux/err.h>
#include <linux/kconfig.h>

#include "../task/tree.h"
#include "client.h"
#include "ioctl.h"

/* The compiler removes the calls that a kernel without it lacks. */
#define HAS_PERF IS_ENABLED(CONFIG_PERF_EVENTS)

/* Forget the tree; its tasks are not followed any more. */
static void scope_forget(struct perfcnt_following *following)
{
	if (HAS_PERF && following->tree)
		perfcnt_tree_put(following->tree);
	following->tree = NULL;
}

/**
 * perfcnt_follow - let counters count for tasks only
 * @following: whom the open file follows
 * @owner: the file's counters
 * @scope: which counters and tasks, with the caller's size
 * @arg: where the result goes
 * @wait: is woken when there is a record
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY if the file has a scope; -EOPNOTSUPP without CONFIG_PERF_EVENTS;
 * -EFAULT; or as perfcnt_scope_new().
 */
int perfcnt_follow(struct perfcnt_following *following,
		   struct perfcnt_owner *owner, struct perfcnt_scope *scope,
		   struct perfcnt_scope __user *arg, struct wait_queue_head *wait,
		   struct perfcnt_reason *reason)
{
	struct perfcnt_tree *tree;
	int err = 0;

	if (!HAS_PERF) {
		perfcnt_reason_set(reason,
				   "this kernel is built without CONFIG_PERF_EVENTS: counters cannot follow a task");
		return -EOPNOTSUPP;
	}
	mutex_lock(&following->lock);
	if (following->now) {
		perfcnt_reason_set(reason,
				   "this file has a scope; PERFCNT_IOC_LEAVE comes first");
		err = -EBUSY;
		goto unlock;
	}
	tree = perfcnt_scope_new(owner, scope, wait, reason);
	if (IS_ERR(tree)) {
		err = PTR_ERR(tree);
		goto unlock;
	}
	err = perfcnt_put_struct(arg, scope, sizeof(*scope), scope->size);
	if (err) {
		perfcnt_scope_undo(tree);
		goto unlock;
	}
	scope_forget(following);
	following->tree = tree;
	following->now = true;
unlock:
	mutex_unlock(&following->lock);
	return err;
}

static void scope_leave(struct perfcnt_following *following)
{
	if (HAS_PERF && following->now)
		perfcnt_scope_end(following->tree);
	following->now = false;
}

/**
 * perfcnt_unfollow - counters follow no task any more, and are stopped
 * @following: whom the open file follows
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EINVAL if the file has no scope.
 */
int perfcnt_unfollow(struct perfcnt_following *following,
		     struct perfcnt_reason *reason)
{
	int err = 0;

	mutex_lock(&following->lock);
	if (following->now) {
		scope_leave(following);
	} else {
		perfcnt_reason_set(reason, "this file has no scope");
		err = -EINVAL;
	}
	mutex_unlock(&following->lock);
	return err;
}

/* The tree, kept; or NULL. */
static struct perfcnt_tree *scope_get_tree(struct perfcnt_following *following)
{
	struct perfcnt_tree *tree;

	mutex_lock(&following->lock);
	tree = following->tree;
	if (tree)
		perfcnt_tree_get(tree);
	mutex_unlock(&following->lock);
	return tree;
}

/**
 * perfcnt_follow_left - how many tasks has the kernel let leave at execve()?
 * @following: whom the open file follows, or followed last
 *
 * Context: Process context, may sleep.
 */
u32 perfcnt_follow_left(struct perfcnt_following *following)
{
	struct perfcnt_tree *tree;
	u32 left;

	if (!HAS_PERF)
		return 0;
	tree = scope_get_tree(following);
	if (!tree)
		return 0;
	left = perfcnt_tree_execs(tree);
	perfcnt_tree_put(tree);
	return left;
}

/**
 * perfcnt_follow_due - has a thread exited whose record was not read?
 * @following: whom the open file follows
 *
 * Context: Process context, may sleep.
 */
bool perfcnt_follow_due(struct perfcnt_following *following)
{
	struct perfcnt_tree *tree;
	bool due;

	if (!HAS_PERF)
		return false;
	tree = scope_get_tree(following);
	if (!tree)
		return false;
	due = perfcnt_tree_due(tree);
	perfcnt_tree_put(tree);
	return due;
}

/**
 * perfcnt_follow_read - read records of threads that have exited
 * @following: whom the open file follows
 * @buf: where they go
 * @size: space there, in bytes
 *
 * Context: Process context, may sleep.
 * Return: the number of bytes; -EINVAL without space for one or without a scope; -EAGAIN
 * if there is none; -EFAULT.
 */
ssize_t perfcnt_follow_read(struct perfcnt_following *following,
			    char __user *buf, size_t size)
{
	struct perfcnt_tree *tree;
	ssize_t length;

	if (!HAS_PERF)
		return -EINVAL;
	tree = scope_get_tree(following);
	if (!tree)
		return -EINVAL;
	length = perfcnt_tree_read(tree, buf, size);
	perfcnt_tree_put(tree);
	return length;
}

/**
 * perfcnt_follow_end - the file is closed
 * @following: whom the open file follows
 *
 * Context: Process context, may sleep.
 */
void perfcnt_follow_end(struct perfcnt_following *following)
{
	scope_leave(following);
	scope_forget(following);
}
