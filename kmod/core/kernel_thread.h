/* SPDX-License-Identifier: GPL-2.0 */
/* Calling a function in a thread of the kernel. */
#ifndef PERFCNT_KERNEL_THREAD_H
#define PERFCNT_KERNEL_THREAD_H

struct lock_class_key;

int perfcnt_in_kernel_thread_with(int (*function)(void *data), void *data,
				  const char *name, struct lock_class_key *key);

/*
 * Call a function that may sleep in a kernel thread, with data; the value is what it
 * returns.  A kernel thread calls it itself.  Each place has a lock class, because
 * functions take locks that others must not.
 */
#define perfcnt_in_kernel_thread(function, data)				\
({										\
	static struct lock_class_key key_;					\
										\
	perfcnt_in_kernel_thread_with(function, data, #function, &key_);	\
})

#endif /* PERFCNT_KERNEL_THREAD_H */
