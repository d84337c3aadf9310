/* SPDX-License-Identifier: GPL-2.0 */
/* Which PMU a CPU has: machines with two kinds of CPU have two. */
#ifndef PERFCNT_CPU_PMU_H
#define PERFCNT_CPU_PMU_H

#include "../../encoding/cpu_pmus.h"

void perfcnt_cpu_pmu_init(struct perfcnt_cpu_pmus *pmus);
void perfcnt_cpu_pmu_find(unsigned int cpu);
const struct perfcnt_cpu_pmu *perfcnt_cpu_pmu_of(unsigned int cpu);

#endif /* PERFCNT_CPU_PMU_H */
