// SPDX-License-Identifier: GPL-2.0
/* Counters that are sampled; sampler.h has the idea. */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/preempt.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/timekeeping.h>

#include "../core/core.h"
#include "../core/owner.h"
#include "../core/sums.h"
#include "../core/window.h"
#include "../encoding/control.h"
#include "sampler.h"

/* So often a second it is seen whether there are too many samples. */
#define PARTS 100

/* A thousandth of one of them. */
#define SHARE_UNIT_NS (NSEC_PER_SEC / PARTS / PERFCNT_SAMPLING_SHARE_MAX)

/* No more periods than twice these are left out before a sample. */
#define LEAVE_OUT_MOST 8192

/*
 * Events of the first period if a frequency is asked for.  Some of Intel's PMUs have none that
 * are shorter (limit_period() in arch/x86/events/intel/core.c).
 */
#define FREQUENCY_FIRST 128

static struct perfcnt_core *const core = &perfcnt_core;

/* The most samples a second of a counter on each CPU; 0 is no limit. */
unsigned int perfcnt_sample_rate = 10000;

/* How long samples may take of a time, in nanoseconds. */
static u64 sampler_allowed(const struct perfcnt_sampler *sampler, u64 time)
{
	return sampler->share ? div_u64(time * sampler->share, PERFCNT_SAMPLING_SHARE_MAX) :
				time;
}

/* A part of a second is over, or several are. */
static noinline void sampler_next_part(const struct perfcnt_sampler *sampler,
				       struct perfcnt_phase *phase, unsigned int most,
				       u64 now)
{
	u64 allowed = sampler_allowed(sampler, now - phase->since);

	if (phase->samples <= most / 2 && phase->took <= allowed / 2)
		phase->leave_out /= 2;
	phase->took -= min(phase->took, allowed);
	phase->since = now;
	phase->samples = 0;
}

/*
 * How many periods are to be left out before the next sample?  Twice as many as before
 * whenever this part of a second has had all its samples, or these have taken all their
 * time; half as many when it has had few.
 */
static u64 sampler_leave_out(const struct perfcnt_sampler *sampler,
			     struct perfcnt_phase *phase, u64 now)
{
	unsigned int rate = READ_ONCE(perfcnt_sample_rate);
	unsigned int most = rate ? (rate - 1) / PARTS + 1 : INT_MAX; /* rounded up */

	if (!rate && !sampler->share && phase->most == INT_MAX) {
		phase->leave_out = 0;
		return 0;
	}
	if (phase->period.interval) /* which is right on average, and not in each part */
		most += most / 2 + 1;
	most = min(most, phase->most);
	if (now - phase->since >= NSEC_PER_SEC / PARTS)
		sampler_next_part(sampler, phase, most, now);
	if ((phase->samples++ >= most ||
	     phase->took > sampler->share * SHARE_UNIT_NS) &&
	    phase->leave_out <= LEAVE_OUT_MOST)
		phase->leave_out = max_t(u64, 1, 2 * phase->leave_out);
	return phase->leave_out;
}

/* Does the counter count what happens now? */
static bool counts_now(const struct perfcnt_sampler *sampler)
{
	const struct perfcnt_counter *counter = &core->counter[sampler->counter];
	struct perfcnt_windows *windows = READ_ONCE(counter->windows);

	if (READ_ONCE(counter->stopped))
		return false;
	return !windows || perfcnt_windows_is_open_here(windows);
}

/* And if not here, does it count what other CPUs do? */
static bool counts_others(const struct perfcnt_sampler *sampler)
{
	const struct perfcnt_counter *counter = &core->counter[sampler->counter];
	struct perfcnt_windows *windows = READ_ONCE(counter->windows);

	return windows && !READ_ONCE(counter->stopped) &&
	       perfcnt_windows_is_open(windows, sampler->counter);
}

/* Is this a mode in which the counter counts? */
static bool in_its_modes(const struct perfcnt_sampler *sampler,
			 const struct perfcnt_overflow *overflow)
{
	u32 modes = overflow->flags & PERFCNT_SAMPLE_USER ?
		    PERFCNT_CTL_U : PERFCNT_CTL_MODES & ~PERFCNT_CTL_U;

	return sampler->word & modes;
}

static __always_inline void
write_sample(const struct perfcnt_sampler *sampler,
	     const struct perfcnt_overflow *overflow, u64 time,
	     const struct perfcnt_stretch *ended)
{
	struct perfcnt_ring_sample *sample =
		perfcnt_ring_begin(sampler->rings, time, ended->left_out);
	u16 flags = overflow->flags;
	u32 pid, tid;

	if (unlikely(!sample))
		return;
	if (unlikely(overflow->pid)) {
		pid = overflow->pid;
		tid = overflow->tid;
	} else if (likely(sampler->ns == &init_pid_ns)) {
		pid = task_tgid_nr(current);
		tid = task_pid_nr(current);
	} else {
		pid = task_tgid_nr_ns(current, sampler->ns);
		tid = task_pid_nr_ns(current, sampler->ns);
	}
	if (!in_its_modes(sampler, overflow))
		flags |= PERFCNT_SAMPLE_LATE;
	*sample = (struct perfcnt_ring_sample){
		.record.type = PERFCNT_RING_SAMPLE,
		.record.flags = flags,
		.record.size = sizeof(*sample),
		.time = time,
		.ip = overflow->ip,
		.pid = pid,
		.tid = tid,
		.cpu = smp_processor_id(),
		.counter = sampler->counter,
		.period = ended->length,
		.left_out = ended->left_out,
	};
	perfcnt_ring_end(sampler->rings);
}

/*
 * Count a period's end in a profile.  Periods that have ended as a whole before this CPU was
 * interrupted ended where it was kept waiting: they are counted there, and not with the next
 * sample.  Not so if periods are left out: these count like the sample that is taken.  An
 * interrupt that is later than any can be was lost, and this is another one.
 */
static bool count_sample(const struct perfcnt_sampler *sampler, struct perfcnt_phase *phase,
			 const struct perfcnt_overflow *overflow, u64 *passed)
{
	u64 leave_out = overflow->behind ? phase->running.left_out : phase->leave_out;

	*passed = leave_out ? 0 : div64_u64(overflow->late, phase->period.mean);
	if (unlikely(overflow->late > S32_MAX)) {
		perfcnt_profile_lose(sampler->profile, 1 + phase->fresh + *passed, 0);
		return true;
	}
	return perfcnt_profile_add(sampler->profile, overflow, 1 + phase->fresh + *passed);
}

/* The same on the CPU that was interrupted: false if it was not in the counter's modes. */
static bool count_first(const struct perfcnt_sampler *sampler, struct perfcnt_phase *phase,
			const struct perfcnt_overflow *overflow)
{
	u64 left_out = phase->last.left_out, passed;
	bool counted;

	phase->fresh = left_out - min(left_out, phase->given);
	counted = count_sample(sampler, phase, overflow, &passed);
	phase->given = counted ? passed : 0;
	return counted;
}

/* Something was lost before the next sample. */
static void sampler_lose(const struct perfcnt_sampler *sampler,
			 const struct perfcnt_ring_lost *lost)
{
	if (sampler->profile)
		perfcnt_profile_lose(sampler->profile, lost->samples + lost->periods,
				     lost->throttles);
	else
		perfcnt_ring_lose(sampler->rings, lost);
}

/* The sample of a period that has ended cannot be taken. */
static void lose_sample(const struct perfcnt_sampler *sampler, u64 left_out)
{
	const struct perfcnt_ring_lost lost = { .samples = 1, .periods = left_out };

	sampler_lose(sampler, &lost);
}

static u64 stretch_events(const struct perfcnt_stretch *stretch)
{
	return (1 + stretch->left_out) * stretch->length;
}

/*
 * What has ended had not as many events as were asked for: it is as many periods of about
 * the length that was.
 */
static noinline void sampler_share_out(struct perfcnt_phase *phase, u64 events)
{
	struct perfcnt_stretch *last = &phase->last;
	u64 periods = max_t(u64, 1, div64_u64(events, last->length));

	last->length = div64_u64(events, periods);
	last->left_out = periods - 1;
	phase->surplus = events - stretch_events(last);
}

/* The stretch that was running has ended. */
static void sampler_end_stretch(const struct perfcnt_sampler *sampler,
				struct perfcnt_phase *phase, u64 events, u64 now)
{
	struct perfcnt_stretch *last = &phase->last;

	*last = phase->running;
	if (unlikely(events && events + phase->surplus != stretch_events(last)))
		sampler_share_out(phase, events + phase->surplus);
	else
		phase->surplus = 0;
	if (phase->period.interval) {
		perfcnt_period_adapt(&phase->period, last->length, last->left_out,
				     now - phase->ended);
		phase->ended = now;
	}
}

/* The next one is running now, or, if several are under way, the first of these. */
static void sampler_begin_stretch(struct perfcnt_phase *phase, unsigned int behind)
{
	struct perfcnt_stretch drawn = {
		.length = phase->period.length,
		.left_out = phase->period.left_out,
	};

	if (!behind) {
		phase->running = drawn;
		return;
	}
	phase->running = phase->armed[0];
	if (likely(behind == 1)) {
		phase->armed[0] = drawn;
	} else {
		phase->armed[0] = phase->armed[1];
		phase->armed[1] = drawn;
	}
}

/*
 * Tell what was lost before a period has ended: the sample of the one before, and what perf has
 * not counted, if somebody counts this one.
 */
static noinline void sampler_tell_lost(const struct perfcnt_sampler *sampler,
				       struct perfcnt_phase *phase,
				       const struct perfcnt_overflow *overflow, bool counted)
{
	struct perfcnt_ring_lost lost = { 0 };

	if (overflow->throttled)
		phase->most = max(1U, min(phase->most, phase->samples) / 2);
	if (phase->untold) {
		lost.samples = 1;
		lost.periods = sampler->profile ? phase->fresh : phase->last.left_out;
	}
	if (counted) {
		/* perhaps nobody counted it then, and it was started before perf went on */
		lost.throttles = overflow->throttled + (overflow->throttled_ns && !phase->told);
		lost.throttled_ns = overflow->throttled_ns;
	}
	phase->told = overflow->throttled && counted;
	if (lost.samples || lost.throttles || lost.throttled_ns)
		sampler_lose(sampler, &lost);
}

/* A period has ended; returns the events to the end of the next one. */
static u64 sampler_reached(struct perfcnt_trigger *trigger,
			   const struct perfcnt_overflow *overflow)
{
	struct perfcnt_sampler *sampler =
		container_of(trigger, struct perfcnt_sampler, trigger);
	struct perfcnt_phase *phase = per_cpu_ptr(sampler->phase,
						  overflow->phase);
	bool here = counts_now(sampler), others = !here && counts_others(sampler);
	u64 now = ktime_get_mono_fast_ns(), next;

	if (unlikely(phase->untold || overflow->throttled || overflow->throttled_ns))
		sampler_tell_lost(sampler, phase, overflow, here || others);
	sampler_end_stretch(sampler, phase, overflow->stretch, now);
	next = perfcnt_period_next(&phase->period, overflow->over,
				   sampler_leave_out(sampler, phase, now));
	sampler_begin_stretch(phase, overflow->behind);
	phase->untold = others; /* until one of these says where it was */
	if (unlikely(sampler->profile))
		phase->untold = here && !count_first(sampler, phase, overflow);
	else if (here)
		write_sample(sampler, overflow, now, &phase->last);
	if (sampler->share)
		phase->took += ktime_get_mono_fast_ns() - now;
	return next;
}

/* The same period has ended for another CPU, too. */
static void sampler_also(struct perfcnt_trigger *trigger,
			 const struct perfcnt_overflow *overflow)
{
	struct perfcnt_sampler *sampler =
		container_of(trigger, struct perfcnt_sampler, trigger);
	struct perfcnt_phase *phase = per_cpu_ptr(sampler->phase,
						  overflow->phase);
	u64 passed;

	if (sampler->profile) {
		if (counts_now(sampler) && count_sample(sampler, phase, overflow, &passed))
			phase->untold = false;
		return;
	}
	if (!in_its_modes(sampler, overflow) || !counts_now(sampler))
		return;
	phase->untold = false;
	write_sample(sampler, overflow, ktime_get_mono_fast_ns(), &phase->last);
}

/* A sample that could not be taken: that of the period, if it has no other. */
static void sampler_missed(struct perfcnt_trigger *trigger,
			   const struct perfcnt_overflow *overflow)
{
	struct perfcnt_sampler *sampler =
		container_of(trigger, struct perfcnt_sampler, trigger);

	struct perfcnt_phase *phase = per_cpu_ptr(sampler->phase,
						  overflow->phase);

	phase->untold = false;
	if (!sampler->profile) /* which counts it when that CPU says where that was */
		lose_sample(sampler, phase->last.left_out);
}

/* Whatever counts there begins with the first period. */
static void sampler_begin_phase(const struct perfcnt_trigger *trigger,
				struct perfcnt_phase *phase)
{
	const struct perfcnt_stretch first = { .length = trigger->first };
	unsigned int behind;

	phase->running = first;
	for (behind = 0; behind < PERFCNT_BEHIND_MOST; behind++)
		phase->armed[behind] = first;
}

/* No sample ends what has begun: it is lost, but for a part of a period. */
static void sampler_gone(struct perfcnt_trigger *trigger,
			 const struct perfcnt_overflow *overflow)
{
	struct perfcnt_sampler *sampler =
		container_of(trigger, struct perfcnt_sampler, trigger);
	struct perfcnt_phase *phase = per_cpu_ptr(sampler->phase,
						  overflow->phase);
	struct perfcnt_ring_lost lost = { 0 };

	lost.periods = div64_u64_rem(overflow->stretch + phase->surplus, phase->period.mean,
				     &phase->surplus);
	sampler_begin_phase(trigger, phase);
	if (lost.periods && (counts_now(sampler) || counts_others(sampler)))
		sampler_lose(sampler, &lost);
}

static int sampler_refuse(struct perfcnt_reason *reason, int err, unsigned int i,
			  const char *why)
{
	perfcnt_reason_set(reason, "counter %u: %s", i, why);
	return err;
}

/* The driver may make another event: that the one before it is lost is seen before. */
static void sampler_look(unsigned int i)
{
	if (core->held)
		perfcnt_sums_poll(BIT(i));
}

/* Can the owner's counter be sampled? */
static int sampler_check_counter(unsigned int i, const struct perfcnt_owner *owner,
				 bool shared,
				 struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter;
	int err;

	err = perfcnt_counter_check(i, owner, PERFCNT_MAY_BE_STARTED | PERFCNT_MAY_BE_SCOPED,
				    reason);
	if (err)
		return err;
	if (!core->pmu->sample)
		return sampler_refuse(reason, -EOPNOTSUPP, i,
				      "this driver takes no samples");
	err = perfcnt_counter_check_event(i, "with samples", reason);
	if (err)
		return err;
	counter = &core->counter[i];
	if (!shared && perfcnt_windows_need_filter() &&
	    !perfcnt_control_mt_en(counter->control.word))
		return sampler_refuse(reason, -EINVAL, i,
				      "counts all VPEs in one register; use @vpeN, or PERFCNT_SAMPLING_SHARED to sample each VPE");
	return 0;
}

/* Nobody who starts a counter has its sums from before the change. */
static int sampler_set(unsigned int i, struct perfcnt_trigger *trigger,
		       struct perfcnt_reason *reason)
{
	int err;

	mutex_lock(&core->asked);
	err = core->pmu->sample(i, trigger, reason);
	mutex_unlock(&core->asked);
	return err;
}

/* The counter has its samples from here on: the last step, which can fail, too. */
static int sampler_attach(unsigned int i, struct perfcnt_sampler *sampler,
			  struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter = &core->counter[i];
	const struct perfcnt_pmu *pmu = core->pmu;
	int err;

	err = pmu->check_period ? pmu->check_period(i, sampler->trigger.least, reason) : 0;
	if (err)
		return err;
	sampler_look(i);
	if (counter->suspended || counter->taken || !core->held)
		return sampler_refuse(reason, -EIO, i, "it does not count");
	return sampler_set(i, &sampler->trigger, reason);
}

/* The first period, of a software event from the first event on. */
static u64 sampler_draw_first(struct perfcnt_period *period,
			      const struct perfcnt_sampling *wanted,
			      const struct perfcnt_control *control)
{
	const struct perfcnt_native *native = &control->native;
	u32 frequency = wanted->period;

	if (!(wanted->flags & PERFCNT_SAMPLING_FREQUENCY))
		return perfcnt_period_begin(period, wanted->period, wanted->jitter,
					    get_random_u64());
	if (perfcnt_control_event(control->word) != PERFCNT_EVENT_NATIVE ||
	    native->type != PERF_TYPE_SOFTWARE)
		return perfcnt_period_begin_frequency(period, frequency, FREQUENCY_FIRST);
	if (perfcnt_perf_is_clock(native->type, native->config))
		return perfcnt_period_begin(period, NSEC_PER_SEC / frequency, 0, 1);
	return perfcnt_period_begin_frequency(period, frequency, 1);
}

static struct perfcnt_sampler *sampler_new(unsigned int i,
					   const struct perfcnt_sampling *wanted)
{
	const struct perfcnt_control *control = &core->counter[i].control;
	struct perfcnt_sampler *sampler;
	unsigned int cpu;

	sampler = kzalloc(sizeof(*sampler), GFP_KERNEL_ACCOUNT);
	if (!sampler)
		return NULL;
	sampler->phase = alloc_percpu_gfp(struct perfcnt_phase, GFP_KERNEL_ACCOUNT);
	if (!sampler->phase) {
		kfree(sampler);
		return NULL;
	}
	for_each_possible_cpu(cpu) {
		struct perfcnt_phase *phase = per_cpu_ptr(sampler->phase, cpu);
		u64 first = sampler_draw_first(&phase->period, wanted, control);

		if (!sampler->trigger.first)
			sampler->trigger.first = first;
		sampler_begin_phase(&sampler->trigger, phase);
		phase->ended = ktime_get_mono_fast_ns();
		phase->most = INT_MAX;
		sampler->trigger.least = phase->period.mean - phase->period.jitter;
	}
	sampler->share = wanted->share;
	sampler->word = control->word;
	sampler->trigger.stopped = core->counter[i].stopped;
	sampler->trigger.reached = sampler_reached;
	sampler->trigger.also = sampler_also;
	sampler->trigger.missed = sampler_missed;
	sampler->trigger.gone = sampler_gone;
	sampler->counter = i;
	return sampler;
}

/* Nobody else writes for it any more. */
static void sampler_report_last(const struct perfcnt_sampler *sampler)
{
	unsigned int cpu;

	preempt_disable();
	for_each_possible_cpu(cpu) {
		const struct perfcnt_phase *phase = per_cpu_ptr(sampler->phase, cpu);

		if (phase->untold)
			lose_sample(sampler, sampler->profile ? phase->fresh :
						      phase->last.left_out);
	}
	preempt_enable();
}

static void sampler_free(struct perfcnt_sampler *sampler)
{
	free_percpu(sampler->phase);
	kfree(sampler);
}

/**
 * perfcnt_sampler_begin - from now on a counter is sampled
 * @owner: its owner
 * @i: the counter
 * @wanted: the period and so on, checked
 * @rings: where samples go
 * @profile: where they are counted instead, or NULL
 * @reason: why not, if not
 *
 * Samples are taken while the counter is started, and in a scope while its tasks run.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EINVAL for one without an
 * event, with IE, or that needs a filter; -EBUSY for one that is sampled, or on which
 * events take turns; -EIO for one that is lost; -EOPNOTSUPP if the driver cannot;
 * -ENOMEM; or the driver's error.
 */
int perfcnt_sampler_begin(struct perfcnt_owner *owner, unsigned int i,
			  const struct perfcnt_sampling *wanted,
			  struct perfcnt_rings *rings, struct perfcnt_profile *profile,
			  struct perfcnt_reason *reason)
{
	struct perfcnt_sampler *sampler;
	int err;

	mutex_lock(&core->lock);
	err = sampler_check_counter(i, owner, wanted->flags & PERFCNT_SAMPLING_SHARED,
				    reason);
	if (err)
		goto out;
	sampler = sampler_new(i, wanted);
	if (!sampler) {
		err = -ENOMEM;
		goto out;
	}
	sampler->rings = rings;
	sampler->profile = profile;
	sampler->ns = ns_of_pid(owner->pid);
	err = sampler_attach(i, sampler, reason);
	if (err)
		sampler_free(sampler);
	else
		core->counter[i].sampler = sampler;
out:
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_sampler_end - a counter is sampled no more
 * @owner: its owner
 * @i: the counter
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM for a counter that is not the owner's; -EINVAL for one that is not
 * sampled.
 */
int perfcnt_sampler_end(struct perfcnt_owner *owner, unsigned int i,
			struct perfcnt_reason *reason)
{
	struct perfcnt_sampler *sampler = NULL;
	int err;

	mutex_lock(&core->lock);
	err = perfcnt_counter_check(i, owner, PERFCNT_MAY_BE_ANYTHING, reason);
	if (!err && !core->counter[i].sampler)
		err = sampler_refuse(reason, -EINVAL, i, "not sampled");
	if (!err) {
		sampler = core->counter[i].sampler;
		core->counter[i].sampler = NULL;
		sampler_look(i);
		sampler_set(i, NULL, reason);
	}
	mutex_unlock(&core->lock);
	if (err)
		return err;
	sampler_report_last(sampler);
	sampler_free(sampler);
	return 0;
}

/**
 * perfcnt_sampler_end_all - no counter of an owner is sampled any more
 * @owner: the owner, whose file is closed
 *
 * Context: Process context, may sleep.
 */
void perfcnt_sampler_end_all(struct perfcnt_owner *owner)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long mine = owner->mask;
	unsigned int i;

	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS)
		if (core->counter[i].sampler)
			perfcnt_sampler_end(owner, i, &reason);
}
