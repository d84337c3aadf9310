/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs the machine has. */
#ifndef PERFCNT_CPU_MODEL_H
#define PERFCNT_CPU_MODEL_H

struct perfcnt_cpu_model;

void perfcnt_cpu_model_find(struct perfcnt_cpu_model *model);

#endif /* PERFCNT_CPU_MODEL_H */
