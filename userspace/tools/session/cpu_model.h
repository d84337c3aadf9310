/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs this machine has. */
#ifndef PERFCNT_TOOLS_CPU_MODEL_H
#define PERFCNT_TOOLS_CPU_MODEL_H

#include "words/perf_names.h"

/**
 * cpu_model_read() - the model of this machine's CPUs, as the kernel says
 * @model: comes back; all zero where /proc/cpuinfo does not have it
 */
void cpu_model_read(struct perfcnt_cpu_model *model);

#endif /* PERFCNT_TOOLS_CPU_MODEL_H */
