// SPDX-License-Identifier: GPL-2.0
/* All sums at one instant, if other CPUs have to be asked; see sums.h. */
#include <linux/string.h>

#include "sums.h"

static struct perfcnt_counter_set *const set = &perfcnt_set;

static void set_asking(bool asking)
{
	spin_lock(&set->counts);
	set->asking = asking;
	spin_unlock(&set->counts);
}

/**
 * perfcnt_sums_ask - unlock the counts, ask other CPUs, and lock the counts again
 * @reason: why counters are lost, if any are
 *
 * If the driver needs no answer of another CPU, its read is used.
 *
 * Context: Process context, may sleep; counts is held before and afterwards.
 * Return: mask of the counters that are lost.
 */
unsigned long perfcnt_sums_ask(struct perfcnt_reason *reason)
	__must_hold(&perfcnt_set.counts)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	unsigned long lost;

	spin_unlock(&set->counts);
	mutex_lock(&set->asked);
	set_asking(true);
	lost = set->pmu->ask ? set->pmu->ask(sums, reason) :
			       set->pmu->read(sums, reason);
	spin_lock(&set->counts);
	set->asking = false;
	memcpy(set->sums, sums, set->pmu->limits.counters * sizeof(*sums));
	mutex_unlock(&set->asked);
	return lost;
}

/**
 * perfcnt_sums_look - check whether counters are lost, and give those up
 *
 * Context: Process context, may sleep; lock is held.
 */
void perfcnt_sums_look(void)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	unsigned long lost;

	lockdep_assert_held(&set->lock);
	lost = perfcnt_sums_lock(false, &reason);
	perfcnt_sums_unlock();
	if (lost)
		perfcnt_counters_give_up(lost, &reason);
}
