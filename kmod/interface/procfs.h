/* SPDX-License-Identifier: GPL-2.0 */
/* /proc/perf: the counters as text. */
#ifndef PERFCNT_PROCFS_H
#define PERFCNT_PROCFS_H

#include <linux/types.h>

int perfcnt_procfs_init(bool unprivileged_read);
void perfcnt_procfs_exit(void);

#endif /* PERFCNT_PROCFS_H */
