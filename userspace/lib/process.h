/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Processes, which stay the same whoever has their numbers later. */
#ifndef PERFCNT_PROCESS_H
#define PERFCNT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/**
 * perfcnt_process_open() - get a descriptor of a process
 * @pid: its number
 * @pidfd: gets it, or -1 where there are none
 *
 * Return: 0 or -1: ESRCH, with words; otherwise as pidfd_open(2).
 */
int perfcnt_process_open(pid_t pid, int *pidfd);

/**
 * perfcnt_process_check() - refuse a process that has ended
 * @pid: its number; 0: there is none, which is not refused
 * @pidfd: its descriptor, or -1
 *
 * Return: 0 or -1: ESRCH, with words.
 */
int perfcnt_process_check(pid_t pid, int pidfd);

/**
 * perfcnt_process_is_one_thread() - has this process no other thread?
 *
 * Otherwise what others do is in what a reading of its counts costs.
 */
bool perfcnt_process_is_one_thread(void);

#endif /* PERFCNT_PROCESS_H */
