// SPDX-License-Identifier: GPL-2.0
/* How many events there are from one sample to the next; period.h has the idea. */
#include "extend.h"
#include "period.h"

/* A random number below @range, which is below 2^32: xorshift64*. */
static u32 period_random(struct perfcnt_period *period, u64 range)
{
	u64 x = period->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	period->random = x;
	return ((x * 0x2545f4914f6cdd1dULL >> 32) * range) >> 32;
}

/* The events of the next period. */
static void period_draw(struct perfcnt_period *period)
{
	period->length = period->mean;
	if (period->jitter)
		period->length += period_random(period, 2 * period->jitter + 1) -
				  period->jitter;
}

/**
 * perfcnt_period_preload - what a register holds so that some events make it half full
 * @events: how many, 1 or more
 * @left: gets the events that remain then, if half a register cannot hold them all
 *
 * Return: the value, in which bit 31 is not set.
 */
u32 perfcnt_period_preload(u64 events, u64 *left)
{
	u32 now = PERFCNT_HALF_FULL;

	if (events < now)
		now = events;
	*left = events - now;
	return PERFCNT_HALF_FULL - now;
}

/**
 * perfcnt_period_begin - the first period
 * @period: gets it
 * @mean: events of a period, 1 to PERFCNT_SAMPLING_PERIOD_MAX
 * @jitter: less than @mean, at most PERFCNT_SAMPLING_JITTER_MAX
 * @seed: of the random numbers
 *
 * Return: the number of events from now on to the first sample.
 */
u64 perfcnt_period_begin(struct perfcnt_period *period, u64 mean, u64 jitter,
			 u64 seed)
{
	period->mean = mean;
	period->jitter = jitter;
	period->random = seed ?: 1;
	period->left_out = 0;
	period_draw(period);
	return period->length;
}

/**
 * perfcnt_period_next - a period has ended
 * @period: it, and the next one after this call
 * @over: events since it ended
 * @leave_out: so many periods shall have no sample before the next sample
 * @missed: gets the number of periods that have ended since then, without a sample
 *
 * Return: the number of events from now on to the next sample, 1 or more.
 */
u64 perfcnt_period_next(struct perfcnt_period *period, u32 over, u64 leave_out,
			u64 *missed)
{
	*missed = 0;
	if (over >= period->mean) /* so it has 32 bits */
		*missed = div_u64_rem(over, period->mean, &over);
	period_draw(period);
	/* with jitter the next one can have ended, too: then it is that much longer */
	if (period->length <= over)
		period->length = (u64)over + 1;
	period->left_out = leave_out;
	return leave_out * period->mean + period->length - over;
}
