/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Gates for counters whose events take turns.
 *
 * With each turn a counter gets another event, and with it, perhaps, another gate.  What
 * a turn has counted is divided by the time that gates were open during it, so that time
 * is added up, too.
 */
#ifndef PERFCNT_TURNING_H
#define PERFCNT_TURNING_H

#include <linux/types.h>

#include "gates.h"
#include "round.h"

void perfcnt_turning_take(struct perfcnt_gates *gates, unsigned long counters,
			  unsigned int events);
void perfcnt_turning_next(struct perfcnt_gates *gates, const struct perfcnt_slot *slot);
void perfcnt_turning_enter(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
			   struct perfcnt_task_turns *turns, const u64 *now);
void perfcnt_turning_count(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
			   const u64 *now);
void perfcnt_turning_change(const struct perfcnt_gates *gates, struct perfcnt_gate *gate,
			    const u64 *now);
void perfcnt_turning_turn(struct perfcnt_gates *gates, unsigned int i,
			  const struct perfcnt_control *control);
u64 perfcnt_turning_time(struct perfcnt_gates *gates);
void perfcnt_turning_mark(struct perfcnt_gates *gates);
u64 perfcnt_turning_marked(struct perfcnt_gates *gates, u64 *sums);

#endif /* PERFCNT_TURNING_H */
