// SPDX-License-Identifier: GPL-2.0
/* The counters as a whole: the driver, the limits, init and exit. */
#include "core.h"
#include "counters.h"
#include "task_sums.h"

static struct perfcnt_core *const core = &perfcnt_core;

/**
 * perfcnt_counters_limits - what the machine has
 *
 * Return: the limits that settings must have been checked against.
 */
const struct perfcnt_limits *perfcnt_counters_limits(void)
{
	return &core->pmu->limits;
}

/**
 * perfcnt_counters_pmu - the driver in use
 */
const struct perfcnt_pmu *perfcnt_counters_pmu(void)
{
	return core->pmu;
}

/**
 * perfcnt_counters_init - start with all counters stopped, at 0
 * @driver: the PMU, probed
 */
void perfcnt_counters_init(const struct perfcnt_pmu *driver)
{
	unsigned int i;

	core->pmu = driver;
	perfcnt_task_sums_init(driver);
	perfcnt_counts_lock();
	for (i = 0; i < driver->limits.counters; i++)
		perfcnt_counter_show(i);
	perfcnt_counts_unlock();
}

/**
 * perfcnt_counters_exit - stop counting and release the hardware
 *
 * Context: Process context, may sleep; all interfaces are closed.
 */
void perfcnt_counters_exit(void)
{
	if (core->held)
		core->pmu->release();
	core->held = false;
}
