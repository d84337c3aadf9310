// SPDX-License-Identifier: GPL-2.0
/* What counters with gates have counted. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/llist.h>

#include "gates_sums.h"
#include "pmu.h"

/* What a counter has counted while a gate was open, up to now. */
static __always_inline u64 sum_of(const struct perfcnt_gate *gate, unsigned int i, u64 now)
{
	u64 sum = gate->sum[i];

	/* a counter whose events take turns may have been the gate's before */
	if (gate->open && (gate->counters & BIT(i)))
		sum += now - gate->from[i];
	return sum;
}

/* All gates at one instant: every CPU reads the same registers. */
static void show_at_once(struct perfcnt_gates *gates, u64 *sums)
{
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	const struct perfcnt_gate *gate;
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&gates->together.lock, flags);
	gates->pmu->peek(gates->counters, now);
	for_each_set_bit(i, &gates->counters, PERFCNT_MAX_COUNTERS) {
		sums[i] = sum_of(&gates->together, i, now[i]);
		llist_for_each_entry(gate, gates->opened.first, node)
			sums[i] += sum_of(gate, i, now[i]);
	}
	raw_spin_unlock_irqrestore(&gates->together.lock, flags);
}

/* All gates as each CPU has brought them up to date, this one now. */
static void show_each(struct perfcnt_gates *gates, u64 *sums)
{
	struct perfcnt_gate *gate;
	unsigned long flags;
	unsigned int i;

	for_each_set_bit(i, &gates->counters, PERFCNT_MAX_COUNTERS)
		sums[i] = 0;
	local_irq_save(flags);
	perfcnt_gates_look_here();
	llist_for_each_entry(gate, READ_ONCE(gates->opened.first), node) {
		raw_spin_lock(&gate->lock);
		for_each_set_bit(i, &gates->counters, PERFCNT_MAX_COUNTERS)
			sums[i] += gate->sum[i];
		raw_spin_unlock(&gate->lock);
	}
	local_irq_restore(flags);
}

/**
 * perfcnt_gates_show - put the gates' sums in the place of the driver's
 * @counters: mask of the counters whose sums are wanted
 * @sums: the driver's, an entry a counter, as they have just been read
 *
 * Context: Process context; the set's counts is held.
 */
void perfcnt_gates_show(unsigned long counters, u64 *sums)
{
	struct perfcnt_gates *gates;

	list_for_each_entry(gates, &perfcnt_gates_list, list) {
		if (!(gates->counters & counters))
			continue;
		if (gates->pmu->peeks_anywhere)
			show_at_once(gates, sums);
		else
			show_each(gates, sums);
	}
}

/* Are all gates closed but this CPU's?  Adds up how often they were opened and closed. */
static bool others_closed(const struct perfcnt_gates *gates,
			  const struct perfcnt_gate *here, unsigned int *phases)
{
	const struct perfcnt_gate *gate;

	*phases = 0;
	llist_for_each_entry(gate, READ_ONCE(gates->opened.first), node) {
		unsigned int phase;

		if (gate == here)
			continue;
		phase = smp_load_acquire(&gate->phase); /* before the sums */
		if (phase & 1 || READ_ONCE(gate->lost))
			return false;
		*phases += phase;
	}
	return true;
}

/**
 * perfcnt_gates_glance_at_all - as perfcnt_gates_glance(), if other gates have been open
 * @gates: the gates
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * What the others have does not change as long as they are closed; that none was opened
 * meanwhile is seen by their phases.  Where every CPU reads the same registers, turns
 * change the gates of all CPUs: then a lock is needed.
 *
 * Context: As perfcnt_gates_glance().
 * Return: as perfcnt_gates_glance().
 */
bool notrace perfcnt_gates_glance_at_all(const struct perfcnt_gates *gates,
					 unsigned long counters, u64 *sums)
{
	const struct perfcnt_gate *gate, *here = this_cpu_ptr(gates->gate);
	unsigned int i, phases, again;

	if (counters & ~gates->counters || (gates->turning && gates->pmu->peeks_anywhere) ||
	    !others_closed(gates, here, &phases) || !gates->glance(counters, sums))
		return false;
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS) {
		u64 now = sums[i];

		sums[i] = sum_of(here, i, now);
		if (gates->any) /* data_race: the phases tell */
			sums[i] += data_race(sum_of(&gates->together, i, now));
	}
	llist_for_each_entry(gate, READ_ONCE(gates->opened.first), node) {
		if (gate == here)
			continue;
		for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
			sums[i] += data_race(gate->sum[i]); /* likewise */
	}
	smp_rmb(); /* all sums come before the second look at the phases */
	return others_closed(gates, here, &again) && again == phases;
}

/**
 * perfcnt_gates_find_open - on which CPUs do tasks run that counters follow?
 * @counters: mask of the counters
 * @cpus: gets these CPUs, and those where a counter is lost
 *
 * Context: Process context; no gates are added or removed meanwhile.
 */
void perfcnt_gates_find_open(unsigned long counters, struct cpumask *cpus)
{
	const struct perfcnt_gates *gates;
	const struct perfcnt_gate *gate;

	cpumask_clear(cpus);
	list_for_each_entry(gates, &perfcnt_gates_list, list) {
		if (!(gates->counters & counters))
			continue;
		llist_for_each_entry(gate, READ_ONCE(gates->opened.first), node)
			if (READ_ONCE(gate->phase) & 1 || READ_ONCE(gate->lost))
				cpumask_set_cpu(gate->cpu, cpus);
	}
}
