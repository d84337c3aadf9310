/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All sums at one moment, with the counts locked: what everybody begins with who
 * reads counts or changes them.
 *
 * Mostly the sums are at hand, and that is a spinlock and no more.  Where other
 * CPUs have to be asked one task does it at a time, with no spinlock held, and
 * sleeps until they have answered.  Meanwhile others may read what is at hand, but
 * nobody may change a count: the answers would be of a moment before the change.
 */
#ifndef PERFCNT_SUMS_H
#define PERFCNT_SUMS_H

#include <linux/compiler.h>
#include <linux/errno.h>

#include "counter_set.h"

unsigned long perfcnt_sums_ask(struct perfcnt_reason *reason)
	__must_hold(&perfcnt_set.counts);
void perfcnt_sums_look(void);

/**
 * perfcnt_sums_lock - lock the counts, with all sums as they are now
 * @change: counts shall be changed, not only read
 * @reason: why counters are lost, if any are
 *
 * The sums are in perfcnt_set.sums until perfcnt_sums_unlock().
 *
 * Context: Process context, may sleep; counts is held afterwards.
 * Return: mask of the counters that are lost, see struct perfcnt_pmu.
 */
static __always_inline unsigned long
perfcnt_sums_lock(bool change, struct perfcnt_reason *reason)
	__acquires(&perfcnt_set.counts)
{
	long lost = -EAGAIN;

	spin_lock(&perfcnt_set.counts);
	if (likely(!change || !perfcnt_set.asking))
		lost = perfcnt_set.pmu->read(perfcnt_set.sums, reason);
	if (unlikely(lost < 0))
		lost = perfcnt_sums_ask(reason);
	return lost;
}

/* The other way round. */
static __always_inline void perfcnt_sums_unlock(void)
	__releases(&perfcnt_set.counts)
{
	spin_unlock(&perfcnt_set.counts);
}

#endif /* PERFCNT_SUMS_H */
