// SPDX-License-Identifier: GPL-2.0
/* Counters that count only while a gate is open; gates.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../words/reason.h"
#include "gates.h"
#include "pmu.h"

static const struct perfcnt_pmu *pmu;

static LIST_HEAD(all_gates);

static unsigned long all_counters(void)
{
	return GENMASK(pmu->limits.counters - 1, 0);
}

/* What does not count by itself is no thread's own. */
static unsigned long own(const struct perfcnt_gates *gates,
			 const struct perfcnt_gate *gate)
{
	return (gate->counters | gates->shared) & ~gates->turning;
}

/**
 * perfcnt_gates_open - a task that is followed begins to run on this CPU
 * @gates: the gates
 * @now: gets the sums at this instant, for what counts by itself
 *
 * Context: Any, interrupts are off; may be called under the scheduler's locks.
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_gates_open(struct perfcnt_gates *gates, u64 *now)
{
	struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(gate->guard);
	pmu->peek(gates->counters, now);
	perfcnt_gate_open(gate, now);
	if (gates->any)
		perfcnt_gate_open(&gates->together, now);
	if (unlikely(gates->turning) && gate->open == 1)
		gate->since = ktime_get_mono_fast_ns();
	raw_spin_unlock(gate->guard);
	return own(gates, gate);
}

/**
 * perfcnt_gates_close - a task that is followed stops running on this CPU
 * @gates: the gates
 * @now: as in perfcnt_gates_open()
 *
 * Context: As perfcnt_gates_open().
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_gates_close(struct perfcnt_gates *gates, u64 *now)
{
	struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(gate->guard);
	pmu->peek(gates->counters, now);
	if (unlikely(gates->turning) && gate->open == 1)
		gate->ran += ktime_get_mono_fast_ns() - gate->since;
	perfcnt_gate_close(gate, now);
	if (gates->any)
		perfcnt_gate_close(&gates->together, now);
	raw_spin_unlock(gate->guard);
	return own(gates, gate);
}

/**
 * perfcnt_gates_is_open_here - does a task that is followed run on this CPU?
 * @gates: the gates
 *
 * Context: Any, NMI included; this CPU stays the same.
 */
bool perfcnt_gates_is_open_here(const struct perfcnt_gates *gates)
{
	return READ_ONCE(this_cpu_ptr(gates->gate)->open);
}

/**
 * perfcnt_gates_is_open - does a task that is followed run where a counter counts?
 * @gates: the gates
 * @i: one of their counters
 *
 * Context: As perfcnt_gates_is_open_here().
 */
bool perfcnt_gates_is_open(const struct perfcnt_gates *gates, unsigned int i)
{
	return gates->shared & BIT(i) ? READ_ONCE(gates->together.open) :
					perfcnt_gates_is_open_here(gates);
}

/**
 * perfcnt_gates_look_here - bring all gates of this CPU up to date
 *
 * For a driver that asks CPUs for their sums.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_gates_look_here(void)
{
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	struct perfcnt_gates *gates;

	lockdep_assert_irqs_disabled();
	if (list_empty(&all_gates))
		return;
	pmu->peek(all_counters(), now);
	rcu_read_lock();
	list_for_each_entry_rcu(gates, &all_gates, list) {
		struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

		raw_spin_lock(&gate->lock);
		perfcnt_gate_advance(gate, now);
		raw_spin_unlock(&gate->lock);
	}
	rcu_read_unlock();
}

/**
 * perfcnt_gates_mark_here - mark what the gates of this CPU show
 *
 * For a driver that has looked at them here, and now lets other events count.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_gates_mark_here(void)
{
	struct perfcnt_gates *gates;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(gates, &all_gates, list) {
		struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

		if (!gates->turning)
			continue;
		raw_spin_lock(&gate->lock);
		perfcnt_gate_mark(gate);
		raw_spin_unlock(&gate->lock);
	}
	rcu_read_unlock();
}

/* The gate shows what it has; from here on it is for the counters' next events. */
static void turn(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
		 const u64 *now)
{
	unsigned int i;

	perfcnt_gate_advance(gate, now);
	perfcnt_gate_mark(gate);
	for_each_set_bit(i, &gates->turned, PERFCNT_MAX_COUNTERS)
		perfcnt_gate_change(gate, i, gates->next[i] == gate, now);
}

/**
 * perfcnt_gates_turn - mark what the gates show, and let others be for counters
 * @now: all sums at this instant
 *
 * For a driver whose CPUs read the same registers, while the counters that change stand
 * still.
 *
 * Context: Any, interrupts are off.
 */
void perfcnt_gates_turn(const u64 *now)
{
	struct perfcnt_gates *gates;
	unsigned int cpu;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(gates, &all_gates, list) {
		if (!gates->turning)
			continue;
		raw_spin_lock(&gates->together.lock);
		for_each_possible_cpu(cpu)
			turn(gates, per_cpu_ptr(gates->gate, cpu), now);
		turn(gates, &gates->together, now);
		gates->turned = 0;
		raw_spin_unlock(&gates->together.lock);
	}
	rcu_read_unlock();
}

/* A counter whose events take turns may have been the gate's before. */
static void add(const struct perfcnt_gates *gates,
		const struct perfcnt_gate *gate, u64 *sums)
{
	unsigned int i;

	for_each_set_bit(i, &gates->counters, PERFCNT_MAX_COUNTERS)
		sums[i] += gate->sum[i];
}

/* All gates at one instant: every CPU reads the same registers. */
static void show_at_once(struct perfcnt_gates *gates, u64 *sums)
{
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned long flags;
	unsigned int cpu;

	raw_spin_lock_irqsave(&gates->together.lock, flags);
	pmu->peek(gates->counters, now);
	for_each_possible_cpu(cpu) {
		perfcnt_gate_advance(per_cpu_ptr(gates->gate, cpu), now);
		add(gates, per_cpu_ptr(gates->gate, cpu), sums);
	}
	perfcnt_gate_advance(&gates->together, now);
	add(gates, &gates->together, sums);
	raw_spin_unlock_irqrestore(&gates->together.lock, flags);
}

/* All gates as each CPU has brought them up to date. */
static void show_each(struct perfcnt_gates *gates, u64 *sums)
{
	unsigned long flags;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct perfcnt_gate *gate = per_cpu_ptr(gates->gate, cpu);

		raw_spin_lock_irqsave(&gate->lock, flags);
		add(gates, gate, sums);
		raw_spin_unlock_irqrestore(&gate->lock, flags);
	}
}

/**
 * perfcnt_gates_show - put the gates' sums in the place of the driver's
 * @sums: the driver's, an entry a counter, as they have just been read
 *
 * Context: Process context; the set's counts is held.
 */
void perfcnt_gates_show(u64 *sums)
{
	struct perfcnt_gates *gates;
	unsigned long flags;
	unsigned int i;

	if (!pmu->peeks_anywhere) {
		local_irq_save(flags);
		perfcnt_gates_look_here();
		local_irq_restore(flags);
	}
	list_for_each_entry(gates, &all_gates, list) {
		for_each_set_bit(i, &gates->counters, PERFCNT_MAX_COUNTERS)
			sums[i] = 0;
		if (pmu->peeks_anywhere)
			show_at_once(gates, sums);
		else
			show_each(gates, sums);
	}
}

/**
 * perfcnt_gates_init - say who counts
 * @driver: the PMU, probed
 */
void perfcnt_gates_init(const struct perfcnt_pmu *driver)
{
	pmu = driver;
}

/**
 * perfcnt_gates_need_filter - does a counter without a filter count other CPUs, too?
 */
bool perfcnt_gates_need_filter(void)
{
	return pmu->peeks_anywhere && num_possible_cpus() > 1;
}

/**
 * perfcnt_gates_new - gates for no counters yet, all closed
 *
 * Context: Process context, may sleep.
 * Return: the gates, or NULL.
 */
struct perfcnt_gates *perfcnt_gates_new(void)
{
	struct perfcnt_gates *gates = kzalloc(sizeof(*gates), GFP_KERNEL_ACCOUNT);
	unsigned int cpu;

	if (!gates)
		return NULL;
	gates->gate = alloc_percpu_gfp(struct perfcnt_gate, GFP_KERNEL_ACCOUNT);
	if (!gates->gate) {
		kfree(gates);
		return NULL;
	}
	gates->pmu = pmu;
	perfcnt_gate_init(&gates->together, NULL);
	for_each_possible_cpu(cpu)
		perfcnt_gate_init(per_cpu_ptr(gates->gate, cpu),
				  pmu->peeks_anywhere ? &gates->together : NULL);
	return gates;
}

/**
 * perfcnt_gates_reach - on how many CPUs does a counter count?
 * @control: what it counts
 *
 * Return: that number.
 */
unsigned int perfcnt_gates_reach(const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = 0;

	for_each_possible_cpu(cpu)
		if (pmu->counts_on(control, cpu))
			cpus++;
	return cpus;
}

/**
 * perfcnt_gates_take - gates are for this counter, too
 * @gates: the gates, which are not in the list
 * @i: the counter
 * @control: what it counts
 *
 * Return: on how many CPUs it counts.
 */
unsigned int perfcnt_gates_take(struct perfcnt_gates *gates, unsigned int i,
				const struct perfcnt_control *control)
{
	unsigned int cpu, cpus = perfcnt_gates_reach(control);

	gates->counters |= BIT(i);
	if (pmu->peeks_anywhere && cpus > 1) {
		gates->shared |= BIT(i);
		gates->any = true;
		gates->together.counters |= BIT(i);
		return cpus;
	}
	for_each_possible_cpu(cpu)
		if (pmu->counts_on(control, cpu))
			per_cpu_ptr(gates->gate, cpu)->counters |= BIT(i);
	return cpus;
}

/**
 * perfcnt_gates_add - show these gates from now on
 * @gates: the gates
 *
 * Context: The set's counts is held.
 */
void perfcnt_gates_add(struct perfcnt_gates *gates)
{
	list_add_rcu(&gates->list, &all_gates);
}

/**
 * perfcnt_gates_remove - undo perfcnt_gates_add()
 * @gates: the gates; synchronize_rcu() comes before they are freed
 *
 * Context: The set's counts is held.
 */
void perfcnt_gates_remove(struct perfcnt_gates *gates)
{
	list_del_rcu(&gates->list);
}

/**
 * perfcnt_gates_any - are there gates to show?
 *
 * Context: The set's counts is held.
 */
bool perfcnt_gates_any(void)
{
	return !list_empty(&all_gates);
}

/**
 * perfcnt_gates_free - free gates
 * @gates: the gates, which no counter has, and nobody opens any more; or NULL
 *
 * Context: Process context, may sleep.
 */
void perfcnt_gates_free(struct perfcnt_gates *gates)
{
	if (!gates)
		return;
	free_percpu(gates->gate);
	kfree(gates);
}
