/* SPDX-License-Identifier: GPL-2.0 */
/* A 34K's counter registers in memory. */
#ifndef PERFCNT_SIM_H
#define PERFCNT_SIM_H

#include "../core/pmu.h"

extern struct perfcnt_pmu perfcnt_pmu_sim;

#endif /* PERFCNT_SIM_H */
