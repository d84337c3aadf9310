// SPDX-License-Identifier: GPL-2.0
/* One counter on one CPU; cpu_event.h has the idea. */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/smp.h>

#include "../../core/sums.h"
#include "../../encoding/control.h"
#include "../../encoding/event.h"
#include "cpu_event.h"

DEFINE_PER_CPU(struct perfcnt_cpu_events, perfcnt_cpu_events);
struct perfcnt_all_events perfcnt_all_events = { .only = PERFCNT_NO_CPU };

static perf_overflow_handler_t on_overflow;
static u64 sampled_mask; /* as wide as a counter that takes samples; 0 if that is not known */

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

/**
 * perfcnt_direct_is_arm_pmu - is it a PMU of the kernel's driver of Arm's CPUs?
 * @pmu: if so, it is part of the driver's own struct
 */
bool perfcnt_direct_is_arm_pmu(struct pmu *pmu)
{
	const struct arm_pmu *arm_pmu = to_arm_pmu(pmu);

	return pmu->attr_groups == arm_pmu->attr_groups && arm_pmu->read_counter;
}

static __always_inline u64 direct_raw(struct perf_event *event)
{
	return to_arm_pmu(event->pmu)->read_counter(event);
}
#elif defined(CONFIG_X86)
#include <asm/msr.h>

static __always_inline u64 direct_raw(struct perf_event *event)
{
	u32 low, high;

	asm volatile("rdpmc" : "=a" (low), "=d" (high)
			     : "c" (event->hw.event_base_rdpmc));
	return low | (u64)high << 32;
}
#else
/* No event is read so. */
static __always_inline u64 direct_raw(struct perf_event *event)
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
static u64 direct_beyond(u64 mask)
{
	return mask - (mask >> 3);
}

/*
 * What an event that counts on this CPU holds, by @direct and @beyond of its struct
 * perfcnt_cpu_event; false if that cannot be.  An NMI may move on what the event keeps, whether
 * it adds to its count or not.  No test can have one come between these instructions.
 */
static __always_inline bool direct_value(struct perf_event *event, u64 mask, u64 beyond,
					 u64 *value)
{
	u64 count, before, raw;

	do {
		count = local64_read(&event->count);
		before = local64_read(&event->hw.prev_count);
		raw = direct_raw(event);
	} while (unlikely(count != local64_read(&event->count) ||
			  before != local64_read(&event->hw.prev_count)));
	raw = (raw - before) & mask;
	*value = count + raw;
	return likely(raw < beyond);
}

/**
 * perfcnt_cpu_pmu_of - the PMU of a CPU
 * @cpu: the CPU
 *
 * Return: it, or NULL if there is none or the CPU was never online.
 */
const struct perfcnt_cpu_pmu *perfcnt_cpu_pmu_of(unsigned int cpu)
{
	return READ_ONCE(per_cpu(perfcnt_cpu_events, cpu).pmu);
}

/**
 * perfcnt_cpu_event_is_software - is it an event that no PMU counts?
 * @event: the event
 *
 * Its attr may have the type of a clock's own PMU; is_software_event() is for programs.
 */
bool perfcnt_cpu_event_is_software(const struct perf_event *event)
{
	return event->pmu->task_ctx_nr == perf_sw_context;
}

/**
 * perfcnt_cpu_event_interrupts - is its PMU one that interrupts?
 * @event: the event
 *
 * Perf asks that where a program opens an event, and not where the kernel makes one.
 */
bool perfcnt_cpu_event_interrupts(const struct perf_event *event)
{
	return !(event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT);
}

/**
 * perfcnt_cpu_event_is_beyond - is it not known any more what a counter's event holds?
 * @cpu_event: the counter on its CPU
 */
bool perfcnt_cpu_event_is_beyond(const struct perfcnt_cpu_event *cpu_event)
{
	return cpu_event->direct && !cpu_event->beyond;
}

/**
 * perfcnt_cpu_event_on_overflow - say who is called at the end of a sample period
 * @handler: whom perf calls; always the same
 * @mask: as wide as the PMU's counters, on x86; 0 if that is not known
 *
 * Context: Before the first event with a sample period is created.
 */
void perfcnt_cpu_event_on_overflow(perf_overflow_handler_t handler, u64 mask)
{
	WRITE_ONCE(on_overflow, handler);
	WRITE_ONCE(sampled_mask, mask);
}

/*
 * Which bits of a raw event, asked for by config and config1, has the PMU's driver left out?
 * It then counts another event.  The event field of x86 need not be as it was asked for: of
 * two codes with the same meaning the driver takes the one that is free.
 */
#if defined(CONFIG_X86)
static u64 raw_left_out(const struct perf_event *event, const struct perf_event_attr *attr)
{
	const struct hw_perf_event *hw = &event->hw;
	u64 left_out = attr->config & ~hw->config & ~INTEL_ARCH_EVENT_MASK;

	if (hw->config & ARCH_PERFMON_EVENTSEL_INT) /* what each event of its drivers has */
		left_out |= attr->config1 & ~hw->extra_reg.config;
	return left_out;
}
#elif defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
/* The driver keeps modes in the bits above 15. */
static u64 raw_left_out(const struct perf_event *event, const struct perf_event_attr *attr)
{
	if (!perfcnt_direct_is_arm_pmu(event->pmu))
		return 0;
	return attr->config & ~(event->hw.config_base & GENMASK_ULL(15, 0));
}
#elif defined(CONFIG_MIPS)
/* mipsxx_pmu_map_raw_event(): 8 bits, or 10 with loongson3_pmu_map_raw_event() */
static u64 raw_left_out(const struct perf_event *event, const struct perf_event_attr *attr)
{
	return attr->config & ~GENMASK_ULL(IS_ENABLED(CONFIG_CPU_LOONGSON64) ? 9 : 7, 0);
}
#else
static u64 raw_left_out(const struct perf_event *event, const struct perf_event_attr *attr)
{
	return 0; /* perf tells nobody */
}
#endif

/* In the modes that are asked for. */
static struct perf_event *create_in_modes(const struct perf_event_attr *attr, unsigned int cpu)
{
	perf_overflow_handler_t handler =
		attr->sample_period ? READ_ONCE(on_overflow) : NULL;
	struct perf_event_attr copy = *attr; /* perf changes it */
	bool raw = perfcnt_perf_attr_for_pmu(&copy, perfcnt_cpu_pmu_of(cpu));
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&copy, cpu, NULL, handler, NULL);
	if (IS_ERR(event) || !raw || !raw_left_out(event, attr))
		return event;
	perf_event_release_kernel(event);
	return ERR_PTR(-EDOM);
}

/**
 * perfcnt_cpu_event_create - an event of the kernel's that counts on one CPU
 * @attr: what it counts
 * @cpu: where
 *
 * A PMU that cannot count modes separately (PERF_PMU_CAP_NO_EXCLUDE) counts an event of
 * user and kernel mode in the others too.
 *
 * Context: Process context, may sleep.  The kernel asks whether the current
 * task may.  A software event takes the lock of CPU hotplug.
 * Return: the event, which counts unless the PMU has no space for it, or an
 * ERR_PTR: -EDOM if the PMU does not have all bits of a raw event, otherwise what perf says.
 */
struct perf_event *perfcnt_cpu_event_create(const struct perf_event_attr *attr,
					    unsigned int cpu)
{
	struct perf_event *event = create_in_modes(attr, cpu);
	struct perf_event_attr all;

	if (PTR_ERR_OR_ZERO(event) != -EINVAL || attr->exclude_user ||
	    attr->exclude_kernel)
		return event;
	all = *attr;
	perfcnt_cpu_event_in_all_modes(&all);
	return create_in_modes(&all, cpu);
}

/**
 * perfcnt_cpu_event_in_all_modes - let an event leave no mode out
 * @attr: the event
 */
void perfcnt_cpu_event_in_all_modes(struct perf_event_attr *attr)
{
	attr->exclude_user = 0;
	attr->exclude_kernel = 0;
	attr->exclude_hv = 0;
	attr->exclude_guest = 0;
}

/*
 * What an event of this CPU holds: perf_event_read_local(), for modules.  A driver's
 * read() does not stand an NMI in the middle that leaves the same value to count from,
 * as it does where the next sample is but a few events away.  Nor is it called where it
 * would add what cannot be.
 */
static u64 cpu_event_value(struct perfcnt_cpu_event *cpu_event)
{
	struct perf_event *event = cpu_event->event;
	u64 value;

	if (event->oncpu != smp_processor_id())
		return local64_read(&event->count);
	if (cpu_event->direct &&
	    unlikely(!direct_value(event, cpu_event->direct, cpu_event->beyond, &value))) {
		PERFCNT_CANNOT_BE(true);
		cpu_event->beyond = 0;
		return local64_read(&event->count);
	}
	if (is_sampling_event(event) && cpu_event->direct)
		return value;
	event->pmu->read(event);
	return local64_read(&event->count);
}

/* Has the kernel stopped it, or is it not known any more what it holds? */
static bool cpu_event_is_lost(const struct perfcnt_cpu_event *cpu_event)
{
	return cpu_event->event->oncpu != smp_processor_id() ||
	       unlikely(perfcnt_cpu_event_is_beyond(cpu_event));
}

#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
/* Of counters of 64 bits, some are two of 32 bits that are chained. */
static u64 direct_width(struct perf_event *event)
{
	if (!perfcnt_direct_is_arm_pmu(event->pmu) || event->hw.flags & PERF_EVENT_FLAG_ARCH ||
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
 * what the counter holds, or of its low bits that the driver uses.  The period of one that
 * takes samples changes, up to the longest one too.
 */
static u64 direct_width(struct perf_event *event)
{
	u64 mask = event->hw.sample_period << 1 | 1;

	if (event->pmu->type != PERF_TYPE_RAW || !event->hw.event_base ||
	    !(event->hw.config & ARCH_PERFMON_EVENTSEL_EVENT) ||
	    boot_cpu_has(X86_FEATURE_HYBRID_CPU) || boot_cpu_has(X86_FEATURE_XENPV))
		return 0;
	if (is_sampling_event(event))
		return READ_ONCE(sampled_mask);
	return mask >= U32_MAX && !(mask & (mask + 1)) ? mask : 0;
}
#else
static u64 direct_width(struct perf_event *event)
{
	return 0;
}
#endif

/*
 * Can this event of this CPU be read from its counter?  A mask as wide as the counter; 0 if
 * the driver has to be asked.  It is tried: what the driver's own read() says must be between
 * what is read before it and after it.  But for events that take samples: see
 * cpu_event_value().  Perf may have stopped one of those already, until the next tick.
 */
static u64 direct_prove(struct perf_event *event)
{
	u64 mask, beyond, first, last, between;

	lockdep_assert_irqs_disabled();
	if (event->oncpu != smp_processor_id() ||
	    perfcnt_cpu_event_is_software(event) ||
	    !perfcnt_cpu_event_interrupts(event))
		return 0;
	mask = direct_width(event);
	if (!mask || is_sampling_event(event))
		return mask;
	if (event->hw.state)
		return 0;
	beyond = direct_beyond(mask);
	if (!direct_value(event, mask, beyond, &first))
		return 0;
	event->pmu->read(event);
	between = local64_read(&event->count);
	if (!direct_value(event, mask, beyond, &last))
		return 0;
	return between - first <= last - first ? mask : 0;
}

/**
 * perfcnt_cpu_event_note_throttled - perf has stopped a counter's event of this CPU, or not
 * @cpu_event: of this CPU
 * @throttled: it has; or it goes on, or is the counter's no more
 *
 * Context: Interrupts are off, or an NMI, which may come in the middle of this.
 */
void perfcnt_cpu_event_note_throttled(struct perfcnt_cpu_event *cpu_event, bool throttled)
{
	unsigned int i = cpu_event - this_cpu_ptr(&perfcnt_cpu_events)->counter;

	if (xchg(&cpu_event->is_throttled, throttled) != throttled)
		perfcnt_counter_note_throttled(i, throttled);
}

/**
 * perfcnt_cpu_event_put - let a counter of this CPU go on with another event
 * @cpu_event: of this CPU
 * @event: of this CPU, or NULL
 *
 * Context: Interrupts are off; if it had one, it has just been looked at.
 */
void perfcnt_cpu_event_put(struct perfcnt_cpu_event *cpu_event,
			   struct perf_event *event)
{
	lockdep_assert_irqs_disabled();
	if (cpu_event->event)
		cpu_event->before += cpu_event->seen;
	WRITE_ONCE(cpu_event->event, NULL); /* no NMI says any more that it is throttled */
	perfcnt_cpu_event_note_throttled(cpu_event, false);
	cpu_event->event = event;
	cpu_event->throttled = 0;
	cpu_event->due = 0;
	if (event)
		cpu_event->ended = 0; /* until then perfcnt_sample_leave() asks for it */
	cpu_event->direct = event ? direct_prove(event) : 0;
	cpu_event->beyond = direct_beyond(cpu_event->direct);
	cpu_event->start = event ? cpu_event_value(cpu_event) : 0;
	if (event && unlikely(perfcnt_cpu_event_is_stopped(event))) { /* it has run already */
		cpu_event->throttled = ktime_get_mono_fast_ns();
		perfcnt_cpu_event_note_throttled(cpu_event, true);
	}
}

/* What an event has counted since it was looked at. */
static u64 cpu_event_since(struct perfcnt_cpu_event *cpu_event)
{
	return cpu_event_value(cpu_event) - cpu_event->start - cpu_event->seen;
}

/**
 * perfcnt_cpu_event_go_on - let a counter of this CPU count the same by another event
 * @cpu_event: of this CPU
 * @event: of this CPU, or NULL
 *
 * What the kernel does here is counted by the old event and then by the new one: the moment
 * of the change is in the middle between two readings of the old one.
 *
 * Context: As perfcnt_cpu_event_put().
 */
void perfcnt_cpu_event_go_on(struct perfcnt_cpu_event *cpu_event, struct perf_event *event)
{
	struct perfcnt_cpu_event old = *cpu_event;
	u64 since;

	perfcnt_cpu_event_put(cpu_event, event);
	if (!old.event || !event)
		return;
	since = cpu_event_since(&old);
	cpu_event->start = cpu_event_value(cpu_event);
	cpu_event->start -= (since + cpu_event_since(&old)) / 2;
}

/**
 * perfcnt_cpu_events_poll - poll all counters of this CPU at one instant
 * @cpu_events: of this CPU
 * @counters: how many there are
 *
 * Context: Interrupts are off.
 */
void perfcnt_cpu_events_poll(struct perfcnt_cpu_events *cpu_events,
			     unsigned int counters)
{
	unsigned int i;

	lockdep_assert_irqs_disabled();
	cpu_events->lost = 0;
	for (i = 0; i < counters; i++) {
		struct perfcnt_cpu_event *cpu_event = &cpu_events->counter[i];

		if (!cpu_event->event) {
			if (!cpu_event->suspended)
				cpu_event->seen = 0;
			continue;
		}
		cpu_event->seen = cpu_event_value(cpu_event) - cpu_event->start;
		if (cpu_event_is_lost(cpu_event))
			cpu_events->lost |= BIT(i);
	}
}

/**
 * perfcnt_cpu_events_sums - all sums, if no other CPU has events
 * @cpu_events: of this CPU
 * @counters: how many there are
 * @sums: where the sums go
 *
 * Context: Interrupts are off.
 * Return: mask of the counters that are lost.
 */
unsigned long
perfcnt_cpu_events_sums(struct perfcnt_cpu_events *cpu_events, unsigned int counters, u64 *sums)
{
	unsigned int i;
	unsigned long lost = 0;

	lockdep_assert_irqs_disabled();
	for (i = 0; i < counters; i++) {
		struct perfcnt_cpu_event *cpu_event = &cpu_events->counter[i];

		sums[i] = perfcnt_all_events.retired[i];
		if (!cpu_event->event) {
			if (cpu_event->suspended)
				sums[i] += cpu_event->seen;
			continue;
		}
		sums[i] += cpu_event_value(cpu_event) - cpu_event->start;
		if (cpu_event_is_lost(cpu_event))
			lost |= BIT(i);
	}
	return lost;
}

/* What a counter's event holds now on this CPU; false if it is lost. */
static __always_inline bool cpu_event_holds(const struct perfcnt_cpu_event *cpu_event, int cpu,
					    u64 *value)
{
	struct perf_event *event = cpu_event->event;

	if (unlikely(event->oncpu != cpu))
		return false;
	if (likely(cpu_event->direct))
		return direct_value(event, cpu_event->direct, cpu_event->beyond, value);
	event->pmu->read(event);
	*value = local64_read(&event->count);
	return true;
}

/**
 * perfcnt_cpu_events_read_fast - sums, if no other CPU has events
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * Without a lock: a CPU changes its events only with interrupts off, and whoever wants them
 * changed hides which CPU is the only one before.
 *
 * Context: Interrupts are off.
 * Return: whether this is the only CPU that has events, and all of these counters count.
 */
bool notrace perfcnt_cpu_events_read_fast(unsigned long counters, u64 *sums)
{
	const struct perfcnt_cpu_event *cpu_event = this_cpu_ptr(&perfcnt_cpu_events)->counter;
	const u64 *retired = perfcnt_all_events.retired;
	int cpu = smp_processor_id();

	lockdep_assert_irqs_disabled();
	/* the sums of before are there, see perfcnt_cpus_find_busy() */
	if (smp_load_acquire(&perfcnt_all_events.only) != cpu ||
	    unlikely(READ_ONCE(perfcnt_all_events.missing)))
		return false;
	counters &= BIT(PERFCNT_MAX_COUNTERS) - 1; /* the arrays end there */
	for (; counters; counters >>= 1, cpu_event++, retired++, sums++) {
		u64 value, sum;

		if (!(counters & 1))
			continue;
		sum = *retired;
		if (likely(cpu_event->event)) {
			if (!cpu_event_holds(cpu_event, cpu, &value))
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
 * @counters: mask of the counters
 * @sums: where that goes, each at its counter's number
 *
 * Context: Interrupts are off; may be called under the scheduler's locks.
 * Return: false if one is lost, here or where another CPU came online.
 */
bool notrace perfcnt_cpu_events_read_cpu(unsigned long counters, u64 *sums)
{
	const struct perfcnt_cpu_event *cpu_event = this_cpu_ptr(&perfcnt_cpu_events)->counter;
	int cpu = smp_processor_id();
	bool good = !(READ_ONCE(perfcnt_all_events.missing) & counters);

	counters &= BIT(PERFCNT_MAX_COUNTERS) - 1; /* the arrays end there */
	for (; counters; counters >>= 1, cpu_event++, sums++) {
		u64 value;

		if (!(counters & 1))
			continue;
		*sums = cpu_event->before;
		if (likely(cpu_event->event)) {
			if (unlikely(!cpu_event_holds(cpu_event, cpu, &value))) {
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
