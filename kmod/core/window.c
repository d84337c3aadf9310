// SPDX-License-Identifier: GPL-2.0
/* What counters have counted while a gate was open; task_sums.h says who may call. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "pmu.h"
#include "task_sums.h"

/**
 * perfcnt_gate_init - a closed gate for no counters
 * @gate: the gate, zeroed
 * @keeper: a gate whose lock guards this one, too; or NULL
 */
void perfcnt_gate_init(struct perfcnt_gate *gate, struct perfcnt_gate *keeper)
{
	raw_spin_lock_init(&gate->lock);
	gate->guard = keeper ? &keeper->lock : &gate->lock;
}

/**
 * perfcnt_gate_advance - bring the sums up to date, if the gate is open
 * @gate: the gate
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_gate_advance(struct perfcnt_gate *gate, const u64 *now)
{
	unsigned int i;

	if (!gate->open)
		return;
	for_each_set_bit(i, &gate->counters, PERFCNT_MAX_COUNTERS) {
		gate->sum[i] += now[i] - gate->from[i];
		gate->from[i] = now[i];
	}
}

/**
 * perfcnt_gate_open - somebody opens the gate
 * @gate: the gate
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_gate_open(struct perfcnt_gate *gate, const u64 *now)
{
	unsigned int i;

	if (gate->open++)
		return;
	WRITE_ONCE(gate->phase, gate->phase + 1);
	smp_wmb(); /* and then sums change; see perfcnt_gates_glance_at_all() */
	for_each_set_bit(i, &gate->counters, PERFCNT_MAX_COUNTERS)
		gate->from[i] = now[i];
}

/**
 * perfcnt_gate_close - somebody who has opened the gate closes it
 * @gate: the gate, which is closed when all have
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_gate_close(struct perfcnt_gate *gate, const u64 *now)
{
	perfcnt_gate_advance(gate, now);
	if (!--gate->open)
		smp_store_release(&gate->phase, gate->phase + 1); /* after the sums */
}

/**
 * perfcnt_gate_change - from now on a gate is for that counter, or it is so no more
 * @gate: the gate
 * @i: the counter
 * @is_for: it is for it
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_gate_change(struct perfcnt_gate *gate, unsigned int i, bool is_for,
			 const u64 *now)
{
	perfcnt_gate_advance(gate, now);
	gate->from[i] = now[i];
	if (is_for)
		gate->counters |= BIT(i);
	else
		gate->counters &= ~BIT(i);
}

/**
 * perfcnt_gate_mark - mark the sums, and how long the gate was open
 * @gate: the gate
 *
 * Context: Any.
 */
void perfcnt_gate_mark(struct perfcnt_gate *gate)
{
	memcpy(gate->mark, gate->sum, sizeof(gate->mark));
	gate->marked = gate->ran;
	if (gate->open)
		gate->marked += ktime_get_mono_fast_ns() - gate->since;
}

/* No counter has an event yet. */
static void begin(struct perfcnt_gates *gates)
{
	unsigned int cpu;

	perfcnt_turning_next(gates, NULL);
	for_each_possible_cpu(cpu)
		memcpy(per_cpu_ptr(gates->gate, cpu)->event, gates->event,
		       sizeof(gates->event));
}

/**
 * perfcnt_turning_take - gates are for counters whose events take turns, too
 * @gates: the gates, which are not in the list
 * @counters: mask of the counters
 * @events: how many events take turns on them
 */
void perfcnt_turning_take(struct perfcnt_gates *gates, unsigned long counters,
			  unsigned int events)
{
	unsigned int cpu;

	gates->counters |= counters;
	gates->turning |= counters;
	gates->events = events;
	begin(gates);
	if (perfcnt_gates_need_filter()) {
		gates->any = true; /* perfcnt_turning_turn() says which gate */
		return;
	}
	for_each_possible_cpu(cpu)
		per_cpu_ptr(gates->gate, cpu)->counters |= counters;
}

/**
 * perfcnt_turning_next - which event each counter has when the driver changes them next
 * @gates: the gates
 * @slot: that, or NULL: none has one
 *
 * A CPU that is not there is not changed by the driver.
 *
 * Context: The set's lock is held, or nobody knows the gates yet.
 */
void perfcnt_turning_next(struct perfcnt_gates *gates, const struct perfcnt_slot *slot)
{
	unsigned int cpu, i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		gates->event[i] = slot ? slot->event[i] : PERFCNT_NO_EVENT;
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			memcpy(per_cpu_ptr(gates->gate, cpu)->event, gates->event,
			       sizeof(gates->event));
}

/**
 * perfcnt_turning_enter - a task has opened a gate
 * @gates: the gates
 * @gate: one of them
 * @turns: where it counts events that take turns, or NULL
 * @now: the sums at this instant
 *
 * Context: The gate's guard is held.
 */
void perfcnt_turning_enter(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
			   struct perfcnt_task_turns *turns, const u64 *now)
{
	unsigned int i;

	gate->turns = turns;
	if (!turns)
		return;
	turns->since = gate->since;
	for_each_set_bit(i, &gates->turning, PERFCNT_MAX_COUNTERS)
		turns->from[i] = now[i];
}

/**
 * perfcnt_turning_count - bring what the task in a gate has counted up to date
 * @gates: the gates
 * @gate: one of them
 * @now: the sums at this instant
 *
 * Context: The gate's guard is held.
 */
void perfcnt_turning_count(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
			   const u64 *now)
{
	unsigned long here = gate->counters | gates->together.counters;
	struct perfcnt_task_turns *turns = gate->turns;
	unsigned int i;
	u64 time;

	if (!turns)
		return;
	time = ktime_get_mono_fast_ns();
	for_each_set_bit(i, &gates->turning, PERFCNT_MAX_COUNTERS) {
		if (here & BIT(i) && gate->event[i] != PERFCNT_NO_EVENT) {
			struct perfcnt_thread_count *count = &turns->count[gate->event[i]];

			count->count += now[i] - turns->from[i];
			count->running += time - turns->since;
		}
		turns->from[i] = now[i];
	}
	turns->since = time;
}

/**
 * perfcnt_turning_change - the counters' next events begin in a gate
 * @gates: the gates
 * @gate: one of them
 * @now: the sums at this instant
 *
 * Context: The gate's guard is held.
 */
void perfcnt_turning_change(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
			    const u64 *now)
{
	perfcnt_turning_count(gates, gate, now);
	memcpy(gate->event, gates->event, sizeof(gate->event));
}

/* The gate for what is counted on one CPU, or on several; NULL for none. */
static struct perfcnt_gate *gate_for(struct perfcnt_gates *gates,
				     const struct perfcnt_control *control)
{
	unsigned int cpu;

	if (perfcnt_gates_reach(control) > 1)
		return &gates->together;
	for_each_possible_cpu(cpu)
		if (gates->pmu->counts_on(control, cpu))
			return per_cpu_ptr(gates->gate, cpu);
	return NULL;
}

/**
 * perfcnt_turning_turn - a counter counts another event when the driver changes it next
 * @gates: the gates
 * @i: the counter, one of those that take turns
 * @control: what it will count
 *
 * Context: Any.
 */
void perfcnt_turning_turn(struct perfcnt_gates *gates, unsigned int i,
			  const struct perfcnt_control *control)
{
	unsigned long flags;

	if (!perfcnt_gates_need_filter())
		return; /* every gate is for it */
	raw_spin_lock_irqsave(&gates->together.lock, flags);
	gates->next[i] = gate_for(gates, control);
	gates->turned |= BIT(i);
	raw_spin_unlock_irqrestore(&gates->together.lock, flags);
}

/**
 * perfcnt_turning_time - how long gates were open, all CPUs added up
 * @gates: the gates of counters whose events take turns
 *
 * Context: Any.
 * Return: that, in nanoseconds.
 */
u64 perfcnt_turning_time(struct perfcnt_gates *gates)
{
	unsigned long flags;
	unsigned int cpu;
	u64 time = 0;

	for_each_possible_cpu(cpu) {
		struct perfcnt_gate *gate = per_cpu_ptr(gates->gate, cpu);

		raw_spin_lock_irqsave(gate->guard, flags);
		time += gate->ran;
		if (gate->open)
			time += ktime_get_mono_fast_ns() - gate->since;
		raw_spin_unlock_irqrestore(gate->guard, flags);
	}
	return time;
}

/**
 * perfcnt_turning_mark - mark what all gates show, before others' turns begin
 * @gates: the gates of counters whose events take turns
 *
 * Whoever changes the events marks it again at that instant.
 *
 * Context: Any.
 */
void perfcnt_turning_mark(struct perfcnt_gates *gates)
{
	unsigned long flags;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct perfcnt_gate *gate = per_cpu_ptr(gates->gate, cpu);

		raw_spin_lock_irqsave(gate->guard, flags);
		perfcnt_gate_mark(gate);
		raw_spin_unlock_irqrestore(gate->guard, flags);
	}
}

/**
 * perfcnt_turning_marked - what was marked, all CPUs added up
 * @gates: the gates
 * @sums: gets the sums of the counters whose events take turns
 *
 * Context: Any.
 * Return: how long they had been open, in nanoseconds.
 */
u64 perfcnt_turning_marked(struct perfcnt_gates *gates, u64 *sums)
{
	unsigned int cpu, i;
	u64 time = 0;

	for_each_set_bit(i, &gates->turning, PERFCNT_MAX_COUNTERS)
		sums[i] = gates->together.mark[i];
	for_each_possible_cpu(cpu) {
		const struct perfcnt_gate *gate = per_cpu_ptr(gates->gate, cpu);

		for_each_set_bit(i, &gates->turning, PERFCNT_MAX_COUNTERS)
			sums[i] += gate->mark[i];
		time += gate->marked;
	}
	return time;
}
