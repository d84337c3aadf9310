/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel has allocated for some processes and charges them for: they are a
 * memory cgroup, so nothing of other processes is in it.
 */
#ifndef CHARGED_H
#define CHARGED_H

#include <stdbool.h>
#include <sys/types.h>

bool charge(pid_t pid);
long charged_at_last(long low, long high);
long charged_late(void);
void charge_no_more(void);

#endif /* CHARGED_H */
