// SPDX-License-Identifier: GPL-2.0
/* What counters have counted while a gate was open; gate.h says who may call. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include "gate.h"

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
