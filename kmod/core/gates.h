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
#ifndef PERFCNT_GATES_H
#define PERFCNT_GATES_H

#include <linux/list.h>
#include <linux/llist.h>
#include <linux/percpu-defs.h>
#include <linux/types.h>

#include "../encoding/control.h"
#include "gate.h"

struct perfcnt_pmu;

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

#endif /* PERFCNT_GATES_H */
