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
#include "gates.h"

unsigned long perfcnt_sums_ask(struct perfcnt_reason *reason)
	__must_hold(&perfcnt_set.counts);
unsigned long perfcnt_sums_begin(struct perfcnt_reason *reason)
	__acquires(&perfcnt_set.counts);
void perfcnt_sums_look(void);

/**
 * perfcnt_sums_lock - lock the counts to read them, with the current sums
 * @reason: why counters are lost, if any are
 *
 * The sums are in perfcnt_set.sums until perfcnt_sums_unlock().
 *
 * Context: Process context, may sleep; counts is held afterwards.
 * Return: mask of the counters that are lost, see struct perfcnt_pmu.
 */
static inline unsigned long perfcnt_sums_lock(struct perfcnt_reason *reason)
	__acquires(&perfcnt_set.counts)
{
	long lost;

	spin_lock(&perfcnt_set.counts);
	lost = perfcnt_set.pmu->read(perfcnt_set.sums, reason);
	if (unlikely(lost < 0))
		lost = perfcnt_sums_ask(reason);
	if (unlikely(perfcnt_gates_any()))
		perfcnt_gates_show(perfcnt_set.sums);
	return lost;
}

/* Undoes perfcnt_sums_lock(). */
static inline void perfcnt_sums_unlock(void)
	__releases(&perfcnt_set.counts)
{
	spin_unlock(&perfcnt_set.counts);
}

/* The counts are changed: undoes perfcnt_sums_begin(). */
static inline void perfcnt_sums_end(void)
	__releases(&perfcnt_set.counts)
{
	perfcnt_counts_unlock();
}

#endif /* PERFCNT_SUMS_H */
