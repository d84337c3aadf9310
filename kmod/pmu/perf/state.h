/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the driver of perf events knows: what each counter shall count, the
 * events that do it on each CPU, and what events that are gone have counted.
 *
 * Events run free from when they are made; a counter changes from one event to
 * another at one moment on each CPU, with interrupts off there.
 *
 * The locks, in this order:
 *
 *	setup	   who makes and frees events.  Software events take the lock of
 *		   CPU hotplug for that, so it is not held by hotplug callbacks.
 *	cpu_hotplug_lock
 *	lock	   which events the CPUs have, what is wanted, and who asks
 *		   CPUs.  Taken by hotplug callbacks, so no software event is
 *		   made or freed under it.
 *	sums	   a spinlock: what a reading on the only busy CPU needs, so that
 *		   it never sleeps.  Nobody waits for another CPU with it: who
 *		   changes events on CPUs first lets no CPU be the only one.
 *
 * Events are made before lock is taken, for the CPUs that were there then;
 * generation says whether a CPU has come or gone since.
 */
#ifndef PERFCNT_STATE_H
#define PERFCNT_STATE_H

#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/spinlock.h>

#include "cpu_event.h"

/**
 * struct perfcnt_wanted - what a counter shall count
 * @control: what was asked for; with no mode it counts nothing
 * @attr: the same for perf
 * @pmu: the number of the only PMU that shall count it, or 0
 */
struct perfcnt_wanted {
	struct perfcnt_control control;
	struct perf_event_attr attr;
	u32 pmu;
};

/* What perfcnt_perf.only can be instead of a CPU. */
#define PERFCNT_NO_CPU	(-1)
#define PERFCNT_ANY_CPU	(-2)

/**
 * struct perfcnt_perf - what the driver knows
 * @setup: guards @next, @there and what is fresh on each CPU
 * @lock: guards @members, @generation, @busy and what was seen on each
 *	  CPU; and, with @sums, what that guards
 * @sums: guards @retired, @only, @missing and @why_missing: either lock is enough to
 *	  read them
 * @counters: how many there are; does not change
 * @limits: what the machine has
 * @wanted: what each counter counts; read with setup or lock held, changed with
 *	    both
 * @next: what it is going to count
 * @retired: what events have counted that are gone
 * @members: CPUs that may have events
 * @there: those that did when the generation was asked for
 * @busy: CPUs that have
 * @only: the only CPU in @busy, PERFCNT_NO_CPU if none is, or PERFCNT_ANY_CPU
 * @generation: how often @members has changed, or the machine was suspended
 * @missing: mask of the counters that a CPU that came does not count
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
	struct cpumask busy;
	int only;
	unsigned int generation;
	unsigned long missing;
	struct perfcnt_reason why_missing;
};

extern struct perfcnt_perf perfcnt_perf;
DECLARE_PER_CPU(struct perfcnt_cpu_events, perfcnt_cpu_events);

struct perfcnt_cpu_event *perfcnt_cpu_event_of(unsigned int cpu,
					       unsigned int counter);
bool perfcnt_counts_on(const struct perfcnt_wanted *what, unsigned int cpu);
int perfcnt_counts_nowhere(const struct perfcnt_wanted *what);
bool perfcnt_is_software(const struct perfcnt_wanted *what);
void perfcnt_look_here(void *unused);
void perfcnt_hide_only(void);
void perfcnt_find_busy(void);
void perfcnt_set_missing(unsigned int counter, const char *format, ...)
	__printf(2, 3);
void perfcnt_add_up(u64 *sums);
unsigned int perfcnt_generation(void);
void perfcnt_free_fresh(unsigned long mask);
void perfcnt_free_trash(void);

#endif /* PERFCNT_STATE_H */
