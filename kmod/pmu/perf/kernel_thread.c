// SPDX-License-Identifier: GPL-2.0
/* Doing something in a kernel thread; kernel_thread.h says why. */
#include <linux/container_of.h>
#include <linux/workqueue.h>

#include "kernel_thread.h"

/**
 * struct errand - a function that a kernel thread calls
 * @work: what makes the thread call it
 * @function: the function
 * @data: what it is given
 * @result: what it returned
 */
struct errand {
	struct work_struct work;
	int (*function)(void *data);
	void *data;
	int result;
};

static void run_errand(struct work_struct *work)
{
	struct errand *errand = container_of(work, struct errand, work);

	errand->result = errand->function(errand->data);
}

/**
 * perfcnt_in_kernel_thread - call a function as the kernel, not as this task
 * @function: may sleep
 * @data: what it is given
 *
 * Context: Process context, may sleep.
 * Return: what @function returned.
 */
int perfcnt_in_kernel_thread(int (*function)(void *data), void *data)
{
	struct errand errand = {
		.function = function,
		.data = data,
	};

	INIT_WORK_ONSTACK(&errand.work, run_errand);
	queue_work(system_dfl_wq, &errand.work);
	flush_work(&errand.work);
	destroy_work_on_stack(&errand.work);
	return errand.result;
}
