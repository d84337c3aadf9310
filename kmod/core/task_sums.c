// SPDX-License-Identifier: GPL-2.0
/* Counters that count only while a gate is open; task_sums.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/llist.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../encoding/reason.h"
#include "pmu.h"
#include "task_sums.h"

static const struct perfcnt_pmu *pmu;

/* Changed with the set's counts held. */
LIST_HEAD(perfcnt_gates_list);

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

/* The sums at this instant, for a gate of this CPU; that a counter is lost is noted. */
static void peek(const struct perfcnt_gates *gates, struct perfcnt_gate *gate, u64 *now)
{
	if (unlikely(!pmu->peek(gates->counters, now)))
		WRITE_ONCE(gate->lost, true);
}

/**
 * perfcnt_gates_open - a task that is followed begins to run on this CPU
 * @gates: the gates
 * @now: gets the sums at this instant, for what counts by itself
 * @turns: what the task counts of events that take turns is added there; or NULL
 *
 * Context: Any, interrupts are off; may be called under the scheduler's locks.
 * Return: mask of the counters that count here.
 */
unsigned long perfcnt_gates_open(struct perfcnt_gates *gates, u64 *now,
				 struct perfcnt_task_turns *turns)
{
	struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

	lockdep_assert_irqs_disabled();
	raw_spin_lock(gate->guard);
	if (unlikely(!gate->known))
		llist_add(&gate->node, &gates->opened);
	gate->known = true;
	peek(gates, gate, now);
	perfcnt_gate_open(gate, now);
	if (gates->any)
		perfcnt_gate_open(&gates->together, now);
	else if (likely(!gates->turning))
		gate->alone = gate->counters;
	if (unlikely(gates->turning) && gate->open == 1) {
		gate->since = ktime_get_mono_fast_ns();
		perfcnt_turning_enter(gates, gate, turns, now);
	}
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
	peek(gates, gate, now);
	if (gate->open == 1)
		gate->alone = 0;
	if (unlikely(gates->turning) && gate->open == 1) {
		gate->ran += ktime_get_mono_fast_ns() - gate->since;
		perfcnt_turning_count(gates, gate, now);
		gate->turns = NULL;
	}
	if (gates->any)
		perfcnt_gate_close(&gates->together, now);
	perfcnt_gate_close(gate, now); /* last: its phase says that all is closed */
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
	bool peeked = false;

	lockdep_assert_irqs_disabled();
	rcu_read_lock();
	list_for_each_entry_rcu(gates, &perfcnt_gates_list, list) {
		struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

		if (!gate->open) /* nobody else opens it */
			continue;
		if (!peeked)
			pmu->peek(all_counters(), now);
		peeked = true;
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
	list_for_each_entry_rcu(gates, &perfcnt_gates_list, list) {
		struct perfcnt_gate *gate = this_cpu_ptr(gates->gate);

		if (!gates->turning)
			continue;
		raw_spin_lock(&gate->lock);
		perfcnt_gate_mark(gate);
		perfcnt_turning_change(gates, gate, gate->from);
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
	perfcnt_turning_change(gates, gate, now);
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
	list_for_each_entry_rcu(gates, &perfcnt_gates_list, list) {
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
	gates->glance = pmu->peeks_anywhere ? pmu->glance : pmu->stamp;
	perfcnt_gate_init(&gates->together, NULL);
	init_llist_head(&gates->opened);
	for_each_possible_cpu(cpu) {
		perfcnt_gate_init(per_cpu_ptr(gates->gate, cpu),
				  pmu->peeks_anywhere ? &gates->together : NULL);
		per_cpu_ptr(gates->gate, cpu)->cpu = cpu;
	}
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
	list_add_rcu(&gates->list, &perfcnt_gates_list);
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
