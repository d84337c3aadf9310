/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Windows: counters that count only while a window is open.
 *
 * Each CPU has a window, which whoever follows tasks opens when one of them begins to run
 * there and closes when it stops.  Nothing in the hardware changes at that: the sums
 * are read, and the difference from opening to closing is added up.
 *
 * Where every CPU reads the same registers, one lock makes a reading of all windows one
 * instant.  Elsewhere each CPU adds up its own when it is asked for its sums; one whose
 * window is closed need not be asked.  If no other CPU's is open, this CPU can read all
 * sums without a lock.
 */
#ifndef PERFCNT_WINDOW_H
#define PERFCNT_WINDOW_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../encoding/control.h"
#include "../encoding/reason.h"
#include "multiplex_schedule.h"

struct cpumask;
struct perfcnt_owner;
struct perfcnt_pmu;

/**
 * struct perfcnt_task_counts - what a task has counted of events that take turns
 * @since: when it was brought up to date
 * @from: the sums then
 * @count: by event
 */
struct perfcnt_task_counts {
	u64 since;
	u64 from[PERFCNT_MAX_COUNTERS];
	struct perfcnt_thread_count *count;
};

/**
 * struct perfcnt_window - what counters have counted while it was open
 * @lock: for @guard
 * @node: in the list of those that have ever been open
 * @known: it is in that list
 * @lost: a counter did not count there while it was open: that CPU has to be asked
 * @cpu: whose it is
 * @phase: odd while it is open; as long as it is the same, and even, so is @sum
 * @guard: the lock that guards the rest: its own, or one that guards several windows
 * @counters: mask of the counters that it is for; changes for those that take turns
 * @alone: mask of the counters that count in this window alone as long as no other one is
 *	   open; 0 if it is closed
 * @open: how many have opened it and not closed it
 * @from: the sums when @sum was brought up to date, if it is open
 * @sum: the sums
 * @since: when it was opened, in nanoseconds, if it is
 * @ran: how long it was open before that
 * @mark: the sums when another event's turn began
 * @marked: how long it had been open then
 * @event: which event that takes turns each counter has, or PERFCNT_NO_EVENT
 * @entries: of the task that has opened it, if that is wanted, or NULL
 */
struct perfcnt_window {
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
	struct perfcnt_task_counts *entries;
};

/**
 * struct perfcnt_windows - some counters, and their windows
 * @list: all windows that are shown
 * @pmu: who counts
 * @read_fast: reads sums without a lock: all that this CPU can read; false if it has to
 *	       be asked
 * @counters: mask of the counters
 * @shared: mask of those that count several CPUs in one register: these count while
 *	    any of the windows is open
 * @multiplexed: mask of those whose events take turns: the time that windows are open is
 *	     wanted
 * @events: how many events take turns
 * @event: which of them each counter has when the driver changes them next
 * @before: the base of each counter before it had windows
 * @switched: mask of those that get another window when the driver changes their events
 * @next: the window that each of these gets, or NULL
 * @any: @together is in use
 * @lost: a counter has been given up: what is counted is not right from then on
 * @back: mask of the counters whose sums went back, which cannot be, until they are given up
 * @window: one window a CPU
 * @opened: those that have ever been open: the others have counted nothing
 * @together: a window for the shared counters, open while any other is
 */
struct perfcnt_windows {
	struct list_head list;
	const struct perfcnt_pmu *pmu;
	bool (*read_fast)(unsigned long counters, u64 *sums);
	unsigned long counters;
	unsigned long shared;
	unsigned long multiplexed;
	unsigned int events;
	s16 event[PERFCNT_MAX_COUNTERS];
	u64 before[PERFCNT_MAX_COUNTERS];
	unsigned long switched;
	struct perfcnt_window *next[PERFCNT_MAX_COUNTERS];
	bool any;
	bool lost;
	unsigned long back;
	struct perfcnt_window __percpu *window;
	struct llist_head opened;
	struct perfcnt_window together;
};

extern struct list_head perfcnt_windows_list;

/**
 * perfcnt_windows_is_open_here - does a task that is followed run on this CPU?
 * @windows: the windows
 *
 * Context: Any, NMI included; this CPU stays the same.
 */
static inline bool perfcnt_windows_is_open_here(const struct perfcnt_windows *windows)
{
	return READ_ONCE(this_cpu_ptr(windows->window)->open);
}

void perfcnt_windows_init(const struct perfcnt_pmu *driver);
bool perfcnt_windows_need_filter(void);
struct perfcnt_windows *perfcnt_windows_new(void);
void perfcnt_windows_free(struct perfcnt_windows *windows);
unsigned int perfcnt_windows_take(struct perfcnt_windows *windows, unsigned int i,
				  const struct perfcnt_control *control);
void perfcnt_windows_add(struct perfcnt_windows *windows);
void perfcnt_windows_remove(struct perfcnt_windows *windows);
unsigned long perfcnt_windows_sched_in(struct perfcnt_windows *windows, u64 *now,
				       struct perfcnt_task_counts *entries);
unsigned long perfcnt_windows_sched_out(struct perfcnt_windows *windows, u64 *now);
bool perfcnt_windows_is_lost_here(const struct perfcnt_windows *windows);
bool perfcnt_windows_is_open(const struct perfcnt_windows *windows, unsigned int i);
void perfcnt_windows_advance_here(const u64 *now, unsigned long lost);
void perfcnt_windows_change(unsigned long counters, unsigned int cpu);
void perfcnt_windows_switch(const u64 *now);

/*
 * Windows for counters whose events take turns.
 *
 * With each turn a counter gets another event, and with it, perhaps, another window.  What
 * a turn has counted is divided by the time that windows were open during it, so that time
 * is added up, too.
 */
void perfcnt_windows_take_multiplexer(struct perfcnt_windows *windows, unsigned long counters,
				      unsigned int events);
void perfcnt_windows_next_slice(struct perfcnt_windows *windows,
				const struct perfcnt_multiplex_slice *slice);
void perfcnt_windows_next(struct perfcnt_windows *windows, unsigned int i,
			  const struct perfcnt_control *control);
u64 perfcnt_windows_time(struct perfcnt_windows *windows);
u64 perfcnt_windows_marked(struct perfcnt_windows *windows, u64 *sums);

/* Giving windows to counters, and taking them back. */
int perfcnt_windows_attach(struct perfcnt_windows *windows,
			   struct perfcnt_owner *owner, u32 counters,
			   bool shared, struct perfcnt_reason *reason);
void perfcnt_windows_detach(struct perfcnt_windows *windows);
void perfcnt_windows_undo(struct perfcnt_windows *windows);

/* What counters with windows have counted. */
unsigned long perfcnt_windows_show(unsigned long counters, u64 *sums, unsigned long *lost);
bool perfcnt_windows_read_all(const struct perfcnt_windows *windows,
			      unsigned long counters, u64 *sums);
void perfcnt_windows_find_open(unsigned long counters, struct cpumask *cpus);

/**
 * perfcnt_windows_read_fast - windows' sums at this instant, if no other CPU has to be asked
 * @windows: the windows
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * The window of this CPU stays as it is, for interrupts are off.
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: false if another CPU's window is open, if a counter is lost, or if not all of the
 * counters have these windows.
 */
static __always_inline bool
perfcnt_windows_read_fast(const struct perfcnt_windows *windows,
			  unsigned long counters, u64 *sums)
{
	const struct perfcnt_window *here = this_cpu_ptr(windows->window);
	const u64 *sum = here->sum, *from = here->from;

	lockdep_assert_irqs_disabled();
	/* usually a thread reads its own counters, and no window but this was ever open */
	if (unlikely(counters & ~here->alone || here->node.next ||
		     READ_ONCE(windows->opened.first) != &here->node))
		return perfcnt_windows_read_all(windows, counters, sums);
	if (unlikely(!windows->read_fast(counters, sums)))
		return false;
	for (; counters; counters >>= 1, sums++, sum++, from++)
		if (counters & 1)
			*sums += *sum - *from;
	return true;
}

#endif /* PERFCNT_WINDOW_H */
