/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Periods: how many events there are from one sample to the next.
 *
 * Each event belongs to one period: to that of a sample, or to one that was left out
 * before it and has as many events.  So the periods of all samples and of what was left out
 * add up to the exact count, less a part of what comes before the next sample.
 */
#ifndef PERFCNT_PERIOD_H
#define PERFCNT_PERIOD_H

#include "../../uapi/linux/perfcnt_samples.h"
#include "pure.h"

/**
 * struct perfcnt_period - the period that is running
 * @mean: the events of a period, as they are asked for
 * @jitter: a period has up to so many events more or fewer; less than @mean
 * @random: the state of a generator of random numbers, not 0
 * @interval: nanoseconds from one period's end to the next for which @mean is adapted;
 *	      0: it stays
 * @finer: @mean in parts of an event
 * @length: events of the period that is running
 * @left_out: periods of @length events that come before it, without a sample
 */
struct perfcnt_period {
	u64 mean;
	u64 jitter;
	u64 random;
	u32 interval;
	u64 finer;
	u64 length;
	u64 left_out;
};

u32 perfcnt_period_preload(u64 events, u64 *left);
u64 perfcnt_period_begin(struct perfcnt_period *period, u64 mean, u64 jitter,
			 u64 seed);
u64 perfcnt_period_begin_frequency(struct perfcnt_period *period, u32 frequency,
				   u32 first);
void perfcnt_period_adapt(struct perfcnt_period *period, u64 length, u64 left_out,
			  u64 elapsed);
u64 perfcnt_period_next(struct perfcnt_period *period, u32 over, u64 leave_out);

#endif /* PERFCNT_PERIOD_H */
