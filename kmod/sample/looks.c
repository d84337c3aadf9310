// SPDX-License-Identifier: GPL-2.0
/* A timer that looks what CPUs do; looks.h has the idea. */
#include <linux/cpuhotplug.h>
#include <linux/errno.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/random.h>
#include <linux/time64.h>

#include <asm/irq_regs.h>

#include "../core/pmu.h"
#include "../encoding/period.h"
#include "looks.h"
#include "profile.h"

#define MEAN_NS (PERFCNT_LOOKS_US * NSEC_PER_USEC)

/* A look is up to so much earlier or later. */
#define JITTER_NS (MEAN_NS / 2)

/* A timer that is as coarse as this is one of ticks. */
#define COARSE_NS (MEAN_NS / 10)

/* A look that is later by this than the soonest one had to wait, as interrupts were off. */
#define SOON_NS 40000

/**
 * struct looks - the looks of a CPU
 * @timer: the next one
 * @period: the times between them
 */
struct looks {
	struct hrtimer timer;
	struct perfcnt_period period;
};

static DEFINE_PER_CPU(struct looks, looks);
static struct perfcnt_profile *looked_at; /* where looks are counted */
static enum cpuhp_state state;

static enum hrtimer_restart look(struct hrtimer *timer)
{
	struct looks *here = container_of(timer, struct looks, timer);
	struct pt_regs *regs = get_irq_regs();
	ktime_t late = ktime_sub(hrtimer_cb_get_time(timer), hrtimer_get_expires(timer));
	struct perfcnt_overflow overflow = {
		.flags = PERFCNT_SAMPLE_CORE, /* nothing was counted: only the mode tells */
		.late = clamp_t(s64, late, 0, U32_MAX),
	};
	u64 looks_due = hrtimer_forward_now(timer, perfcnt_period_next(&here->period, 0, 0));

	if (regs) {
		overflow.ip = instruction_pointer(regs);
		if (user_mode(regs))
			overflow.flags |= PERFCNT_SAMPLE_USER;
		perfcnt_profile_add(looked_at, &overflow, looks_due);
	}
	return HRTIMER_RESTART;
}

/* On a CPU that is or comes online. */
static int looks_come(unsigned int cpu)
{
	struct looks *here = per_cpu_ptr(&looks, cpu);

	perfcnt_hrtimer_setup(&here->timer, look, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED_HARD);
	hrtimer_start(&here->timer,
		      perfcnt_period_begin(&here->period, MEAN_NS, JITTER_NS,
					   get_random_u64()),
		      HRTIMER_MODE_REL_PINNED_HARD);
	return 0;
}

static int looks_go(unsigned int cpu)
{
	hrtimer_cancel(&per_cpu(looks, cpu).timer);
	return 0;
}

/**
 * perfcnt_looks_begin - look what CPUs do
 * @profile: where that is counted
 *
 * Context: Process context, may sleep; until perfcnt_looks_end() nobody else calls.
 * Return: 0; -EOPNOTSUPP if timers come at ticks only; or what the kernel says.
 */
int perfcnt_looks_begin(struct perfcnt_profile *profile)
{
	int err;

	if (hrtimer_resolution > COARSE_NS)
		return -EOPNOTSUPP;
	perfcnt_profile_set_soon(profile, SOON_NS);
	looked_at = profile;
	err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "perfcnt/looks:online", looks_come,
				looks_go);
	if (err < 0)
		return err;
	state = err;
	return 0;
}

/**
 * perfcnt_looks_end - look no more
 *
 * Context: Process context, may sleep.  No look is under way when this returns.
 */
void perfcnt_looks_end(void)
{
	cpuhp_remove_state(state);
}
