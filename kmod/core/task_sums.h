/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Gates: counters that count only while a gate is open.
 *
 * Each CPU has a gate, which whoever follows tasks opens when one of them begins to run
 * there and closes when it stops.  Nothing in the hardware changes at that: the sums
 * are read, and the difference from opening to closing is added up.
 *
 * Where every CPU reads the same registers, one lock makes a reading of all gates one
 * instant.  Elsewhere each CPU adds up its own when it is asked for its sums; one whose
 * gate is closed need not be asked.  If no other CPU's is open, this CPU can read all
 * sums without a lock.
 */
#ifndef PERFCNT_TASK_SUMS_H
#define PERFCNT_TASK_SUMS_H

#include <linux/list.h>
#include <linux/llist.h>
#include <linux/percpu-defs.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../encoding/control.h"
#include "../encoding/reason.h"
#include "mux_schedule.h"

struct perfcnt_owner;
struct perfcnt_pmu;

/*
 * A gate: what counters have counted while it was open.
 *
 * Whoever calls holds the gate's guard, except for perfcnt_gate_init().
 */

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

/**
 * struct perfcnt_gates - some counters, and their gates
 * @list: all gates that are shown
 * @pmu: who counts
 * @glance: reads sums without a lock: all that this CPU can read; false if it has to be
 *	    asked
 * @counters: mask of the counters
 * @shared: mask of those that count several CPUs in one register: these count while
 *	    any of the gates is open
 * @turning: mask of those whose events take turns: the time that gates are open is
 *	     wanted
 * @events: how many events take turns
 * @event: which of them each counter has when the driver changes them next
 * @turned: mask of those that get another gate when the driver changes their events
 * @next: the gate that each of these gets, or NULL
 * @any: @together is in use
 * @gate: one gate a CPU
 * @opened: those that have ever been open: the others have counted nothing
 * @together: a gate for the shared counters, open while any other is
 */
struct perfcnt_gates {
	struct list_head list;
	const struct perfcnt_pmu *pmu;
	bool (*glance)(unsigned long counters, u64 *sums);
	unsigned long counters;
	unsigned long shared;
	unsigned long turning;
	unsigned int events;
	s16 event[PERFCNT_MAX_COUNTERS];
	unsigned long turned;
	struct perfcnt_gate *next[PERFCNT_MAX_COUNTERS];
	bool any;
	struct perfcnt_gate __percpu *gate;
	struct llist_head opened;
	struct perfcnt_gate together;
};

extern struct list_head perfcnt_gates_list;

void perfcnt_gates_init(const struct perfcnt_pmu *driver);
bool perfcnt_gates_need_filter(void);
struct perfcnt_gates *perfcnt_gates_new(void);
void perfcnt_gates_free(struct perfcnt_gates *gates);
unsigned int perfcnt_gates_take(struct perfcnt_gates *gates, unsigned int i,
				const struct perfcnt_control *control);
unsigned int perfcnt_gates_reach(const struct perfcnt_control *control);
void perfcnt_gates_add(struct perfcnt_gates *gates);
void perfcnt_gates_remove(struct perfcnt_gates *gates);
unsigned long perfcnt_gates_open(struct perfcnt_gates *gates, u64 *now,
				 struct perfcnt_task_turns *turns);
unsigned long perfcnt_gates_close(struct perfcnt_gates *gates, u64 *now);
bool perfcnt_gates_is_open_here(const struct perfcnt_gates *gates);
bool perfcnt_gates_is_open(const struct perfcnt_gates *gates, unsigned int i);
void perfcnt_gates_look_here(void);
void perfcnt_gates_mark_here(void);
void perfcnt_gates_turn(const u64 *now);

/*
 * Gates for counters whose events take turns.
 *
 * With each turn a counter gets another event, and with it, perhaps, another gate.  What
 * a turn has counted is divided by the time that gates were open during it, so that time
 * is added up, too.
 */
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

/* Giving gates to counters, and taking them back. */
int perfcnt_gating_begin(struct perfcnt_gates *gates,
			 const struct perfcnt_owner *owner, u32 counters,
			 bool shared, struct perfcnt_reason *reason);
void perfcnt_gating_end(struct perfcnt_gates *gates, bool stop);

#endif /* PERFCNT_TASK_SUMS_H */
