// SPDX-License-Identifier: GPL-2.0
/* The kernel's perf event for what a counter counts: its name, and who may have it. */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/sched.h>

#include "state.h"

/* The name of the 34K's event with the meaning of a generic one. */
static const char *name_of_34k(const struct perfcnt_native *native,
			       unsigned int counter)
{
	enum perfcnt_event_bank bank = perfcnt_event_bank(counter);
	struct perfcnt_native found;
	unsigned int code;

	if (native->type != PERF_TYPE_HARDWARE && native->type != PERF_TYPE_HW_CACHE)
		return NULL;
	for (code = 0; code < PERFCNT_EVENT_CODES; code++)
		if (!perfcnt_native_of_event(code, bank, NULL, &found) &&
		    found.type == native->type &&
		    found.config == (native->config & PERF_HW_EVENT_MASK))
			return perfcnt_event_find(code, counter)->name;
	return NULL;
}

/**
 * perfcnt_perf_name - what the event is called, for messages
 * @control: checked
 * @counter: whose it is
 *
 * Return: the name of the event, or NULL.
 */
const char *perfcnt_perf_name(const struct perfcnt_control *control,
			      unsigned int counter)
{
	unsigned int code = perfcnt_control_event(control->word);
	const struct perfcnt_event *event = perfcnt_event_find(code, counter);

	if (event)
		return event->name;
	return perfcnt_native_name(&control->native) ?:
	       name_of_34k(&control->native, counter);
}

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
 * Return: 0; -EACCES if the task may not; or another error of perf's.
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
		return -EACCES;
	}
	perfcnt_reason_set(reason,
			   "%s %u: perf does not let a task count the given native event of itself (error %ld)",
			   what, number, -PTR_ERR(event));
	return PTR_ERR(event);
}
