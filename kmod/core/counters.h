/* SPDX-License-Identifier: GPL-2.0 */
/* The counters as a whole: the driver, the limits, init and exit. */
#ifndef PERFCNT_COUNTERS_H
#define PERFCNT_COUNTERS_H

#include "pmu.h"

void perfcnt_counters_init(const struct perfcnt_pmu *pmu);
void perfcnt_counters_exit(void);
const struct perfcnt_pmu *perfcnt_counters_pmu(void);
const struct perfcnt_limits *perfcnt_counters_limits(void);
int perfcnt_counters_preload(unsigned int counter, u32 value);

#endif /* PERFCNT_COUNTERS_H */
