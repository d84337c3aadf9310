/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of the driver of perf events: what each counter is to count, its events on
 * each CPU, and what removed events have counted.
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
#ifndef PERFCNT_STATE_H
#define PERFCNT_STATE_H

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
#include "../../encoding/perf_names.h"
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

/* Values of perfcnt_perf.only that are no CPU. */
#define PERFCNT_NO_CPU	(-1)
#define PERFCNT_ANY_CPU	(-2)

/**
 * struct perfcnt_perf - the driver's state
 * @setup: guards @next, @there, @called, @left and the standby events of each CPU
 * @lock: guards @members, @generation, @busy, @asked, @silent and the seen counts of each
 *	  CPU; and, together with @sums, what that guards
 * @sums: guards @retired, @only, @missing and @why_missing: either lock is enough to
 *	  read them
 * @counters: number of counters; does not change after probe
 * @limits: what the machine has
 * @wanted: what each counter counts; read with setup or lock held, changed with
 *	    both
 * @next: what it will count
 * @retired: what removed events have counted
 * @members: CPUs that may have events
 * @there: the value of @members at the last call of perfcnt_generation()
 * @called: the CPUs for which something is done now
 * @left: the counters whose old events are still to be put away
 * @busy: CPUs that have events
 * @only: the only CPU in @busy, PERFCNT_NO_CPU if there is none, or PERFCNT_ANY_CPU
 * @asked: the CPUs that are asked now
 * @silent: one of the events is of a PMU without an interrupt, whose driver sees that a
 *	    counter has wrapped only if it is asked in each lap
 * @laps: asks it, for nobody need read a counter that often
 * @generation: number of changes of @members and of suspends
 * @missing: mask of the counters that do not count on a CPU that came online
 * @why_missing: why not
 */
struct perfcnt_perf {
	struct mutex setup; /* comes before lock */
	struct mutex lock; /* comes after the lock of CPU hotplug */
	spinlock_t sums; /* comes last; interrupts stay on */
	unsigned int counters;
	const struct perfcnt_limits *limits;
	struct perfcnt_wanted wanted[PERFCNT_MAX_COUNTERS];
	struct perfcnt_wanted next[PERFCNT_MAX_COUNTERS];
	u64 retired[PERFCNT_MAX_COUNTERS];
	struct cpumask members;
	struct cpumask there;
	struct cpumask called;
	unsigned long left;
	struct cpumask busy;
	struct cpumask asked;
	int only;
	bool silent;
	struct delayed_work laps;
	unsigned int generation;
	unsigned long missing;
	struct perfcnt_reason why_missing;
};

extern struct perfcnt_perf perfcnt_perf;

/* Is it an event that no PMU counts? */
static inline bool perfcnt_is_software(const struct perfcnt_wanted *what)
{
	return what->attr.type == PERF_TYPE_SOFTWARE;
}

bool perfcnt_selects(const struct perfcnt_control *control, unsigned int cpu);
bool perfcnt_counts_on(const struct perfcnt_wanted *what, unsigned int cpu);
int perfcnt_counts_nowhere(const struct perfcnt_wanted *what);
void perfcnt_poll_here(void *unused);
void perfcnt_clear_only(void);
void perfcnt_watch_laps(void);
void perfcnt_find_busy(void);
void perfcnt_find_counting(unsigned long counters, struct cpumask *cpus);
void perfcnt_set_missing(unsigned int counter, const char *format, ...)
	__printf(2, 3);
void perfcnt_add_up(u64 *sums);
unsigned int perfcnt_generation(void);
void perfcnt_free_standby(unsigned long mask);
void perfcnt_free_offline(void);

/* How many counters a PMU has, and whether our events leave one for those of others. */
unsigned int perfcnt_capacity_of(struct pmu *pmu);
void perfcnt_capacity_check(unsigned long counters);

/* Why perf rejects the event of a counter. */
int perfcnt_refuse_lacking(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason);
int perfcnt_refuse_samples(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason);
int perfcnt_refuse_event(unsigned int counter, unsigned int cpu, int err,
			 struct perfcnt_reason *reason);

/* Samples of counters that the kernel's perf events count. */
int perfcnt_sample_begin(unsigned int counter, struct perfcnt_trigger *trigger,
			 struct perfcnt_reason *reason);
void perfcnt_sample_end(unsigned int counter);

/* CPUs that come and go, while the kernel's perf events count. */
int perfcnt_hotplug_start(void);
void perfcnt_hotplug_stop(void);

/* Suspend to RAM, which may zero the PMU of the CPU that is left. */
void perfcnt_suspend_start(void);
void perfcnt_suspend_wait(void);
void perfcnt_suspend_stop(void);

/* Something done on other CPUs, while who wants it sleeps. */
void perfcnt_cross_call(const struct cpumask *cpus, smp_call_func_t function,
			void *data);

/*
 * Doing something for several CPUs at once, in several kernel threads.  It is not done on
 * these CPUs: a task that keeps one to itself holds nobody up.
 */
void perfcnt_for_cpus_with(const struct cpumask *cpus,
			   void (*function)(unsigned int cpu, void *data), void *data,
			   const char *name, struct lock_class_key *key);

/*
 * Call a function for each of these CPUs, with data, for all of them at once; setup is held.
 * Each place has a lock class, because functions take locks that others must not.
 */
#define perfcnt_for_cpus(cpus, function, data)				\
do {									\
	static struct lock_class_key key_;				\
									\
	perfcnt_for_cpus_with(cpus, function, data, #function, &key_);	\
} while (0)

/* Which PMU a CPU has: machines with two kinds of CPU have two. */
void perfcnt_cpu_pmu_init(struct perfcnt_cpu_pmus *pmus);
void perfcnt_cpu_pmu_find(unsigned int cpu);
unsigned int perfcnt_cpu_pmu_counters(void);

/* What CPUs the machine has. */
void perfcnt_cpu_model_find(struct perfcnt_cpu_model *model);

/* The numbers of cores: what a VPE filter means where CPUs are not VPEs. */
int perfcnt_topology_init(struct perfcnt_limits *limits);
void perfcnt_topology_exit(void);
void perfcnt_topology_add(unsigned int cpu);
unsigned int perfcnt_topology_core_of(unsigned int cpu);

/**
 * struct perfcnt_change - counters that go on with other events
 * @counters: mask of the counters; perf->next says what they will count
 * @generation: of the CPUs that are there
 * @counting: those of them that will count in some mode
 * @related: all of them, and those that are multiplexed with them
 */
struct perfcnt_change {
	unsigned long counters;
	unsigned int generation;
	unsigned long counting;
	unsigned long related;
};

/* The events that counters go on with: making them, and putting away what is left. */
int perfcnt_prepare(struct perfcnt_change *change, struct perfcnt_reason *reason);
int perfcnt_prepare_capacity(struct perfcnt_change *change, struct perfcnt_reason *reason);
void perfcnt_put_away(unsigned long counters, bool keep);
void perfcnt_put_away_later(unsigned long counters);
void perfcnt_put_away_left(void);
void perfcnt_prepare_forget(void);
void perfcnt_prepare_exit(void);

#endif /* PERFCNT_STATE_H */
