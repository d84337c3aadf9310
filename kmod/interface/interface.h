/* SPDX-License-Identifier: GPL-2.0 */
/* The interfaces, and what main.c does at their beginning and end. */
#ifndef PERFCNT_INTERFACE_H
#define PERFCNT_INTERFACE_H

#include <linux/compiler_attributes.h>
#include <linux/types.h>

/* /proc/perf: the counters as text. */
int perfcnt_proc_init(bool unprivileged_read);
void perfcnt_proc_exit(void);

/* /proc/perf_profile: where the time goes, as text. */
int perfcnt_proc_profile_init(void);
void perfcnt_proc_profile_exit(void);

/* /dev/perfcnt: counters for programs. */
int perfcnt_chardev_init(void);
void perfcnt_chardev_exit(void);

/* Counters of other kernel modules: module_owner.h. */
void perfcnt_module_owners_init(void);
void perfcnt_module_owners_exit(void);

/*
 * The last error and its reason, in words: in /sys/module/perfcnt/last_error for
 * scripts, and in the kernel's log for people.
 */
int perfcnt_last_error_init(bool unprivileged_read);
void perfcnt_last_error_exit(void);
void perfcnt_last_error_set(const char *format, ...) __printf(1, 2);

#endif /* PERFCNT_INTERFACE_H */
