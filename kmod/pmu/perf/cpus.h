/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPUs, and what counts on them: what each counter is to count, its events on each CPU,
 * and what removed events have counted.
 *
 * Events are free-running from their creation.  A counter changes from one event to
 * another at one instant on each CPU, with interrupts disabled there.
 *
 * The locks, in this order:
 *
 *	setup	   creating and freeing events.  Software events take the lock of
 *		   CPU hotplug for that, so hotplug callbacks do not hold it.
 *	cpu_hotplug_lock
 *	lock	   which events the CPUs have, what is wanted, and asking CPUs.
 *		   Hotplug callbacks take it, so no software event is created or
 *		   freed under it.
 *	sums	   a spinlock: what a reading on the only busy CPU needs, so that
 *		   it never sleeps.  No task waits for another CPU with it: a task
 *		   that changes events on CPUs first hides which CPU is the only one.
 *		   That CPU itself can read its sums without it, with interrupts off:
 *		   what the lock guards changes for it after the events of that CPU.
 *
 * Events are created before lock is taken, for the CPUs that were online then;
 * generation says whether a CPU has come or gone since.
 */
#ifndef PERFCNT_CPUS_H
#define PERFCNT_CPUS_H

#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "../../core/kernel_thread.h"
#include "../../core/pmu.h"
#include "../../encoding/control.h"
#include "../../encoding/event.h"
#include "../../encoding/reason.h"
#include "cpu_event.h"

struct cpumask;

/**
 * struct perfcnt_wanted - what a counter is to count
 * @control: the control word; without a mode the counter counts nothing
 * @attr: the same for perf
 * @pmu: number of the only PMU that is to count it, or 0
 */
struct perfcnt_wanted {
	struct perfcnt_control control;
	struct perf_event_attr attr;
	u32 pmu;
};

/**
 * struct perfcnt_counting - what counts on the CPUs, and what shall
 * @setup: guards @next, @there, @called, @left and the standby events of each CPU
 * @lock: guards @members, @generation, @busy, @asked, @silent and the seen counts of each
 *	  CPU; and, together with @sums, what that guards
 * @sums: guards perfcnt_all_events and @why_missing: either lock is enough to read them
 * @counters: number of counters; does not change after probe
 * @limits: what the machine has
 * @wanted: what each counter counts; read with setup or lock held, changed with
 *	    both
 * @next: what it will count
 * @members: CPUs that may have events
 * @there: the value of @members at the last call of perfcnt_cpus_generation()
 * @called: the CPUs for which something is done now
 * @left: the counters whose old events are still to be put away
 * @busy: CPUs that have events
 * @asked: the CPUs that are asked now
 * @silent: one of the events is of a PMU without an interrupt, whose driver sees that a
 *	    counter has wrapped only if it is asked in each lap
 * @laps: asks it, for nobody need read a counter that often
 * @wake: makes the events of the CPU that was left, after a suspend
 * @generation: number of changes of @members and of suspends
 * @why_missing: why counters are missing that are
 */
struct perfcnt_counting {
	struct mutex setup; /* comes before lock */
	struct mutex lock; /* comes after the lock of CPU hotplug */
	spinlock_t sums; /* comes last; interrupts stay on */
	unsigned int counters;
	const struct perfcnt_limits *limits;
	struct perfcnt_wanted wanted[PERFCNT_MAX_COUNTERS];
	struct perfcnt_wanted next[PERFCNT_MAX_COUNTERS];
	struct cpumask members;
	struct cpumask there;
	struct cpumask called;
	unsigned long left;
	struct cpumask busy;
	struct cpumask asked;
	bool silent;
	struct delayed_work laps;
	struct work_struct wake;
	unsigned int generation;
	struct perfcnt_reason why_missing;
};

extern struct perfcnt_counting perfcnt_counting;

static struct perfcnt_counting *const counting = &perfcnt_counting;

u64 perfcnt_cpus_counter_mask(void);
bool perfcnt_wanted_is_software(const struct perfcnt_wanted *what);
bool perfcnt_cpus_selects(const struct perfcnt_control *control, unsigned int cpu);
void perfcnt_cpus_find_counted(const struct perfcnt_wanted *what, struct cpumask *cpus);
bool perfcnt_cpus_counts_on(const struct perfcnt_wanted *what, unsigned int cpu);
int perfcnt_cpus_only_other(const struct perfcnt_wanted *what);
void perfcnt_cpus_poll_here(void *unused);
void perfcnt_cpus_hide_only(void);
void perfcnt_cpus_watch_laps(void);
void perfcnt_cpus_find_busy(void);
void perfcnt_cpus_find_counting(unsigned long counters, struct cpumask *cpus);
void perfcnt_cpus_set_missing(unsigned int counter, const char *format, ...)
	__printf(2, 3);
void perfcnt_cpus_say_lost(unsigned int cpu, unsigned long lost, struct perfcnt_reason *reason);
void perfcnt_cpus_note_lost(unsigned int cpu, unsigned long lost);
void perfcnt_cpus_add_up(u64 *sums);
unsigned int perfcnt_cpus_generation(void);

/* What counters count from now on, and the moment of the change. */
void perfcnt_cpus_want(unsigned int i, const struct perfcnt_wanted *what);
void perfcnt_cpus_switch(unsigned long mask, unsigned long changed, u64 *sums);

/* Something done on other CPUs, while who wants it sleeps. */
void perfcnt_cpus_call_on(const struct cpumask *cpus, smp_call_func_t function,
			  void *data);

/*
 * Doing something for several CPUs at once, in several kernel threads.  It is not done on
 * these CPUs: a task that keeps one to itself holds nobody up.
 */
void perfcnt_cpus_call_for_with(const struct cpumask *cpus,
				void (*function)(unsigned int cpu, void *data), void *data,
				const char *name, struct lock_class_key *key);

/*
 * Call a function for each of these CPUs, with data, for all of them at once; setup is held.
 * Each place has a lock class, because functions take locks that others must not.
 */
#define perfcnt_cpus_call_for(cpus, function, data)			\
do {									\
	static struct lock_class_key key_;				\
	const struct cpumask *cpus_ = (cpus);				\
									\
	if (!cpumask_empty(cpus_))					\
		perfcnt_cpus_call_for_with(cpus_, function, data, #function, \
					   &key_);			\
} while (0)

/* Which PMU a CPU has: machines with two kinds of CPU have two. */
void perfcnt_cpus_forget_pmus(struct perfcnt_cpu_pmus *pmus);
void perfcnt_cpus_find_pmu(unsigned int cpu);
int perfcnt_cpus_untold(const struct perfcnt_wanted *what);
unsigned int perfcnt_cpus_least_counters(void);

/* What CPUs the machine has. */
void perfcnt_cpus_find_model(struct perfcnt_cpu_model *model);

/* The numbers of cores: what a VPE filter means where CPUs are not VPEs. */
int perfcnt_cpus_number_cores(struct perfcnt_limits *limits);
void perfcnt_cpus_forget_cores(void);
void perfcnt_cpus_number_core(unsigned int cpu);

#endif /* PERFCNT_CPUS_H */
