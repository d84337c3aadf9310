/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One counter on one CPU: a perf event of the kernel's, and how far it was when
 * the counter got it.
 *
 * The event is changed on its own CPU only, with interrupts off.  So
 * whoever is there, with interrupts off, can read it without a lock.
 */
#ifndef PERFCNT_CPU_EVENT_H
#define PERFCNT_CPU_EVENT_H

#include <linux/perf_event.h>
#include <linux/types.h>

#include "../../words/control.h"
#include "../../words/reason.h"

/**
 * struct perfcnt_cpu_event - one counter on one CPU
 * @event: what counts, or NULL
 * @start: what it held when it was put here
 * @seen: what it had counted since then when it was last looked at
 * @fresh: what is going to count next, or counted before; of whoever sets
 *	   counters up
 * @trash: what counted before the CPU went offline
 * @stale: what counted before the machine was suspended: not to be looked at, @seen
 *	   is what it had counted
 */
struct perfcnt_cpu_event {
	struct perf_event *event;
	u64 start;
	u64 seen;
	struct perf_event *fresh;
	struct perf_event *trash;
	struct perf_event *stale;
};

/**
 * struct perfcnt_cpu_events - all counters on one CPU
 * @counter: an entry a counter
 * @lost: mask of the counters whose events the kernel has stopped
 */
struct perfcnt_cpu_events {
	struct perfcnt_cpu_event counter[PERFCNT_MAX_COUNTERS];
	unsigned long lost;
};

struct perf_event *perfcnt_cpu_event_create(const struct perf_event_attr *attr,
					    unsigned int cpu);
void perfcnt_cpu_event_in_all_modes(struct perf_event_attr *attr);
bool perfcnt_cpu_event_counts(const struct perf_event *event);
void perfcnt_cpu_event_put(struct perfcnt_cpu_event *cpu_event,
			   struct perf_event *event);
void perfcnt_cpu_events_look(struct perfcnt_cpu_events *cpu_events,
			     unsigned int counters);
unsigned long
perfcnt_cpu_events_sums(const struct perfcnt_cpu_events *cpu_events,
			unsigned int counters, const u64 *retired, u64 *sums);

#endif /* PERFCNT_CPU_EVENT_H */
