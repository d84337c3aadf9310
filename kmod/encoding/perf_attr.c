// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* The kernel's perf event for what a counter counts. */
#include "perf_attr.h"

static bool attr_is_generic(u32 type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE;
}

/**
 * perfcnt_perf_encode - the perf event for what a counter counts
 * @control: checked
 * @counter: whose it is
 * @limits: what the machine has
 * @attr: the event's type, config and modes; pinned, and it counts at once
 *
 * A hypervisor's work is not the kernel's, nor is a guest's ours: they are never
 * counted, as with the modifiers u and k of perf.  Which PMU is to count is left
 * out: it goes without saying on a CPU that has this one, and not every kernel
 * takes it from every driver (PERF_PMU_CAP_EXTENDED_HW_TYPE).
 *
 * Return: 0, or -ENOENT if perf has no event of that meaning.
 */
int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perf_event_attr *attr)
{
	unsigned int code = perfcnt_control_event(control->word);
	struct perfcnt_native native = control->native;

	*attr = (struct perf_event_attr){
		.size = sizeof(*attr),
		.pinned = 1,
		.exclude_user = !(control->word & PERFCNT_CTL_U),
		.exclude_kernel = !(control->word & PERFCNT_CTL_K),
		.exclude_hv = 1,
		.exclude_guest = 1,
	};
	if (code != PERFCNT_EVENT_NATIVE &&
	    perfcnt_native_of_event(code, perfcnt_event_bank(counter),
				    &limits->cpu, &native))
		return -ENOENT;
	attr->type = native.type;
	attr->config = native.config;
	attr->config1 = native.config1;
	if (attr_is_generic(attr->type))
		attr->config &= PERF_HW_EVENT_MASK;
	return 0;
}

/**
 * perfcnt_perf_is_clock - is it one of perf's software events that count nanoseconds?
 * @type: of the event
 * @config: of the event
 */
bool perfcnt_perf_is_clock(u32 type, u64 config)
{
	return type == PERF_TYPE_SOFTWARE && (config == PERF_COUNT_SW_CPU_CLOCK ||
					      config == PERF_COUNT_SW_TASK_CLOCK);
}

/**
 * perfcnt_perf_attr_for_pmu - let a raw event be one of this PMU
 * @attr: what perfcnt_perf_encode() has made
 * @pmu: of the CPU that shall count it, or NULL if that has none
 *
 * PERF_TYPE_RAW is the number of one PMU.  Where CPUs are of two kinds, perf offers such an
 * event to no other (perf_init_event()).
 */
void perfcnt_perf_attr_for_pmu(struct perf_event_attr *attr,
			       const struct perfcnt_cpu_pmu *pmu)
{
	if (attr->type == PERF_TYPE_RAW && pmu)
		attr->type = pmu->type;
}
