// SPDX-License-Identifier: GPL-2.0
/* Owners: who makes their calls, and what is said to others of them. */
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "owner.h"

/* One call at a time, so that whoever waits for a lock waits for one of them at most. */
static struct workqueue_struct *queue;

/**
 * struct kernel_call - a function that a kernel thread calls
 * @work: what makes the thread call it
 * @function: the function
 * @data: what it is given
 * @result: what it returned
 */
struct kernel_call {
	struct work_struct work;
	int (*function)(void *data);
	void *data;
	int result;
};

static void kernel_call_run(struct work_struct *work)
{
	struct kernel_call *kernel_call = container_of(work, struct kernel_call, work);

	kernel_call->result = kernel_call->function(kernel_call->data);
}

/**
 * perfcnt_in_kernel_thread_with - perfcnt_in_kernel_thread(), which gives it a lock class
 * @queue: whose threads call the function
 * @function: may sleep
 * @data: what it is given
 * @name: of the lock class
 * @key: the lock class
 *
 * Context: Process context, may sleep.
 * Return: what @function returned.
 */
int perfcnt_in_kernel_thread_with(struct workqueue_struct *queue,
				  int (*function)(void *data), void *data,
				  const char *name, struct lock_class_key *key)
{
	struct kernel_call kernel_call = {
		.function = function,
		.data = data,
	};

	if (current->flags & PF_KTHREAD)
		return function(data);
	INIT_WORK_ONSTACK(&kernel_call.work, kernel_call_run);
	lockdep_init_map(&kernel_call.work.lockdep_map, name, key, 0);
	queue_work(queue, &kernel_call.work);
	flush_work(&kernel_call.work);
	destroy_work_on_stack(&kernel_call.work);
	return kernel_call.result;
}

/**
 * struct owner_call - a call for an owner
 * @call: the call
 * @owner: what it is given, with @arg and @reason
 * @arg: see @owner
 * @reason: see @owner
 */
struct owner_call {
	perfcnt_owner_call_t call;
	struct perfcnt_owner *owner;
	void *arg;
	struct perfcnt_reason *reason;
};

static int owner_call_run(void *data)
{
	const struct owner_call *owner_call = data;

	return owner_call->call(owner_call->owner, owner_call->arg, owner_call->reason);
}

/**
 * perfcnt_owner_call - make a call that locks out others, for an owner
 * @owner: the owner; NULL for /proc/perf
 * @call: may sleep
 * @arg: what it is given, with @owner and @reason
 * @reason: see @arg
 *
 * A user without CAP_PERFMON may have a task that gets next to no time: because it is
 * SCHED_IDLE, or its group has used up what it may use.  If that had a lock, all others
 * would wait for it.  So a kernel thread makes the calls of such owners.
 *
 * Context: Process context, may sleep; none of the core's locks is held.
 * Return: what @call returned.
 */
int perfcnt_owner_call(struct perfcnt_owner *owner, perfcnt_owner_call_t call, void *arg,
		       struct perfcnt_reason *reason)
{
	struct owner_call owner_call = { call, owner, arg, reason };

	if (likely(!owner || !owner->self_only))
		return call(owner, arg, reason);
	return perfcnt_in_kernel_thread(queue, owner_call_run, &owner_call);
}

/**
 * perfcnt_owner_init - owners can make calls from now on
 *
 * Return: 0 or -ENOMEM.
 */
int perfcnt_owner_init(void)
{
	queue = alloc_ordered_workqueue("perfcnt-self", WQ_FREEZABLE);
	return queue ? 0 : -ENOMEM;
}

/**
 * perfcnt_owner_exit - no more
 *
 * Context: Process context, may sleep; there is none.
 */
void perfcnt_owner_exit(void)
{
	destroy_workqueue(queue);
}

/**
 * perfcnt_owner_refuse - a counter is somebody else's
 * @owner: whose
 * @asks: who wanted it; NULL for /proc/perf
 * @counter: the counter
 * @reason: where that is said
 *
 * A process is named by its number in the caller's PID namespace, but not to those who
 * may see themselves only.
 *
 * Context: Process context; the core's lock is held.
 * Return: -EBUSY.
 */
int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 const struct perfcnt_owner *asks,
			 unsigned int counter, struct perfcnt_reason *reason)
{
	int pid = pid_vnr(owner->pid);

	if (asks && asks->self_only)
		perfcnt_reason_set(reason, "counter %u: claimed", counter);
	else if (pid)
		perfcnt_reason_set(reason,
				   "counter %u: claimed by process %d",
				   counter, pid);
	else
		perfcnt_reason_set(reason,
				   "counter %u: claimed by a process in another PID namespace",
				   counter);
	return -EBUSY;
}
