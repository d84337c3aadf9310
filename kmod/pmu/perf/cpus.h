/* SPDX-License-Identifier: GPL-2.0 */
/* What CPUs the machine has. */
#ifndef PERFCNT_CPUS_H
#define PERFCNT_CPUS_H

#include "../../encoding/cpu_pmus.h"

struct perfcnt_cpu_model;
struct perfcnt_limits;

/* Which PMU a CPU has: machines with two kinds of CPU have two. */
void perfcnt_cpu_pmu_init(struct perfcnt_cpu_pmus *pmus);
void perfcnt_cpu_pmu_find(unsigned int cpu);
const struct perfcnt_cpu_pmu *perfcnt_cpu_pmu_of(unsigned int cpu);
unsigned int perfcnt_cpu_pmu_counters(void);

/* Which CPUs the machine has. */
void perfcnt_cpu_model_find(struct perfcnt_cpu_model *model);

/* The numbers of cores: what a VPE filter means where CPUs are not VPEs. */
int perfcnt_topology_init(struct perfcnt_limits *limits);
void perfcnt_topology_exit(void);
void perfcnt_topology_add(unsigned int cpu);
unsigned int perfcnt_topology_core_of(unsigned int cpu);

#endif /* PERFCNT_CPUS_H */
