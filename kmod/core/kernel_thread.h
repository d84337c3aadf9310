/* SPDX-License-Identifier: GPL-2.0 */
/* Calling a function in a thread of the kernel. */
#ifndef PERFCNT_KERNEL_THREAD_H
#define PERFCNT_KERNEL_THREAD_H

#include <linux/workqueue.h>

struct lock_class_key;

int perfcnt_in_queue_with(struct workqueue_struct *queue, int (*function)(void *data), void *data,
			  const char *name, struct lock_class_key *key);

/*
 * Call a function that may sleep in a kernel thread of a queue, with data; the value is what it
 * returns.  A kernel thread calls it itself.  Each place has a lock class, because
 * functions take locks that others must not.
 */
#define perfcnt_in_queue(queue, function, data)					\
({										\
	static struct lock_class_key key_;					\
										\
	perfcnt_in_queue_with(queue, function, data, #function, &key_);		\
})

/*
 * The same in the kernel's queue for all, for who has privileges.  Who holds the core's locks
 * waits for that: many who wait for these locks must not fill it.
 */
#define perfcnt_in_kernel_thread(function, data)				\
	perfcnt_in_queue(perfcnt_dfl_wq, function, data)

#endif /* PERFCNT_KERNEL_THREAD_H */
