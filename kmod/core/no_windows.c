// SPDX-License-Identifier: GPL-2.0
/*
 * In the place of window.c and window_attach.c where the kernel has no perf: nothing follows
 * tasks there, so no counter has windows, and nobody asks what they show.
 */
#include <linux/cpumask.h>

#include "pmu.h"
#include "window.h"

static const struct perfcnt_pmu *pmu;

void perfcnt_windows_init(const struct perfcnt_pmu *driver)
{
	pmu = driver;
}

bool perfcnt_windows_need_filter(void)
{
	return pmu->reads_anywhere && pmu->limits.vpes > 1;
}

bool perfcnt_windows_is_open(const struct perfcnt_windows *windows, unsigned int i)
{
	return false;
}

void perfcnt_windows_switch(const u64 *now)
{
}

void perfcnt_windows_next_slice(struct perfcnt_windows *windows,
				const struct perfcnt_multiplex_slice *slice)
{
}

void perfcnt_windows_next(struct perfcnt_windows *windows, unsigned int i,
			  const struct perfcnt_control *control)
{
}

u64 perfcnt_windows_time(struct perfcnt_windows *windows)
{
	return 0;
}

u64 perfcnt_windows_marked(struct perfcnt_windows *windows, u64 *sums)
{
	return 0;
}

unsigned long perfcnt_windows_show(unsigned long counters, u64 *sums, unsigned long *lost)
{
	*lost = 0;
	return 0;
}

bool notrace perfcnt_windows_read_all(const struct perfcnt_windows *windows,
				      unsigned long counters, u64 *sums)
{
	return false;
}

/* A CPU is asked for what it counts only, never for a window. */
void perfcnt_windows_find_open(unsigned long counters, struct cpumask *cpus)
{
	cpumask_clear(cpus);
}
