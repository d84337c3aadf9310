/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The last error and its reason, in words: in /sys/module/perfcnt/last_error for
 * scripts, and in the kernel's log for people.
 */
#ifndef PERFCNT_LAST_ERROR_H
#define PERFCNT_LAST_ERROR_H

#include <linux/compiler_attributes.h>
#include <linux/types.h>

int perfcnt_last_error_init(bool unprivileged_read);
void perfcnt_last_error_exit(void);
void perfcnt_last_error_set(const char *format, ...) __printf(1, 2);

#endif /* PERFCNT_LAST_ERROR_H */
