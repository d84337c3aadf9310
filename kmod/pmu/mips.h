/* SPDX-License-Identifier: GPL-2.0 */
/* The MIPS32 34K core's counters. */
#ifndef PERFCNT_MIPS_H
#define PERFCNT_MIPS_H

#include "../core/pmu.h"

extern struct perfcnt_pmu perfcnt_pmu_mips;

#endif /* PERFCNT_MIPS_H */
