// SPDX-License-Identifier: GPL-2.0
/*
 * Samples of counters that the kernel's perf events count.
 *
 * Each CPU's event has a sample period, and perf calls us when it overflows: on x86 in an
 * NMI, elsewhere in an interrupt, and for software events wherever they happen.  Before
 * that call perf has begun the next period already, so a new length is for the one after
 * it; of a software event for the one after that, as perf takes the length that it had the
 * time before (perf_swevent_set_period()), unless it is 1.  A PMU's driver leaves out what
 * is over if that is more than the next period, and some have no period of 1.  So what a
 * sample stands for is what has been counted, as perf says how much is left.
 *
 * Not so the two software clocks: a timer ends their periods, which begins the next
 * one after the call, and makes none shorter than 10 us (perf_swevent_hrtimer()).  Those
 * that are over by then too are passed over (hrtimer_forward_now()): after the call, and
 * nobody is told how many, so they are not among what is lost.
 *
 * If an event interrupts too often, perf stops it until the next tick and tells nobody.
 * What happens meanwhile is not counted.  It can be seen in the number of interrupts
 * (__perf_event_account_interrupt()).
 */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "../../encoding/control.h"
#include "cpu_event.h"
#include "cpus.h"
#include "sample.h"

/* The shortest period of a software clock, in nanoseconds. */
#define CLOCK_PERIOD_LEAST 10000

/*
 * The shortest one of a PMU's event.  Intel's driver takes one of branches whose period is 1
 * for an event that traces them (intel_pmu_has_bts_period()), also where it places it anew:
 * then it counts nothing any more.  x86's makes all of these 2 (x86_perf_event_set_period()).
 */
#define PMU_PERIOD_LEAST 2

/* Longer than any counter counts; a sum of two has no sign. */
#define LONGEST (S64_MAX >> 2)

static struct perfcnt_trigger *triggers[PERFCNT_MAX_COUNTERS];
static unsigned long sampled; /* mask of those that have one */

/* Periods that are under way when perf calls; of a clock none. */
#define BEHIND_PMU	1
#define BEHIND_SOFTWARE	2

/* Perf may have made the type that of the clock's own PMU (perf_swevent_init() in Linux 6.12). */
static bool is_clock(const struct perf_event *event)
{
	return perfcnt_cpu_event_is_software(event) &&
	       perfcnt_perf_is_clock(PERF_TYPE_SOFTWARE, event->attr.config);
}

/* How many events there were from the end of the period before to that of this one. */
static u64 sample_stretch(struct perfcnt_cpu_event *cpu_event, bool software)
{
	struct perf_event *event = cpu_event->event;
	u64 count = local64_read(&event->count), due = cpu_event->due, stretch;
	s64 left = local64_read(&event->hw.period_left);
	u64 next = software ? count - left : count + left;

	if (likely(due)) {
		if (unlikely((s64)(count - due) < 0))
			due = count; /* a software event whose period became 1 */
		stretch = due - cpu_event->ended;
	} else {
		stretch = event->hw.last_period;
		due = next - stretch;
	}
	cpu_event->ended = due;
	cpu_event->due = next;
	return stretch;
}

/*
 * How many events there were from the end of the period until perf called.  On x86 it calls in
 * an NMI, which waits for nobody.
 */
static u32 sample_late(const struct perfcnt_cpu_event *cpu_event)
{
	s64 late = local64_read(&cpu_event->event->count) - cpu_event->ended;

	return IS_ENABLED(CONFIG_X86) ? 0 : clamp_t(s64, late, 0, U32_MAX);
}

/* What is seen below is that of a moment ago, so an NMI may have seen more. */
static bool sample_look_throttled(struct perfcnt_cpu_event *cpu_event)
{
	bool throttled;

	perfcnt_cpu_event_note_throttled(cpu_event, false);
	throttled = perfcnt_cpu_event_is_stopped(cpu_event->event);
	if (throttled)
		perfcnt_cpu_event_note_throttled(cpu_event, true);
	return throttled;
}

/* Perf calls: it has gone on with what it had stopped, and may have stopped it again. */
static noinline void sample_tell_throttled(struct perfcnt_cpu_event *cpu_event,
					   struct perfcnt_overflow *overflow)
{
	u64 now = ktime_get_mono_fast_ns();

	if (cpu_event->throttled)
		overflow->throttled_ns = now - cpu_event->throttled;
	overflow->throttled = sample_look_throttled(cpu_event);
	cpu_event->throttled = overflow->throttled ? now : 0;
}

/* Not inlined, or the search for the event would save registers for it. */
static noinline void sample_end_period(struct perfcnt_cpu_event *cpu_event,
				       struct perfcnt_trigger *trigger, struct pt_regs *regs)
{
	struct perf_event *event = cpu_event->event;
	struct perfcnt_overflow overflow = {
		.ip = instruction_pointer(regs),
		.flags = user_mode(regs) ? PERFCNT_SAMPLE_USER : 0,
		.phase = smp_processor_id(),
	};
	bool software = perfcnt_cpu_event_is_software(event);
	u64 next;

	if (!is_clock(event)) {
		overflow.behind = software ? BEHIND_SOFTWARE : BEHIND_PMU;
		overflow.stretch = sample_stretch(cpu_event, software);
		if (!software)
			overflow.late = sample_late(cpu_event);
	} else {
		cpu_event->ended = local64_read(&event->count);
	}

	if (unlikely(cpu_event->throttled || perfcnt_cpu_event_is_stopped(event)))
		sample_tell_throttled(cpu_event, &overflow);
	next = trigger->reached(trigger, &overflow);
	/* of a frequency it can be 1 */
	event->hw.sample_period = software ? next : max_t(u64, next, PMU_PERIOD_LEAST);
}

/*
 * An event of a counter that is sampled no more goes on, if it could not be replaced: as
 * rarely as one without samples it interrupts then, and so perf never stops it.  But a period
 * or two as short as before are under way: perf may stop it after the first, and then begins to
 * count its interrupts anew, or is made to here.  So it does not stop it after the last.
 */
static void sample_no_more(struct perfcnt_cpu_events *here, struct perf_event *event)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		if (READ_ONCE(here->counter[i].event) != event || READ_ONCE(triggers[i]))
			continue;
		if (!sample_look_throttled(&here->counter[i]))
			event->hw.interrupts_seq--; /* not this tick's */
		event->hw.sample_period = LONGEST;
	}
}

/* An event that no counter has yet, or has no more, leaves no sample. */
static void sample_overflow(struct perf_event *event, struct perf_sample_data *data,
			    struct pt_regs *regs)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	unsigned long left;

	for (left = READ_ONCE(sampled); left; left &= left - 1) {
		unsigned int i = __ffs(left);
		struct perfcnt_trigger *trigger = READ_ONCE(triggers[i]);

		if (!trigger || READ_ONCE(here->counter[i].event) != event)
			continue;
		sample_end_period(&here->counter[i], trigger, regs);
		return;
	}
	sample_no_more(here, event);
}

/**
 * perfcnt_sample_check_period - can a counter be sampled so often?
 * @counter: below the driver's number
 * @least: its shortest period
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EINVAL for a period that is too short for a clock or a PMU.
 */
int perfcnt_sample_check_period(unsigned int counter, u64 least, struct perfcnt_reason *reason)
{
	const struct perfcnt_wanted *wanted = &counting->wanted[counter];
	bool clock, software;

	mutex_lock(&counting->lock);
	clock = perfcnt_perf_is_clock(wanted->attr.type, wanted->attr.config);
	software = perfcnt_wanted_is_software(wanted);
	mutex_unlock(&counting->lock);
	if (clock && least < CLOCK_PERIOD_LEAST) {
		perfcnt_reason_set(reason,
				   "counter %u: periods of %llu ns: those of a clock are %u at least",
				   counter, least, CLOCK_PERIOD_LEAST);
		return -EINVAL;
	}
	if (!software && least < PMU_PERIOD_LEAST) {
		perfcnt_reason_set(reason,
				   "counter %u: a period of %llu: at least %u, as a PMU counts the event",
				   counter, least, PMU_PERIOD_LEAST);
		return -EINVAL;
	}
	return 0;
}

/**
 * perfcnt_sample_begin - take samples of a counter
 * @counter: below the driver's number
 * @trigger: who is told of the end of each period
 *
 * From the moment on at which a CPU has an event with a period.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_sample_begin(unsigned int counter, struct perfcnt_trigger *trigger)
{
	perfcnt_cpu_event_on_overflow(sample_overflow, perfcnt_cpus_counter_mask());
	WRITE_ONCE(triggers[counter], trigger);
	set_bit(counter, &sampled);
}

/**
 * perfcnt_sample_end - take no more of them
 * @counter: below the driver's number
 *
 * Context: Process context, may sleep.  No call of the trigger is under way when this
 * returns.
 */
void perfcnt_sample_end(unsigned int counter)
{
	clear_bit(counter, &sampled);
	WRITE_ONCE(triggers[counter], NULL);
	synchronize_rcu(); /* handlers that have seen it are done, NMIs too */
}

/**
 * perfcnt_sample_look_here - see whether perf has gone on with events of this CPU
 * @counters: points to the mask of the counters
 *
 * Perf does so at a tick, and tells nobody; the end of a period, which tells it, may be far.
 *
 * Context: Interrupts are off.
 */
void perfcnt_sample_look_here(void *counters)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	const unsigned long *mask = counters;
	unsigned int i;

	for_each_set_bit(i, mask, PERFCNT_MAX_COUNTERS)
		if (here->counter[i].event && READ_ONCE(here->counter[i].is_throttled))
			sample_look_throttled(&here->counter[i]);
}

/**
 * perfcnt_sample_leave - the event of a counter goes with its CPU, which is this one
 * @counter: below the driver's number
 * @event: the event, which the counter has no more; or NULL
 * @value: what it held when the counter looked at it for the last time
 *
 * Context: Interrupts are off.
 */
void perfcnt_sample_leave(unsigned int counter, struct perf_event *event, u64 value)
{
	const struct perfcnt_cpu_event *cpu_event =
		&this_cpu_ptr(&perfcnt_cpu_events)->counter[counter];
	struct perfcnt_trigger *trigger = READ_ONCE(triggers[counter]);
	struct perfcnt_overflow overflow = { .phase = smp_processor_id() };

	if (!trigger || !event || !is_sampling_event(event))
		return;
	/* an NMI may have come since */
	overflow.stretch = max_t(s64, value - cpu_event->ended, 0);
	trigger->gone(trigger, &overflow);
}
