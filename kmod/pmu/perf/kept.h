/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of counters that are multiplexed: those that have no counter now are disabled,
 * and enabled when they have one again.
 *
 * Of pinned events that the PMU has no space for, perf lets the older ones count.  An
 * event that is enabled again is as old as it was: others that have come meanwhile would
 * lose their counter, and for good.  So only the events of the counters that were made
 * last are kept: if another counter gets an event, all of them are made again.  They are
 * also if a CPU has come or gone, or has been suspended.
 */
#ifndef PERFCNT_KEPT_H
#define PERFCNT_KEPT_H

#include <linux/perf_event.h>
#include <linux/types.h>

void perfcnt_kept_for(u32 multiplexed, unsigned int generation);
void perfcnt_kept_forget(void);
void perfcnt_kept_add(struct perf_event *event, const struct perf_event_attr *attr,
		      unsigned int cpu);
struct perf_event *perfcnt_kept_take(const struct perf_event_attr *attr,
				     unsigned int cpu);
bool perfcnt_kept_put(struct perf_event *event, unsigned int cpu, bool keep);

#endif /* PERFCNT_KEPT_H */
