/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Doing something in a kernel thread.
 *
 * Perf asks whether the current task may count a whole CPU.  Who may write to us
 * was asked when the file was opened, which may have been another task.
 */
#ifndef PERFCNT_KERNEL_THREAD_H
#define PERFCNT_KERNEL_THREAD_H

int perfcnt_in_kernel_thread(int (*function)(void *data), void *data);

#endif /* PERFCNT_KERNEL_THREAD_H */
