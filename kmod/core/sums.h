/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All sums at one instant, with the counts locked: the first step of every reading and
 * of every change of counts.
 *
 * Usually the sums are on this CPU, and a spinlock is enough; those of counters that
 * follow tasks are if no other CPU runs any of these.  If other CPUs have to be asked, one
 * task at a time asks them, without a spinlock, and sleeps until they have answered.
 * Meanwhile other tasks may read sums of their own CPU, but no task may change a count,
 * because the answers would be older than the change.
 */
#ifndef PERFCNT_SUMS_H
#define PERFCNT_SUMS_H

#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/errno.h>

#include "core.h"
#include "gates_sums.h"

unsigned long perfcnt_sums_ask(unsigned long counters, struct perfcnt_reason *reason)
	__must_hold(&perfcnt_set.counts);
unsigned long perfcnt_sums_begin(unsigned long counters, struct perfcnt_reason *reason)
	__acquires(&perfcnt_set.counts);
void perfcnt_sums_look(void);

/**
 * perfcnt_sums_glance - sums of counters at this instant, without a lock
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * Context: Interrupts are off.
 * Return: false if that needs a lock, if other CPUs have to be asked, or if a counter is
 * lost.
 */
static __always_inline bool perfcnt_sums_glance(unsigned long counters, u64 *sums)
{
	unsigned long gated = counters & READ_ONCE(perfcnt_set.gated);
	const struct perfcnt_gates *gates;

	if (likely(!gated))
		return perfcnt_set.pmu->glance(counters, sums);
	/* the counters in a scope are of one, and it may just be ending */
	gates = READ_ONCE(perfcnt_set.counter[__ffs(gated)].gates);
	return gates &&
	       (counters == gated || perfcnt_set.pmu->glance(counters & ~gated, sums)) &&
	       perfcnt_gates_glance(gates, gated, sums);
}

/**
 * perfcnt_sums_lock - lock the counts to read them, with their current sums
 * @counters: mask of the counters
 * @reason: why counters are lost, if any are
 *
 * The sums are in perfcnt_set.sums until perfcnt_sums_unlock().
 *
 * Context: Process context, may sleep; counts is held afterwards.
 * Return: mask of the counters that are lost, see struct perfcnt_pmu.
 */
static inline unsigned long perfcnt_sums_lock(unsigned long counters,
					      struct perfcnt_reason *reason)
	__acquires(&perfcnt_set.counts)
{
	long lost;

	spin_lock(&perfcnt_set.counts);
	lost = perfcnt_set.pmu->read(perfcnt_set.sums, reason);
	if (unlikely(lost < 0))
		lost = perfcnt_sums_ask(counters, reason);
	if (unlikely(counters & perfcnt_set.gated))
		perfcnt_gates_show(counters, perfcnt_set.sums);
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
