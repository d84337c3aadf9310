/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All sums at one instant, with the counts locked: the first step of every reading and
 * of every change of counts.
 *
 * Usually the sums are on this CPU, and a spinlock is enough.  If other CPUs have to be
 * asked, one task at a time asks them, without a spinlock, and sleeps until they have
 * answered.  Meanwhile other tasks may read sums of their own CPU, but no task may
 * change a count, because the answers would be older than the change.
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
 * perfcnt_sums_lock - lock the counts, with the current sums
 * @change: the caller changes counts, and does not only read them
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

/* Undoes perfcnt_sums_lock(). */
static __always_inline void perfcnt_sums_unlock(void)
	__releases(&perfcnt_set.counts)
{
	spin_unlock(&perfcnt_set.counts);
}

#endif /* PERFCNT_SUMS_H */
