/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All sums at one instant, with the counts locked: the first step of every reading and
 * of every change of counts.
 *
 * Usually the sums are on this CPU, and a spinlock is enough; those of counters that
 * follow tasks are if no other CPU runs any of these.  If other CPUs have to be asked, one
 * task at a time asks them, without a spinlock, and sleeps until they have answered.
 * Meanwhile other tasks may read sums of their own CPU, but no task may change a count,
 * because the answers would be older than the change; nor read what is about to change,
 * because a count that stops is what the answers say, and no reading before shows more.
 */
#ifndef PERFCNT_SUMS_H
#define PERFCNT_SUMS_H

#include <linux/bitops.h>
#include <linux/bug.h>
#include <linux/compiler.h>
#include <linux/errno.h>

#include "core.h"
#include "window.h"

/*
 * What cannot be is refused.  In the modules that the tests build, more places look for it,
 * also where that takes time, and it is in the kernel's log, which fails the test.
 */
#ifdef PERFCNT_CHECKED
#define PERFCNT_CANNOT_BE(condition) WARN_ON_ONCE(condition)
#define PERFCNT_LOOKS_EVERYWHERE true
#else
#define PERFCNT_CANNOT_BE(condition) ((void)(condition))
#define PERFCNT_LOOKS_EVERYWHERE false
#endif

unsigned long perfcnt_sums_ask(unsigned long counters, unsigned long changing,
			       struct perfcnt_reason *reason)
	__must_hold(&perfcnt_core.counts);
unsigned long perfcnt_sums_check(unsigned long counters, unsigned long lost,
				 struct perfcnt_reason *reason);
unsigned long perfcnt_sums_begin(unsigned long counters, struct perfcnt_reason *reason)
	__acquires(&perfcnt_core.counts);
bool perfcnt_sums_try_begin(unsigned long counters);
void perfcnt_sums_poll(unsigned long counters);

/* Those that run and whose counts are less than when they were last started, reset or set. */
static __always_inline unsigned long perfcnt_sums_find_back(unsigned long counters,
							    const u64 *sums)
{
	const struct perfcnt_counter *counter = perfcnt_core.counter;
	unsigned long bit, back = 0;

	counters &= perfcnt_core.running;
	for (bit = 1; counters; counters >>= 1, bit <<= 1, counter++, sums++)
		if (counters & 1 && unlikely((s64)(counter->base + *sums - counter->kept) < 0))
			back |= bit;
	return back;
}

/**
 * perfcnt_sums_read_fast - sums of counters at this instant, without a lock
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * Context: Interrupts are off.
 * Return: false if that needs a lock, if other CPUs have to be asked, or if a counter is
 * lost.
 */
static __always_inline bool perfcnt_sums_read_fast(unsigned long counters, u64 *sums)
{
	unsigned long task_only = counters & READ_ONCE(perfcnt_core.task_only);
	const struct perfcnt_windows *windows;

	if (likely(!task_only))
		return perfcnt_core.pmu->read_fast(counters, sums);
	/* the counters in a scope are of one, and it may just be ending */
	windows = READ_ONCE(perfcnt_core.counter[__ffs(task_only)].windows);
	return windows &&
	       (counters == task_only ||
		perfcnt_core.pmu->read_fast(counters & ~task_only, sums)) &&
	       perfcnt_windows_read_fast(windows, task_only, sums);
}

/**
 * perfcnt_sums_lock - lock the counts to read them, with their current sums
 * @counters: mask of the counters
 * @reason: why counters are lost, if any are
 *
 * The sums are in perfcnt_core.sums until perfcnt_sums_unlock().
 *
 * Context: Process context, may sleep; counts is held afterwards.
 * Return: mask of the counters that are lost, see struct perfcnt_pmu.
 */
static inline unsigned long perfcnt_sums_lock(unsigned long counters,
					      struct perfcnt_reason *reason)
	__acquires(&perfcnt_core.counts)
{
	long lost = -EAGAIN;

	spin_lock(&perfcnt_core.counts);
	if (likely(!(perfcnt_core.changing & counters)))
		lost = perfcnt_core.pmu->read(counters, NULL, perfcnt_core.sums, reason);
	if (unlikely(lost < 0))
		lost = perfcnt_sums_ask(counters, 0, reason);
	return perfcnt_sums_check(counters, lost, reason);
}

/* Undoes perfcnt_sums_lock(). */
static inline void perfcnt_sums_unlock(void)
	__releases(&perfcnt_core.counts)
{
	spin_unlock(&perfcnt_core.counts);
}

/* The counts are changed: undoes perfcnt_sums_begin(). */
static inline void perfcnt_sums_end(void)
	__releases(&perfcnt_core.counts)
{
	perfcnt_core.changing = 0;
	perfcnt_counts_unlock();
}

#endif /* PERFCNT_SUMS_H */
