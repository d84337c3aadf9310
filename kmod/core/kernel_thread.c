// SPDX-License-Identifier: GPL-2.0
/* Calling a function in a thread of the kernel. */
#include <linux/container_of.h>
#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "kernel_thread.h"

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
 * perfcnt_in_queue_with - perfcnt_in_queue(), which gives it a lock class
 * @queue: the queue
 * @function: may sleep
 * @data: what it is given
 * @name: of the lock class
 * @key: the lock class
 *
 * Context: Process context, may sleep.
 * Return: what @function returned.
 */
int perfcnt_in_queue_with(struct workqueue_struct *queue, int (*function)(void *data), void *data,
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
