/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The clock where cpufreq does not say what it is. */
#ifndef PERFEX_OWN_CLOCK_H
#define PERFEX_OWN_CLOCK_H

/**
 * perfex_own_clock() - measure the clock, by the cycles of the calling thread
 * @mhz: comes back, in MHz
 *
 * If they cannot be counted it is that of /proc/cpuinfo.
 *
 * Return: 0, or -1 with errno set: ENODATA if nothing was counted; or as
 * perfcnt_open_thread() and perfcnt_add().
 */
int perfex_own_clock(double *mhz);

#endif /* PERFEX_OWN_CLOCK_H */
