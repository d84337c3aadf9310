// SPDX-License-Identifier: GPL-2.0
/* How many events there are from one sample to the next; period.h has the idea. */
#include "extend.h"
#include "period.h"

#define NS_PER_SECOND	1000000000u

/* Parts of an event in which the mean of periods is kept that are adapted. */
#define PARTS		256u

/* A period is expected to be up to so many times longer or shorter than the one before. */
#define STEP		8u

/* The longest one that is adapted: no CPU has as many events in a second. */
#define ADAPTED_MOST	0x10000000000ULL /* 2^40 */

/* More periods than these that were left out do not change what is expected. */
#define LEFT_OUT_SEEN	0x100000u

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
	period->interval = 0;
	period->left_out = 0;
	period_draw(period);
	return period->length;
}

/**
 * perfcnt_period_begin_frequency - the first period, if there is to be a number a second
 * @period: gets it
 * @frequency: 1 to PERFCNT_SAMPLING_FREQUENCY_MAX
 * @first: its events
 *
 * Return: the number of events from now on to the first sample.
 */
u64 perfcnt_period_begin_frequency(struct perfcnt_period *period, u32 frequency,
				   u32 first)
{
	perfcnt_period_begin(period, first, 0, 1);
	period->interval = NS_PER_SECOND / frequency;
	period->finer = (u64)first * PARTS;
	return period->length;
}

/**
 * perfcnt_period_adapt - a period has ended: how long are the next ones to be?
 * @period: of a frequency
 * @length: its events
 * @left_out: so many periods of that length were before it
 * @elapsed: how long all of them took, in nanoseconds
 *
 * What is expected goes half of the way to what has just been seen: a loop that does this
 * now and that then is not followed too far.
 */
void perfcnt_period_adapt(struct perfcnt_period *period, u64 length, u64 left_out,
			  u64 elapsed)
{
	u64 ratio; /* of what it should have taken, and has */

	if (left_out > LEFT_OUT_SEEN)
		left_out = LEFT_OUT_SEEN;
	if (length > ADAPTED_MOST)
		length = ADAPTED_MOST;
	ratio = div64_u64(period->interval * (1 + left_out) * PARTS, elapsed ?: 1);
	if (ratio < PARTS / STEP)
		ratio = PARTS / STEP;
	if (ratio > PARTS * STEP)
		ratio = PARTS * STEP;

	period->finer = (period->finer + length * ratio) / 2;
	if (period->finer < PARTS)
		period->finer = PARTS;
	if (period->finer > ADAPTED_MOST * PARTS)
		period->finer = ADAPTED_MOST * PARTS;
	period->mean = (period->finer + PARTS / 2) / PARTS;
}

/**
 * perfcnt_period_next - a period has ended
 * @period: it, and the next one after this call
 * @over: events since it ended, which can be more than the next one has
 * @leave_out: so many periods shall have no sample before the next sample
 *
 * Return: the number of events from now on to the next sample, 1 or more.
 */
u64 perfcnt_period_next(struct perfcnt_period *period, u32 over, u64 leave_out)
{
	period_draw(period);
	period->left_out = leave_out;
	if (over >= period->length) /* so it has 32 bits */
		period->left_out += div_u64_rem(over, period->length, &over);
	return leave_out * period->length + period->length - over;
}
