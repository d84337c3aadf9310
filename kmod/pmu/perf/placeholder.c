// SPDX-License-Identifier: GPL-2.0
/* A hardware event of our own that is never enabled; placeholder.h has the idea. */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/perf_event.h>

#include "placeholder.h"
#include "state.h"

static struct perf_event *placeholder;

static int placeholder_create(void *unused)
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
	placeholder = event;
	return 0;
}

/**
 * perfcnt_placeholder_take - have a hardware event that is never enabled
 *
 * Context: Process context, may sleep.
 * Return: 0, also where there is no PMU driver that could have one; what perf says
 * otherwise.
 */
int perfcnt_placeholder_take(void)
{
	int err = perfcnt_in_kernel_thread(placeholder_create, NULL);

	/* perf_init_event(): no PMU takes such an event */
	return err == -ENOENT ? 0 : err;
}

/**
 * perfcnt_placeholder_release - free the event, if there is one
 *
 * Context: Process context, may sleep.
 */
void perfcnt_placeholder_release(void)
{
	if (placeholder)
		perf_event_release_kernel(placeholder);
	placeholder = NULL;
}
