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

#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/types.h>

#include "../../encoding/control.h"
#include "../../encoding/event.h"
#include "../../encoding/reason.h"

/**
 * struct perfcnt_cpu_event - one counter on one CPU
 * @event: what counts, or NULL
 * @start: what it held when it was put here
 * @direct: as wide as its counter if it can be read without the PMU driver, or 0
 * @beyond: so far its counter never goes between two looks of the PMU driver; 0: it did, and
 *	 what @event holds is not known any more
 * @seen: what it had counted since then when it was last looked at
 * @before: what those before it have counted on this CPU
 * @standby: what is going to count next, or counted before; of whoever sets
 *	   counters up
 * @due: what @event will have counted at the end of the period that runs; 0: no period has
 *	 ended yet
 * @ended: what it, or the one that has gone, had counted at the end of the one before
 * @throttled: when perf has stopped it because of too many samples, in nanoseconds; or 0
 * @is_throttled: perf has stopped it so, and nobody has seen that it went on
 * @offline: what counted before the CPU went offline
 * @suspended: what counted before the machine was suspended: not to be looked at, @seen
 *	   is what it had counted
 */
struct perfcnt_cpu_event {
	struct perf_event *event;
	u64 start;
	u64 direct;
	u64 beyond;
	u64 seen;
	u64 before;
	struct perf_event *standby;
	u64 due;
	u64 ended;
	u64 throttled;
	int is_throttled;
	struct perf_event *offline;
	struct perf_event *suspended;
};

/**
 * struct perfcnt_cpu_events - all counters on one CPU
 * @counter: an entry a counter
 * @lost: mask of the counters whose events the kernel has stopped, or are not known any more
 * @pmu: the PMU of the CPU; NULL if it has none or was never online
 */
struct perfcnt_cpu_events {
	struct perfcnt_cpu_event counter[PERFCNT_MAX_COUNTERS];
	unsigned long lost;
	const struct perfcnt_cpu_pmu *pmu;
};

DECLARE_PER_CPU(struct perfcnt_cpu_events, perfcnt_cpu_events);

/* Values of perfcnt_all_events.only that are no CPU. */
#define PERFCNT_NO_CPU	(-1)
#define PERFCNT_ANY_CPU	(-2)

/**
 * struct perfcnt_all_events - what who reads on one CPU has to know of all
 * @only: the only CPU that has events, PERFCNT_NO_CPU if there is none, or PERFCNT_ANY_CPU
 * @missing: mask of the counters that do not count on a CPU that came online, or have not
 *	     counted all the time, and get another event
 * @retired: what removed events have counted, an entry a counter
 *
 * Guarded by two locks of struct perfcnt_counting, see there.
 */
struct perfcnt_all_events {
	int only;
	unsigned long missing;
	u64 retired[PERFCNT_MAX_COUNTERS];
};

extern struct perfcnt_all_events perfcnt_all_events;

static inline struct perfcnt_cpu_event *perfcnt_cpu_event_of(unsigned int cpu,
							     unsigned int counter)
{
	return &per_cpu_ptr(&perfcnt_cpu_events, cpu)->counter[counter];
}

/* What perf makes the number of interrupts of an event that it stops. */
#define PERFCNT_MAX_INTERRUPTS (~0ULL)

/* Has perf stopped an event because of too many samples, until the next tick? */
static inline bool perfcnt_cpu_event_is_stopped(const struct perf_event *event)
{
	return READ_ONCE(event->hw.interrupts) == PERFCNT_MAX_INTERRUPTS;
}

#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
bool perfcnt_direct_is_arm_pmu(struct pmu *pmu);
#endif

const struct perfcnt_cpu_pmu *perfcnt_cpu_pmu_of(unsigned int cpu);
bool perfcnt_cpu_event_is_software(const struct perf_event *event);
bool perfcnt_cpu_event_interrupts(const struct perf_event *event);
bool perfcnt_cpu_event_is_beyond(const struct perfcnt_cpu_event *cpu_event);
void perfcnt_cpu_event_on_overflow(perf_overflow_handler_t handler, u64 mask);
struct perf_event *perfcnt_cpu_event_create(const struct perf_event_attr *attr,
					    unsigned int cpu);
void perfcnt_cpu_event_in_all_modes(struct perf_event_attr *attr);
void perfcnt_cpu_event_note_throttled(struct perfcnt_cpu_event *cpu_event, bool throttled);
void perfcnt_cpu_event_put(struct perfcnt_cpu_event *cpu_event,
			   struct perf_event *event);
void perfcnt_cpu_event_go_on(struct perfcnt_cpu_event *cpu_event, struct perf_event *event);
void perfcnt_cpu_events_poll(struct perfcnt_cpu_events *cpu_events,
			     unsigned int counters);
unsigned long
perfcnt_cpu_events_sums(struct perfcnt_cpu_events *cpu_events, unsigned int counters, u64 *sums);
bool perfcnt_cpu_events_read_fast(unsigned long counters, u64 *sums);
bool perfcnt_cpu_events_read_cpu(unsigned long counters, u64 *sums);

#endif /* PERFCNT_CPU_EVENT_H */
