/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A gate: what counters have counted while it was open.
 *
 * Whoever calls holds the gate's guard, except for perfcnt_gate_init().
 */
#ifndef PERFCNT_GATE_H
#define PERFCNT_GATE_H

#include <linux/llist.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../encoding/control.h"

/**
 * struct perfcnt_task_turns - what a task has counted of events that take turns
 * @since: when it was brought up to date
 * @from: the sums then
 * @count: by event
 */
struct perfcnt_task_turns {
	u64 since;
	u64 from[PERFCNT_MAX_COUNTERS];
	struct perfcnt_thread_count *count;
};

/**
 * struct perfcnt_gate - what counters have counted while it was open
 * @lock: for @guard
 * @node: in the list of those that have ever been open
 * @known: it is in that list
 * @lost: a counter did not count there while it was open: that CPU has to be asked
 * @cpu: whose it is
 * @phase: odd while it is open; as long as it is the same, and even, so is @sum
 * @guard: the lock that guards the rest: its own, or one that guards several gates
 * @counters: mask of the counters that it is for; changes for those that take turns
 * @alone: mask of the counters that count in this gate alone as long as no other one is
 *	   open; 0 if it is closed
 * @open: how many have opened it and not closed it
 * @from: the sums when @sum was brought up to date, if it is open
 * @sum: the sums
 * @since: when it was opened, in nanoseconds, if it is
 * @ran: how long it was open before that
 * @mark: the sums when another event's turn began
 * @marked: how long it had been open then
 * @event: which event that takes turns each counter has, or PERFCNT_NO_EVENT
 * @turns: of the task that has opened it, if that is wanted, or NULL
 */
struct perfcnt_gate {
	raw_spinlock_t lock;
	struct llist_node node;
	bool known;
	bool lost;
	unsigned int cpu;
	unsigned int phase;
	raw_spinlock_t *guard; /* taken under the scheduler's locks */
	unsigned long counters;
	unsigned long alone;
	unsigned int open;
	u64 from[PERFCNT_MAX_COUNTERS];
	u64 sum[PERFCNT_MAX_COUNTERS];
	u64 since;
	u64 ran;
	u64 mark[PERFCNT_MAX_COUNTERS];
	u64 marked;
	s16 event[PERFCNT_MAX_COUNTERS];
	struct perfcnt_task_turns *turns;
};

void perfcnt_gate_init(struct perfcnt_gate *gate, struct perfcnt_gate *keeper);
void perfcnt_gate_advance(struct perfcnt_gate *gate, const u64 *now);
void perfcnt_gate_open(struct perfcnt_gate *gate, const u64 *now);
void perfcnt_gate_close(struct perfcnt_gate *gate, const u64 *now);
void perfcnt_gate_change(struct perfcnt_gate *gate, unsigned int i, bool is_for,
			 const u64 *now);
void perfcnt_gate_mark(struct perfcnt_gate *gate);

#endif /* PERFCNT_GATE_H */
