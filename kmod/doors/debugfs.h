/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: what tests need and nobody else. */
#ifndef PERFCNT_DEBUG_H
#define PERFCNT_DEBUG_H

#include "../counters/pmu.h"

void perfcnt_debug_init(struct perfcnt_pmu *pmu);
void perfcnt_debug_exit(void);

#endif /* PERFCNT_DEBUG_H */
