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

static int scope_follow(struct perfcnt_members *members, struct task_struct *task)
{
	struct perfcnt_root *root = kmalloc(sizeof(*root), GFP_KERNEL_ACCOUNT);

	if (!root)
		return -ENOMEM;
	root->event = perfcnt_members_event(members, task);
	if (IS_ERR(root->event)) {
		int err = PTR_ERR(root->event);

		kfree(root);
		return err;
	}
	mutex_lock(&members->lock);
	list_add_tail(&root->list, &members->roots);
	mutex_unlock(&members->lock);
	return 0;
}

/* Threads of a process that are no members, at most so many; returns how many. */
static unsigned int scope_new_threads(struct perfcnt_members *members,
				      struct task_struct *process,
				      struct task_struct **threads, unsigned int most)
{
	struct task_struct *thread;
	unsigned int count = 0;

	mutex_lock(&members->lock);
	rcu_read_lock();
	for_each_thread(process, thread) {
		if (perfcnt_member_exits(thread) || perfcnt_members_find(members, thread))
			continue;
		if (count == most)
			break;
		threads[count++] = get_task_struct(thread);
	}
	rcu_read_unlock();
	mutex_unlock(&members->lock);
	return count;
}

static int follow_thread(struct perfcnt_members *members, struct task_struct *thread)
{
	int err;

	if (fatal_signal_pending(current))
		return -EINTR;
	err = scope_follow(members, thread);
	return err == -EEXIST || err == -ESRCH ? 0 : err;
}

/*
 * Threads that were not followed yet may have created others, which belong to a scope that
 * inherits: it goes on until there are none.  Elsewhere there can always be others.
 */
static int follow_process(struct perfcnt_members *members, struct task_struct *process)
{
	unsigned int i, most, count;
	struct task_struct **threads;
	int err = 0;

	do {
		most = get_nr_threads(process) + 1;
		threads = kvmalloc_array(most, sizeof(*threads), GFP_KERNEL_ACCOUNT);
		if (!threads)
			return -ENOMEM;
		count = scope_new_threads(members, process, threads, most);
		for (i = 0; i < count; i++) {
			err = err ?: follow_thread(members, threads[i]);
			put_task_struct(threads[i]);
		}
		kvfree(threads);
	} while (!err && count && (members->flags & PERFCNT_SCOPE_INHERIT));
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
static int scope_begin(struct perfcnt_members *members, struct task_struct *task,
		       const struct perfcnt_scope *scope, struct perfcnt_reason *reason)
{
	int err;

	err = scope->flags & PERFCNT_SCOPE_PROCESS ? follow_process(members, task) :
						     scope_follow(members, task);
	if (!err && list_empty(&members->roots))
		err = -ESRCH;
	if (err == -ESRCH)
		perfcnt_reason_set(reason, "pid %d: it has exited", scope->pid);
	return err;
}

/*
 * A scope that has just begun has never been: its counters count as if nothing had been.
 * One that was started, stopped, reset or set meanwhile is lost.
 */
static void scope_undo(struct perfcnt_members *members)
{
	perfcnt_members_clear(members);
	perfcnt_windows_undo(members->windows);
	perfcnt_members_put(members);
}

/*
 * Members for which alone counters count, or an ERR_PTR; then they count as if this had not
 * been called.
 */
static struct perfcnt_members *scope_new(struct perfcnt_owner *owner,
					 struct perfcnt_scope *scope,
					 struct wait_queue_head *wait,
					 struct perfcnt_reason *reason)
{
	struct perfcnt_members *members;
	struct task_struct *task;
	int err = scope_check_struct(scope, reason);

	if (err)
		return ERR_PTR(err);
	task = scope_find_task(scope->pid, reason);
	if (IS_ERR(task))
		return ERR_CAST(task);
	members = perfcnt_members_new(scope->flags, ns_of_pid(owner->pid), wait);
	if (!members) {
		err = -ENOMEM;
		goto put_task;
	}
	err = perfcnt_windows_attach(members->windows, owner, scope->counters,
				     scope->flags & PERFCNT_SCOPE_SHARED, reason);
	if (err) {
		perfcnt_members_put(members);
		goto put_task;
	}
	members->records.size = perfcnt_record_size(members->windows);
	scope->shared = members->windows->shared;
	scope->record_size = scope->flags & PERFCNT_SCOPE_RECORDS ? members->records.size : 0;
	err = scope_begin(members, task, scope, reason);
	if (err)
		scope_undo(members);
put_task:
	put_task_struct(task);
	return err ? ERR_PTR(err) : members;
}

/* No task is followed any more; the counters are stopped and keep their counts. */
static void scope_end(struct perfcnt_members *members)
{
	perfcnt_members_clear(members);
	perfcnt_windows_detach(members->windows);
}

/* Forget the members; they are not followed any more. */
static void scope_forget(struct perfcnt_file_scope *file_scope)
{
	if (file_scope->members)
		perfcnt_members_put(file_scope->members);
	file_scope->members = NULL;
}

/**
 * perfcnt_scope_begin - let counters count for tasks only
 * @file_scope: whom the open file follows
 * @owner: the file's counters
 * @scope: which counters and tasks, with the caller's size
 * @arg: where the result goes
 * @wait: is woken when there is a record
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY if the file has a scope; -EINVAL, -EPERM, -EBUSY or -EIO as
 * perfcnt_windows_attach(); -ESRCH; -EINTR; -ENOMEM; -EFAULT; or what perf says.
 */
int perfcnt_scope_begin(struct perfcnt_file_scope *file_scope,
			struct perfcnt_owner *owner, struct perfcnt_scope *scope,
			struct perfcnt_scope __user *arg, struct wait_queue_head *wait,
			struct perfcnt_reason *reason)
{
	struct perfcnt_members *members;
	int err = 0;

	mutex_lock(&file_scope->lock);
	if (file_scope->now) {
		perfcnt_reason_set(reason,
				   "this file has a scope; PERFCNT_IOC_LEAVE comes first");
		err = -EBUSY;
		goto unlock;
	}
	members = scope_new(owner, scope, wait, reason);
	if (IS_ERR(members)) {
		err = PTR_ERR(members);
		goto unlock;
	}
	if (copy_to_user(arg, scope, min_t(size_t, sizeof(*scope), scope->size))) {
		err = -EFAULT;
		scope_undo(members);
		goto unlock;
	}
	scope_forget(file_scope);
	file_scope->members = members;
	file_scope->now = true;
unlock:
	mutex_unlock(&file_scope->lock);
	return err;
}

static void scope_leave(struct perfcnt_file_scope *file_scope)
{
	if (file_scope->now)
		scope_end(file_scope->members);
	file_scope->now = false;
}

/**
 * perfcnt_scope_leave - counters follow no task any more, and are stopped
 * @file_scope: whom the open file follows
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EINVAL if the file has no scope.
 */
int perfcnt_scope_leave(struct perfcnt_file_scope *file_scope,
			struct perfcnt_reason *reason)
{
	int err = 0;

	mutex_lock(&file_scope->lock);
	if (file_scope->now) {
		scope_leave(file_scope);
	} else {
		perfcnt_reason_set(reason, "this file has no scope");
		err = -EINVAL;
	}
	mutex_unlock(&file_scope->lock);
	return err;
}

/* The members, kept; or NULL. */
static struct perfcnt_members *scope_get_members(struct perfcnt_file_scope *file_scope)
{
	struct perfcnt_members *members;

	mutex_lock(&file_scope->lock);
	members = file_scope->members;
	if (members)
		perfcnt_members_get(members);
	mutex_unlock(&file_scope->lock);
	return members;
}

/**
 * perfcnt_scope_left - how many tasks has the kernel let leave at execve()?
 * @file_scope: whom the open file follows, or followed last
 *
 * Context: Process context, may sleep.
 */
u32 perfcnt_scope_left(struct perfcnt_file_scope *file_scope)
{
	struct perfcnt_members *members;
	u32 left;

	members = scope_get_members(file_scope);
	if (!members)
		return 0;
	left = perfcnt_members_execs(members);
	perfcnt_members_put(members);
	return left;
}

/**
 * perfcnt_scope_due - has a thread exited whose record was not read?
 * @file_scope: whom the open file follows
 *
 * Context: Process context, may sleep.
 */
bool perfcnt_scope_due(struct perfcnt_file_scope *file_scope)
{
	struct perfcnt_members *members;
	bool due;

	members = scope_get_members(file_scope);
	if (!members)
		return false;
	due = perfcnt_members_due(members);
	perfcnt_members_put(members);
	return due;
}

/**
 * perfcnt_scope_gone - does nothing run any more that the open file follows?
 * @file_scope: whom it follows
 *
 * Context: Process context, may sleep.
 */
bool perfcnt_scope_gone(struct perfcnt_file_scope *file_scope)
{
	bool gone;

	mutex_lock(&file_scope->lock);
	gone = file_scope->now && perfcnt_members_gone(file_scope->members);
	mutex_unlock(&file_scope->lock);
	return gone;
}

/**
 * perfcnt_scope_read - read records of threads that have exited
 * @file_scope: whom the open file follows
 * @buf: where they go
 * @size: space there, in bytes
 *
 * Context: Process context, may sleep.
 * Return: the number of bytes; -EINVAL without space for one or without a scope; -EAGAIN
 * if there is none; -EIO if the next one is not right; -EFAULT.
 */
ssize_t perfcnt_scope_read(struct perfcnt_file_scope *file_scope,
			   char __user *buf, size_t size)
{
	struct perfcnt_members *members;
	ssize_t length;

	members = scope_get_members(file_scope);
	if (!members)
		return -EINVAL;
	length = perfcnt_members_read(members, buf, size);
	perfcnt_members_put(members);
	return length;
}

/**
 * perfcnt_scope_end - the file is closed
 * @file_scope: whom the open file follows
 *
 * Context: Process context, may sleep.
 */
void perfcnt_scope_end(struct perfcnt_file_scope *file_scope)
{
	scope_leave(file_scope);
	scope_forget(file_scope);
}
