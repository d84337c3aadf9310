// SPDX-License-Identifier: GPL-2.0
/* All sums at one instant, if other CPUs have to be asked; see sums.h. */
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/string.h>

#include "sums.h"

static struct perfcnt_core *const core = &perfcnt_core;

static void begin_asking(unsigned long changing)
{
	perfcnt_counts_lock();
	core->asking = true;
	core->changing = changing;
	perfcnt_counts_unlock();
	smp_mb(); /* who opens a window that is not found then reads that they change */
}

/**
 * perfcnt_sums_check - put those of windows in the place of the driver's, and look at all
 * @counters: mask of the counters whose sums have been read
 * @lost: mask of those that are lost
 * @reason: why others are
 *
 * A sum that went back is not known, whoever says it: the hardware, the kernel or we.
 *
 * Context: Counts is held.
 * Return: mask of the counters that are lost.
 */
unsigned long perfcnt_sums_check(unsigned long counters, unsigned long lost,
				 struct perfcnt_reason *reason)
{
	unsigned long back = 0, unread = 0;

	if (unlikely(counters & core->task_only))
		back = perfcnt_windows_show(counters, core->sums, &unread);
	unread &= counters & ~(lost | core->lost);
	if (unlikely(unread)) {
		perfcnt_reason_set(reason,
				   "counter %u: the hardware was taken away while it was read; counting has stopped",
				   (unsigned int)__ffs(unread));
		lost |= unread;
	}
	back |= perfcnt_sums_find_back(counters, core->sums);
	back &= counters & ~(lost | core->lost);
	if (likely(!back))
		return lost;
	perfcnt_reason_set(reason,
			   "counter %u: what the hardware counts went back; counting has stopped",
			   (unsigned int)__ffs(back));
	PERFCNT_CANNOT_BE(back);
	return lost | back;
}

/* The CPUs on which what counters follow runs now; guarded by asked. */
static struct cpumask open_windows;

/**
 * perfcnt_sums_ask - unlock the counts, ask other CPUs, and lock the counts again
 * @counters: mask of the counters whose sums are wanted
 * @changing: mask of those that the caller changes by them before perfcnt_sums_end()
 * @reason: why counters are lost, if any are
 *
 * Context: Process context, may sleep; counts is held before and afterwards.
 * Return: mask of the counters that are lost.
 */
unsigned long perfcnt_sums_ask(unsigned long counters, unsigned long changing,
			       struct perfcnt_reason *reason)
	__must_hold(&perfcnt_core.counts)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long lost;

	spin_unlock(&core->counts);
	mutex_lock(&core->asked);
	begin_asking(changing);
	perfcnt_windows_find_open(counters, &open_windows);
	lost = core->pmu->read(counters & ~core->task_only, &open_windows, sums, reason);
	spin_lock(&core->counts);
	core->asking = false;
	memcpy(core->sums, sums, core->pmu->limits.counters * sizeof(*sums));
	mutex_unlock(&core->asked);
	return lost;
}

/* The sums for a change of counts; if no CPU is asked, they are those of now. */
static long read_to_change(unsigned long counters, struct perfcnt_reason *reason)
{
	unsigned int tries;
	long lost = -EAGAIN;

	for (tries = 2; tries && !core->asking; tries--) {
		perfcnt_counts_begin();
		if (likely(perfcnt_sums_read_fast(counters, core->sums) &&
			   !perfcnt_sums_find_back(counters, core->sums)))
			return 0;
		core->changing = counters;
		perfcnt_counts_end();
		lost = core->pmu->read(counters, NULL, core->sums, reason);
		if (lost)
			break;
	}
	if (lost < 0)
		lost = perfcnt_sums_ask(counters, counters, reason);
	perfcnt_counts_begin();
	return perfcnt_sums_check(counters, lost, reason);
}

/**
 * perfcnt_sums_try_begin - perfcnt_sums_begin(), if the sums can be read without a lock
 * @counters: mask of the counters
 *
 * Context: counts is held; interrupts are off afterwards if the sums could be read.
 * Return: whether they could.
 */
bool perfcnt_sums_try_begin(unsigned long counters)
{
	if (unlikely(core->asking))
		return false;
	perfcnt_counts_begin();
	if (likely(perfcnt_sums_read_fast(counters, core->sums) &&
		   !perfcnt_sums_find_back(counters, core->sums)))
		return true;
	perfcnt_counts_end();
	return false;
}

/**
 * perfcnt_sums_begin - lock the counts to change them, with their current sums
 * @counters: mask of the counters
 * @reason: why counters are lost, if any are
 *
 * The sums are in perfcnt_core.sums until perfcnt_sums_end().
 *
 * Context: Process context, may sleep; counts is held afterwards, and interrupts are
 * off.
 * Return: mask of the counters that are lost, see struct perfcnt_pmu.
 */
unsigned long perfcnt_sums_begin(unsigned long counters, struct perfcnt_reason *reason)
	__acquires(&perfcnt_core.counts)
{
	spin_lock(&core->counts);
	return read_to_change(counters, reason);
}

/**
 * perfcnt_sums_poll - check whether counters are lost, and give those up
 * @counters: mask of the counters
 *
 * Context: Process context, may sleep; lock is held.
 */
void perfcnt_sums_poll(unsigned long counters)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long lost;

	lockdep_assert_held(&core->lock);
	lost = perfcnt_sums_lock(counters, &reason);
	perfcnt_sums_unlock();
	if (lost)
		perfcnt_counters_give_up(lost, &reason);
}
