// SPDX-License-Identifier: GPL-2.0
/* Scopes: letting counters count for tasks only. */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../core/owner.h"
#include "../core/window.h"
#include "tree.h"

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

/**
 * perfcnt_scope_new - let counters count for tasks only
 * @owner: the counters' owner
 * @scope: which counters and tasks; gets the result
 * @wait: is woken when there is a record
 * @reason: why not, if not
 *
 * After an error counters count as if this had not been called.
 *
 * Context: Process context, may sleep.
 * Return: the tree, which perfcnt_scope_undo(), or perfcnt_scope_end() and
 * perfcnt_tree_put(), end; -EINVAL, -EPERM, -EBUSY or -EIO as perfcnt_task_sums_attach();
 * -ESRCH; -EINTR; -ENOMEM; or what perf says.
 */
struct perfcnt_tree *perfcnt_scope_new(struct perfcnt_owner *owner,
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
		perfcnt_scope_undo(tree);
put_task:
	put_task_struct(task);
	return err ? ERR_PTR(err) : tree;
}

/**
 * perfcnt_scope_undo - a scope that has just begun has never been
 * @tree: the tree; it is put
 *
 * Its counters count as if nothing had been.  One that was started, stopped, reset or set
 * meanwhile is lost.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_scope_undo(struct perfcnt_tree *tree)
{
	perfcnt_tree_clear(tree);
	perfcnt_task_sums_undo(tree->task_sums);
	perfcnt_tree_put(tree);
}

/**
 * perfcnt_scope_end - follow no task any more
 * @tree: the tree; its records can still be read, those of the tasks that still run too
 *
 * Its counters are stopped and keep their counts.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_scope_end(struct perfcnt_tree *tree)
{
	perfcnt_tree_clear(tree);
	perfcnt_task_sums_detach(tree->task_sums);
}
