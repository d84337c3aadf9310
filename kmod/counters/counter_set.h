/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of the machine, as the files of this room share
 * them.
 *
 * A count is the sum that the PMU driver keeps plus a base.  Setting a count
 * changes the base, never the hardware.  A counter that is stopped by its owner
 * keeps its count aside while the hardware goes on.
 *
 * Three locks, in this order:
 *
 *	lock	what counters count: whoever changes it may sleep
 *	asked	who asks other CPUs for their sums, and changes counts by sums that
 *		are not of this moment: see sums.h
 *	counts	a spinlock, interrupts on: bases and what is kept aside, so that a
 *		reading of what is at hand never sleeps
 */
#ifndef PERFCNT_COUNTER_SET_H
#define PERFCNT_COUNTER_SET_H

#include <linux/bits.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>

#include "pmu.h"

struct perfcnt_owner;

/**
 * struct perfcnt_counter - one counter of the machine
 * @owner: who has claimed it, or NULL
 * @control: what was set, the word without M
 * @shown: the word as a reader sees it while it is not stopped
 * @seen: the word as a reader sees it
 * @suspended: counts in no mode until it is resumed
 * @stopped: stands at @kept until its owner starts it
 * @base: what the sum lacks to be the count, modulo 2^64
 * @kept: the count while it is stopped
 * @watched: with IE, the count when half_full.c looked at it last
 */
struct perfcnt_counter {
	struct perfcnt_owner *owner;
	struct perfcnt_control control;
	u32 shown;
	u32 seen;
	bool suspended;
	bool stopped;
	u64 base;
	u64 kept;
	u64 watched;
};

/**
 * struct perfcnt_counter_set - the counters of the machine
 * @lock: guards all but the counts
 * @asked: guards @asking
 * @counts: guards base, kept, stopped, control, shown and seen of each counter,
 *	    the owners' masks, and the masks here
 * @pmu: who counts
 * @counter: the counters
 * @running: mask of those that count as a reader sees it
 * @half_full: mask of those with IE that have become half full since they were
 *	       last read
 * @sums: what the PMU driver said last; guarded by counts
 * @asking: other CPUs are being asked for their sums: nobody may change a count;
 *	    read under counts
 * @lost: mask of those that were counting when somebody took their hardware:
 *	  their counts are short until they are set anew
 * @held: the hardware is ours: between acquire and release
 * @why: why counts are short, if they are
 */
struct perfcnt_counter_set {
	struct mutex lock; /* comes first */
	struct mutex asked;
	spinlock_t counts; /* comes last */
	const struct perfcnt_pmu *pmu;
	struct perfcnt_counter counter[PERFCNT_MAX_COUNTERS];
	unsigned long running;
	unsigned long half_full;
	u64 sums[PERFCNT_MAX_COUNTERS];
	bool asking;
	unsigned long lost;
	bool held;
	struct perfcnt_reason why;
};

extern struct perfcnt_counter_set perfcnt_set;

/* A counter has been started, stopped, or shall be shown as something else. */
static inline void perfcnt_counter_see(unsigned int i)
{
	struct perfcnt_counter *counter = &perfcnt_set.counter[i];

	counter->seen = counter->stopped ?
			counter->shown & ~PERFCNT_CTL_MODES : counter->shown;
	if (counter->seen & PERFCNT_CTL_MODES)
		perfcnt_set.running |= BIT(i);
	else
		perfcnt_set.running &= ~BIT(i);
}

/* A counter's count, from what its PMU driver says; counts is held. */
static inline u64 perfcnt_counter_count(const struct perfcnt_counter *counter,
					u64 sum)
{
	return counter->stopped ? counter->kept : counter->base + sum;
}

void perfcnt_counter_show(unsigned int i);
void perfcnt_counters_give_up(unsigned long lost,
			      const struct perfcnt_reason *reason);
int perfcnt_counters_change(const struct perfcnt_counter *next,
			    unsigned long changed, u64 *sums,
			    struct perfcnt_reason *reason);
void perfcnt_counters_release_idle(void);

#endif /* PERFCNT_COUNTER_SET_H */
