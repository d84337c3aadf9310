// SPDX-License-Identifier: GPL-2.0
/*
 * What a task without CAP_PERFMON may count of itself.
 *
 * The events that count are the kernel's own, and of whole CPUs, so perf would ask whether
 * a kernel thread may have them.  Drivers and security modules want to know it of the task:
 * some of Intel's events count the other hyperthread, too.
 */
#include <linux/err.h>
#include <linux/sched.h>

#include "encode.h"
#include "permit.h"
#include "state.h"

/**
 * perfcnt_perf_permit - may the current task count this of itself?
 * @what: what is to count, for @reason
 * @number: its number
 * @control: checked; a native event, or one that all may count
 * @reason: why not, if not
 *
 * The event is made as the task's own and thrown away, so that perf, the PMU's driver and
 * security modules decide.  One that nobody has is left to those who set it.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM; or another error of perf's.
 */
int perfcnt_perf_permit(const char *what, unsigned int number,
			const struct perfcnt_control *control,
			struct perfcnt_reason *reason)
{
	struct perf_event_attr attr;
	struct perf_event *event;

	if (perfcnt_control_event(control->word) != PERFCNT_EVENT_NATIVE ||
	    perfcnt_perf_encode(control, 0, perfcnt_perf.limits, &attr))
		return 0;
	attr.disabled = 1;
	event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	switch (PTR_ERR_OR_ZERO(event)) {
	case 0:
		perf_event_release_kernel(event);
		return 0;
	case -ENOENT:
		return 0;
	case -EACCES:
	case -EPERM:
		perfcnt_reason_set(reason, "%s %u: the given native event needs CAP_PERFMON",
				   what, number);
		return -EPERM;
	}
	perfcnt_reason_set(reason,
			   "%s %u: perf does not let a task count the given native event of itself (error %ld)",
			   what, number, -PTR_ERR(event));
	return PTR_ERR(event);
}
