/* SPDX-License-Identifier: GPL-2.0 */
/* Does this machine count? */
#ifndef PERFCNT_COUNTS_PMU_CHECK_H
#define PERFCNT_COUNTS_PMU_CHECK_H

#include <stdio.h>

#include <perfcnt.h>

/**
 * pmu_check() - count the instructions of a loop of known length
 * @out: gets what was found, in a line
 * @perfcnt: the device
 *
 * Return: the tool's exit status: 0 if they were counted right.
 */
int pmu_check(FILE *out, struct perfcnt *perfcnt);

#endif /* PERFCNT_COUNTS_PMU_CHECK_H */
