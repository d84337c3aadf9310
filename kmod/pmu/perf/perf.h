/* SPDX-License-Identifier: GPL-2.0 */
/* Any PMU that the kernel drives, and the kernel's software events. */
#ifndef PERFCNT_PERF_H
#define PERFCNT_PERF_H

#include "../../core/pmu.h"

extern struct perfcnt_pmu perfcnt_pmu_perf;

#endif /* PERFCNT_PERF_H */
