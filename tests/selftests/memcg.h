/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel allocates for some processes and charges them for: they are in a memory
 * cgroup, so nothing of other processes is in it.
 */
#ifndef MEMCG_H
#define MEMCG_H

#include <stdbool.h>
#include <sys/types.h>

/**
 * memcg_enter() - put a process into the cgroup
 * @pid: the process, 0 for the calling one; what it forks is in the cgroup, too
 *
 * Context: root; memcg_leave() has been called since the last time.
 * Return: false if this kernel charges nobody.
 */
bool memcg_enter(pid_t pid);

/**
 * memcg_settle() - wait until a number of bytes is charged for
 * @low: the least number
 * @high: the highest number
 *
 * The kernel frees some objects after RCU's grace periods, 5 s and more, and adds up every
 * 2 s what the CPUs have.
 *
 * Return: the bytes of objects that are not freed and cannot be reclaimed, from @low to
 * @high; or those of a minute later.
 */
long memcg_settle(long low, long high);

/**
 * memcg_slack() - by how many bytes memcg_settle() may be too high or too low
 *
 * Each CPU keeps changes to itself until they are more than a page, and the first one even
 * if it is more (mod_objcg_state() in mm/memcontrol.c).
 *
 * Return: bytes.
 */
long memcg_slack(void);

/* The calling process leaves the cgroup; all others in it have ended. */
void memcg_leave(void);

#endif /* MEMCG_H */
