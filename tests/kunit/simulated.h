/* SPDX-License-Identifier: GPL-2.0 */
/* What counters_test.c lets happen to the simulated 34K, for other tests. */
#ifndef SIMULATED_H
#define SIMULATED_H

#include <linux/types.h>

/* Get it ready, as perfcnt_pmu_register() does; returns 0 or a negative errno. */
int simulated_probe(unsigned int counters);

/* Instructions in user mode, on VPE 0. */
void simulated_instructions(u64 count);

/* Somebody else writes the first control register. */
void simulated_intrude(u32 word);

#endif /* SIMULATED_H */
