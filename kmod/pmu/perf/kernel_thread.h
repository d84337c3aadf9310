/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Doing something in a kernel thread, or for several CPUs in several at once.
 *
 * Perf asks whether the current task may count a whole CPU.  Who may write to us
 * was asked when the file was opened, which may have been another task.
 *
 * What is done for a CPU is not done on it: a task that keeps it to itself holds
 * nobody up.
 */
#ifndef PERFCNT_KERNEL_THREAD_H
#define PERFCNT_KERNEL_THREAD_H

#include <linux/lockdep.h>

struct cpumask;

int perfcnt_in_kernel_thread(int (*function)(void *data), void *data);
void perfcnt_for_cpus_with(const struct cpumask *cpus, void (*function)(unsigned int cpu),
			   const char *name, struct lock_class_key *key);

/*
 * Call a function for each of these CPUs, for all of them at once; setup is held.  Each
 * place has a lock class, because functions take locks that others must not.
 */
#define perfcnt_for_cpus(cpus, function)				\
do {									\
	static struct lock_class_key key_;				\
									\
	perfcnt_for_cpus_with(cpus, function, #function, &key_);	\
} while (0)

#endif /* PERFCNT_KERNEL_THREAD_H */
