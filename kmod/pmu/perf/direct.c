// SPDX-License-Identifier: GPL-2.0
/* Which events can be read from their counters; direct.h has the idea. */
#include <linux/bits.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/smp.h>

#include "direct.h"

#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
/*
 * Is it a PMU of the kernel's driver of Arm's CPUs?  Then it points to a part of the
 * driver's own struct around it.
 */
static bool is_known(const struct pmu *pmu)
{
	const struct arm_pmu *arm_pmu = container_of(pmu, struct arm_pmu, pmu);

	return pmu->attr_groups == arm_pmu->attr_groups && arm_pmu->read_counter;
}

/* Of counters of 64 bits, some are two of 32 bits that are chained. */
static u64 width(struct perf_event *event)
{
	if (!is_known(event->pmu) || event->hw.flags & PERF_EVENT_FLAG_ARCH ||
	    is_sampling_event(event))
		return 0;
	return GENMASK_ULL(31, 0);
}
#elif defined(CONFIG_X86)
#include <asm/cpufeature.h>
#include <asm/perf_event.h>

/*
 * Event 0 is that of Intel's slots and of what they are made of, which the driver reads
 * together.  An event that takes no samples has the longest period, which is half of
 * what the counter holds, or of its low bits that the driver uses; one that takes samples
 * never goes further than that between two of them.
 */
static u64 width(struct perf_event *event)
{
	u64 mask = event->hw.sample_period << 1 | 1;

	if (event->pmu->type != PERF_TYPE_RAW || !event->hw.event_base ||
	    !(event->hw.config & ARCH_PERFMON_EVENTSEL_EVENT) ||
	    boot_cpu_has(X86_FEATURE_HYBRID_CPU) || boot_cpu_has(X86_FEATURE_XENPV))
		return 0;
	if (is_sampling_event(event))
		return mask <= U32_MAX ? U32_MAX : 0;
	return mask >= U32_MAX && !(mask & (mask + 1)) ? mask : 0;
}
#else
static u64 width(struct perf_event *event)
{
	return 0;
}
#endif

/**
 * perfcnt_direct_prove - can this event be read from its counter?
 * @event: an event of this CPU
 *
 * It is tried: what the driver's own read() says must be between what is read before
 * it and after it.  But for events that take samples: see value() in cpu_event.c.
 *
 * Context: Interrupts are off.
 * Return: a mask as wide as the counter, or 0 if the driver has to be asked.
 */
u64 perfcnt_direct_prove(struct perf_event *event)
{
	u64 mask, first, last, between;

	lockdep_assert_irqs_disabled();
	if (event->oncpu != smp_processor_id() || event->hw.state ||
	    is_software_event(event) ||
	    event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT)
		return 0;
	mask = width(event);
	if (!mask || is_sampling_event(event))
		return mask;
	first = perfcnt_direct_value(event, mask);
	event->pmu->read(event);
	between = local64_read(&event->count);
	last = perfcnt_direct_value(event, mask);
	return between - first <= last - first ? mask : 0;
}
