/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the machine says of its clock, its caches and its name. */
#ifndef PERFEX_CLOCK_H
#define PERFEX_CLOCK_H

#include "ratios.h"

/**
 * perfex_clock_read() - find out the clock and the lines of the caches
 * @clock: comes back; 0 for what the machine does not say
 *
 * The clock is the highest in sysfs.
 */
void perfex_clock_read(struct perfex_clock *clock);

/**
 * perfex_clock_named() - the clock of /proc/cpuinfo
 * @mhz: comes back
 *
 * Where it is that of a guest the host runs at another one.
 *
 * Return: whether there is one.
 */
bool perfex_clock_named(double *mhz);

/**
 * perfex_cache_size() - how big a data cache is
 * @level: 1 or 2
 *
 * Return: its size in bytes, or 0 if sysfs does not have it.
 */
size_t perfex_cache_size(unsigned int level);

/*
 * How long a loop of perfex_clock_measure() takes at least, in microseconds: twice of it
 * is less than the time between two ticks of the kernel's timer.
 */
#define PERFEX_CLOCK_US		500

/**
 * perfex_clock_measure() - measure the clock: cycles of a loop by its time
 * @cycles: reads a count of cycles of this CPU in user mode; returns 0, or -1
 *	    with errno set
 * @argument: for @cycles
 * @mhz: comes back, in MHz
 *
 * Return: 0, or -1 with errno set: ENODATA if nothing was counted.
 */
int perfex_clock_measure(int (*cycles)(void *argument, uint64_t *count),
			 void *argument, double *mhz);

/**
 * perfex_processor() - what the processor is called
 * @name: gets the name
 * @size: the room for it
 */
void perfex_processor(char *name, size_t size);

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

#endif /* PERFEX_CLOCK_H */
