// SPDX-License-Identifier: GPL-2.0
/* A hardware event of our own that is never enabled; placeholder.h has the idea. */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/perf_event.h>

#include "placeholder.h"
#include "state.h"

static struct perf_event *keeper;

static int make_keeper(void *unused)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr),
		.disabled = 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr,
						 cpumask_first(cpu_online_mask),
						 NULL, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	keeper = event;
	return 0;
}

/**
 * perfcnt_keeper_take - have a hardware event that is never enabled
 *
 * Context: Process context, may sleep.
 * Return: 0, also where there is no PMU driver that could have one; what perf says
 * otherwise.
 */
int perfcnt_keeper_take(void)
{
	int err = perfcnt_in_kernel_thread(make_keeper, NULL);

	/* perf_init_event(): no PMU takes such an event */
	return err == -ENOENT ? 0 : err;
}

/**
 * perfcnt_keeper_give_back - free the event, if there is one
 *
 * Context: Process context, may sleep.
 */
void perfcnt_keeper_give_back(void)
{
	if (keeper)
		perf_event_release_kernel(keeper);
	keeper = NULL;
}
