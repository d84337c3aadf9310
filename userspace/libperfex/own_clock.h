/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The clock where cpufreq does not say what it is. */
#ifndef PERFEX_OWN_CLOCK_H
#define PERFEX_OWN_CLOCK_H

#include "perfcnt.h"

/**
 * perfex_own_clock() - measure the clock, by the cycles of the calling thread
 * @perfcnt: the device, with free counters; or NULL
 * @mhz: comes back, in MHz
 *
 * If they cannot be counted it is that of /proc/cpuinfo.
 *
 * Return: 0, or -1 with errno set: ENODATA if nothing was counted; or as
 * perfcnt_tree_add() and perfcnt_tree_enter().
 */
int perfex_own_clock(struct perfcnt *perfcnt, double *mhz);

#endif /* PERFEX_OWN_CLOCK_H */
