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

#include <linux/bits.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/types.h>

#include "../../encoding/control.h"
#include "../../encoding/event.h"
#include "../../encoding/reason.h"

/*
 * What an event holds, read from its counter of the PMU without the PMU driver's read():
 * that also notes in the event how far it was, which only its own interrupt needs.  Where
 * there is none, the driver's read() alone keeps up with the counter's laps.
 *
 * The drivers of Arm's and of Intel's and AMD's CPUs keep in each event how far the
 * hardware was when they last looked (prev_count), and what it held then (count).  What
 * has come since is the difference, modulo the counter's width.
 */
#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
#include <linux/perf/arm_pmu.h>

/*
 * Is it a PMU of the kernel's driver of Arm's CPUs?  Then it points to a part of the
 * driver's own struct around it.
 */
static inline bool perfcnt_direct_is_arm_pmu(struct pmu *pmu)
{
	const struct arm_pmu *arm_pmu = to_arm_pmu(pmu);

	return pmu->attr_groups == arm_pmu->attr_groups && arm_pmu->read_counter;
}

static __always_inline u64 perfcnt_direct_raw(struct perf_event *event)
{
	return to_arm_pmu(event->pmu)->read_counter(event);
}
#elif defined(CONFIG_X86)
#include <asm/msr.h>

static __always_inline u64 perfcnt_direct_raw(struct perf_event *event)
{
	u32 low, high;

	asm volatile("rdpmc" : "=a" (low), "=d" (high)
			     : "c" (event->hw.event_base_rdpmc));
	return low | (u64)high << 32;
}
#else
/* No event is read so. */
static __always_inline u64 perfcnt_direct_raw(struct perf_event *event)
{
	return 0;
}
#endif

/*
 * The drivers let a counter interrupt half of its range on at most
 * (x86_perf_event_set_period(), armpmu_event_set_period()), and note then how far it was.  A
 * difference is no more than that, and what comes while the interrupt has to wait: a reader
 * has interrupts off, too.  From here on it cannot be: somebody has written to the counter,
 * or it has made a lap that nobody saw.
 */
static inline u64 perfcnt_direct_beyond(u64 mask)
{
	return mask - (mask >> 3);
}

/**
 * perfcnt_direct_value - what an event holds
 * @event: an event that counts on this CPU
 * @mask: the @direct of its struct perfcnt_cpu_event, not 0
 * @beyond: its @beyond
 * @value: where it goes
 *
 * An NMI may move on what the event keeps, whether it adds to its count or not.  No test
 * can have one come between these instructions.
 *
 * Context: Interrupts are off.
 * Return: false if that cannot be.
 */
static __always_inline bool perfcnt_direct_value(struct perf_event *event, u64 mask,
						 u64 beyond, u64 *value)
{
	u64 count, before, raw;

	do {
		count = local64_read(&event->count);
		before = local64_read(&event->hw.prev_count);
		raw = perfcnt_direct_raw(event);
	} while (unlikely(count != local64_read(&event->count) ||
			  before != local64_read(&event->hw.prev_count)));
	raw = (raw - before) & mask;
	*value = count + raw;
	return likely(raw < beyond);
}

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

static inline struct perfcnt_cpu_event *perfcnt_cpu_event_of(unsigned int cpu,
							     unsigned int counter)
{
	return &per_cpu_ptr(&perfcnt_cpu_events, cpu)->counter[counter];
}

static inline const struct perfcnt_cpu_pmu *perfcnt_cpu_pmu_of(unsigned int cpu)
{
	return READ_ONCE(per_cpu(perfcnt_cpu_events, cpu).pmu);
}

/* Is it an event that no PMU counts? */
static inline bool perfcnt_cpu_event_is_software(const struct perf_event *event)
{
	/* its attr may have the type of a clock's own PMU; is_software_event() is for programs */
	return event->pmu->task_ctx_nr == perf_sw_context;
}

/*
 * Is its PMU one that interrupts?  Perf asks that where a program opens an event, and not
 * where the kernel makes one.
 */
static inline bool perfcnt_cpu_event_interrupts(const struct perf_event *event)
{
	return !(event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT);
}

void perfcnt_cpu_event_on_overflow(perf_overflow_handler_t handler);
struct perf_event *perfcnt_cpu_event_create(const struct perf_event_attr *attr,
					    unsigned int cpu);
void perfcnt_cpu_event_in_all_modes(struct perf_event_attr *attr);
void perfcnt_cpu_event_put(struct perfcnt_cpu_event *cpu_event,
			   struct perf_event *event);
void perfcnt_cpu_events_poll(struct perfcnt_cpu_events *cpu_events,
			     unsigned int counters);
unsigned long
perfcnt_cpu_events_sums(struct perfcnt_cpu_events *cpu_events,
			unsigned int counters, const u64 *retired, u64 *sums);

/* Is it not known any more what a counter's event holds? */
static inline bool perfcnt_cpu_event_is_beyond(const struct perfcnt_cpu_event *cpu_event)
{
	return cpu_event->direct && !cpu_event->beyond;
}

/* What a counter's event holds now on this CPU; false if it is lost. */
static __always_inline bool
perfcnt_cpu_event_holds(const struct perfcnt_cpu_event *cpu_event, int cpu, u64 *value)
{
	struct perf_event *event = cpu_event->event;

	if (unlikely(event->oncpu != cpu))
		return false;
	if (likely(cpu_event->direct))
		return perfcnt_direct_value(event, cpu_event->direct, cpu_event->beyond,
					    value);
	event->pmu->read(event);
	*value = local64_read(&event->count);
	return true;
}

/**
 * perfcnt_cpu_events_read_fast - sums, if no other CPU has events
 * @cpu_events: of this CPU
 * @counters: mask of the counters
 * @retired: what events have counted that are gone, an entry a counter
 * @sums: where the sums go, each at its counter's number
 *
 * Context: Interrupts are off.
 * Return: whether all of these counters count.
 */
static __always_inline bool
perfcnt_cpu_events_read_fast(const struct perfcnt_cpu_events *cpu_events,
			     unsigned long counters, const u64 *retired, u64 *sums)
{
	const struct perfcnt_cpu_event *cpu_event = cpu_events->counter;
	int cpu = smp_processor_id();

	counters &= BIT(PERFCNT_MAX_COUNTERS) - 1; /* the arrays end there */
	for (; counters; counters >>= 1, cpu_event++, retired++, sums++) {
		u64 value, sum;

		if (!(counters & 1))
			continue;
		sum = *retired;
		if (likely(cpu_event->event)) {
			if (!perfcnt_cpu_event_holds(cpu_event, cpu, &value))
				return false;
			sum += value - cpu_event->start;
		} else if (cpu_event->suspended) {
			return false;
		}
		*sums = sum;
	}
	return true;
}

/**
 * perfcnt_cpu_events_read_cpu - what counters have ever counted on this CPU, stopped or not
 * @cpu_events: of this CPU
 * @counters: mask of the counters
 * @sums: where that goes, each at its counter's number
 *
 * Context: Interrupts are off; may be called under the scheduler's locks.
 * Return: false if one is lost.
 */
static __always_inline bool
perfcnt_cpu_events_read_cpu(const struct perfcnt_cpu_events *cpu_events,
			    unsigned long counters, u64 *sums)
{
	const struct perfcnt_cpu_event *cpu_event = cpu_events->counter;
	int cpu = smp_processor_id();
	bool good = true;

	counters &= BIT(PERFCNT_MAX_COUNTERS) - 1; /* the arrays end there */
	for (; counters; counters >>= 1, cpu_event++, sums++) {
		u64 value;

		if (!(counters & 1))
			continue;
		*sums = cpu_event->before;
		if (likely(cpu_event->event)) {
			if (unlikely(!perfcnt_cpu_event_holds(cpu_event, cpu, &value))) {
				value = local64_read(&cpu_event->event->count);
				good = false;
			}
			*sums += value - cpu_event->start;
		} else if (cpu_event->suspended) {
			*sums += cpu_event->seen;
		}
	}
	return good;
}

#endif /* PERFCNT_CPU_EVENT_H */
