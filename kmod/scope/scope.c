// SPDX-License-Identifier: GPL-2.0
/* Scopes: letting counters count for tasks only. */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../core/owner.h"
#include "../core/window.h"
#include "members.h"
#include "scope.h"

#define FLAGS (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_ON_EXEC | \
	       PERFCNT_SCOPE_PROCESS | PERFCNT_SCOPE_RECORDS | \
	       PERFCNT_SCOPE_SHARED)

static int scope_follow(struct perfcnt_tree *tree, struct task_struct *task)
{
	struct perfcnt_root *root = kmalloc(sizeof(*root), GFP_KERNEL_ACCOUNT);

	if (!root)
		return -ENOMEM;
	root->event = perfcnt_task_event_new(tree, task);
	if (IS_ERR(root->event)) {
		int err = PTR_ERR(root->event);

		kfree(root);
		return err;
	}
	mutex_lock(&tree->lock);
	list_add_tail(&root->list, &tree->roots);
	mutex_unlock(&tree->lock);
	return 0;
}

/* Threads of a process that are not in the tree, at most so many; returns how many. */
static unsigned int scope_new_threads(struct perfcnt_tree *tree,
				      struct task_struct *process,
				      struct task_struct **threads, unsigned int most)
{
	struct task_struct *thread;
	unsigned int count = 0;

	mutex_lock(&tree->lock);
	rcu_read_lock();
	for_each_thread(process, thread) {
		if (perfcnt_tree_exits(thread) || perfcnt_tree_find(tree, thread))
			continue;
		if (count == most)
			break;
		threads[count++] = get_task_struct(thread);
	}
	rcu_read_unlock();
	mutex_unlock(&tree->lock);
	return count;
}

static int follow_thread(struct perfcnt_tree *tree, struct task_struct *thread)
{
	int err;

	if (fatal_signal_pending(current))
		return -EINTR;
	err = scope_follow(tree, thread);
	return err == -EEXIST || err == -ESRCH ? 0 : err;
}

/*
 * Threads that were not followed yet may have created others, which belong to a scope that
 * inherits: it goes on until there are none.  Elsewhere there can always be others.
 */
static int follow_process(struct perfcnt_tree *tree, struct task_struct *process)
{
	unsigned int i, most, count;
	struct task_struct **threads;
	int err = 0;

	do {
		most = get_nr_threads(process) + 1;
		threads = kvmalloc_array(most, sizeof(*threads), GFP_KERNEL_ACCOUNT);
		if (!threads)
			return -ENOMEM;
		count = scope_new_threads(tree, process, threads, most);
		for (i = 0; i < count; i++) {
			err = err ?: follow_thread(tree, threads[i]);
			put_task_struct(threads[i]);
		}
		kvfree(threads);
	} while (!err && count && (tree->flags & PERFCNT_SCOPE_INHERIT));
	return err;
}

static struct task_struct *scope_find_task(s32 number, struct perfcnt_reason *reason)
{
	struct task_struct *task;
	struct pid *pid;

	if (!number)
		return get_task_struct(current);
	pid = find_get_pid(number);
	task = get_pid_task(pid, PIDTYPE_PID);
	put_pid(pid);
	if (task)
		return task;
	perfcnt_reason_set(reason, "pid %d: no such thread", number);
	return ERR_PTR(-ESRCH);
}

static int scope_check_struct(const struct perfcnt_scope *scope,
			      struct perfcnt_reason *reason)
{
	if (scope->flags & ~FLAGS) {
		perfcnt_reason_set(reason, "flags 0x%x: unknown",
				   scope->flags & ~FLAGS);
		return -EINVAL;
	}
	if (!scope->counters) {
		perfcnt_reason_set(reason, "the mask of counters is 0");
		return -EINVAL;
	}
	return 0;
}

/* Follow a task, or all of its process's. */
static int scope_begin(struct perfcnt_tree *tree, struct task_struct *task,
		       const struct perfcnt_scope *scope, struct perfcnt_reason *reason)
{
	int err;

	err = scope->flags & PERFCNT_SCOPE_PROCESS ? follow_process(tree, task) :
						     scope_follow(tree, task);
	if (!err && list_empty(&tree->roots))
		err = -ESRCH;
	if (err == -ESRCH)
		perfcnt_reason_set(reason, "pid %d: it has exited", scope->pid);
	return err;
}

/*
 * A scope that has just begun has never been: its counters count as if nothing had been.
 * One that was started, stopped, reset or set meanwhile is lost.
 */
static void scope_undo(struct perfcnt_tree *tree)
{
	perfcnt_tree_clear(tree);
	perfcnt_task_sums_undo(tree->task_sums);
	perfcnt_tree_put(tree);
}

/*
 * A tree for which counters count alone, or an ERR_PTR; then they count as if this had not
 * been called.
 */
static struct perfcnt_tree *scope_new(struct perfcnt_owner *owner,
				      struct perfcnt_scope *scope,
				      struct wait_queue_head *wait,
				      struct perfcnt_reason *reason)
{
	struct perfcnt_tree *tree;
	struct task_struct *task;
	int err = scope_check_struct(scope, reason);

	if (err)
		return ERR_PTR(err);
	task = scope_find_task(scope->pid, reason);
	if (IS_ERR(task))
		return ERR_CAST(task);
	tree = perfcnt_tree_new(scope->flags, ns_of_pid(owner->pid), wait);
	if (!tree) {
		err = -ENOMEM;
		goto put_task;
	}
	err = perfcnt_task_sums_attach(tree->task_sums, owner, scope->counters,
				       scope->flags & PERFCNT_SCOPE_SHARED, reason);
	if (err) {
		perfcnt_tree_put(tree);
		goto put_task;
	}
	tree->records.size = perfcnt_record_size(tree->task_sums);
	scope->shared = tree->task_sums->shared;
	scope->record_size = scope->flags & PERFCNT_SCOPE_RECORDS ? tree->records.size : 0;
	err = scope_begin(tree, task, scope, reason);
	if (err)
		scope_undo(tree);
put_task:
	put_task_struct(task);
	return err ? ERR_PTR(err) : tree;
}

/* No task is followed any more; the counters are stopped and keep their counts. */
static void scope_end(struct perfcnt_tree *tree)
{
	perfcnt_tree_clear(tree);
	perfcnt_task_sums_detach(tree->task_sums);
}

/* Forget the tree; its tasks are not followed any more. */
static void scope_forget(struct perfcnt_following *following)
{
	if (following->tree)
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
 * Return: 0; -EBUSY if the file has a scope; -EINVAL, -EPERM, -EBUSY or -EIO as
 * perfcnt_task_sums_attach(); -ESRCH; -EINTR; -ENOMEM; -EFAULT; or what perf says.
 */
int perfcnt_follow(struct perfcnt_following *following,
		   struct perfcnt_owner *owner, struct perfcnt_scope *scope,
		   struct perfcnt_scope __user *arg, struct wait_queue_head *wait,
		   struct perfcnt_reason *reason)
{
	struct perfcnt_tree *tree;
	int err = 0;

	mutex_lock(&following->lock);
	if (following->now) {
		perfcnt_reason_set(reason,
				   "this file has a scope; PERFCNT_IOC_LEAVE comes first");
		err = -EBUSY;
		goto unlock;
	}
	tree = scope_new(owner, scope, wait, reason);
	if (IS_ERR(tree)) {
		err = PTR_ERR(tree);
		goto unlock;
	}
	if (copy_to_user(arg, scope, min_t(size_t, sizeof(*scope), scope->size))) {
		err = -EFAULT;
		scope_undo(tree);
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
	if (following->now)
		scope_end(following->tree);
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
