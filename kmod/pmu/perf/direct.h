/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an event holds, read from its counter of the PMU without the PMU driver's read():
 * that also notes in the event how far it was, which only its own interrupt needs.  Where
 * there is none, the driver's read() alone keeps up with the counter's laps.
 *
 * The drivers of Arm's and of Intel's and AMD's CPUs keep in each event how far the
 * hardware was when they last looked (prev_count), and what it held then (count).  What
 * has come since is the difference, modulo the counter's width.
 */
#ifndef PERFCNT_DIRECT_H
#define PERFCNT_DIRECT_H

#include <linux/perf_event.h>
#include <linux/types.h>

#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
#include <linux/perf/arm_pmu.h>

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

/**
 * perfcnt_direct_value - what an event holds
 * @event: an event that counts on this CPU
 * @mask: what perfcnt_direct_prove() has said of it, not 0
 *
 * An NMI may move on what the event keeps, whether it adds to its count or not.
 *
 * Context: Interrupts are off.
 */
static __always_inline u64 perfcnt_direct_value(struct perf_event *event, u64 mask)
{
	u64 count, before, raw;

	do {
		count = local64_read(&event->count);
		before = local64_read(&event->hw.prev_count);
		raw = perfcnt_direct_raw(event);
	} while (unlikely(count != local64_read(&event->count) ||
			  before != local64_read(&event->hw.prev_count)));
	return count + ((raw - before) & mask);
}

u64 perfcnt_direct_prove(struct perf_event *event);

#endif /* PERFCNT_DIRECT_H */
