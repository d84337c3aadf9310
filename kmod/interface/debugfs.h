/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: files for tests only. */
#ifndef PERFCNT_DEBUGFS_H
#define PERFCNT_DEBUGFS_H

#include "../core/pmu.h"

void perfcnt_debugfs_init(struct perfcnt_pmu *pmu);
void perfcnt_debugfs_exit(void);

#endif /* PERFCNT_DEBUGFS_H */
