/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that a PMU driver provides.
 *
 * A driver has a 64-bit sum for each counter: the events on all CPUs that the counter's
 * filter selects.  Sums never decrease; the counts that users see are made of them.
 *
 * Every call except the three readings is made under a mutex, so a driver gets
 * one of them at a time, in process context.  Readings come at any time, from several CPUs
 * at once; but those that may ask other CPUs one at a time.
 */
#ifndef PERFCNT_PMU_H
#define PERFCNT_PMU_H

#include <linux/types.h>

#include "../../uapi/linux/perfcnt_samples.h"
#include "../encoding/control.h"
#include "../encoding/reason.h"

/* The number of counters if it is not known how many the hardware has. */
#define PERFCNT_DEFAULT_COUNTERS 4

struct cpumask;
struct module;

/**
 * struct perfcnt_overflow - a period of a counter that is sampled has ended
 * @ip: the address of the instruction that this CPU will execute next
 * @flags: PERFCNT_SAMPLE_*
 * @over: events since the period ended, which the next one has had already
 * @late: events since the period ended, until this CPU was interrupted; 0 where no interrupt
 *	  waits until interrupts are on
 * @stretch: events since the last call, up to the period's end; 0: what was asked for
 * @phase: the CPU whose events it counts; where CPUs share a register, the first
 * @behind: so many periods are under way already: what is returned is for the one after
 *	    them
 * @in_handler: it is known that it ended in the handler of another interrupt, which had
 *		interrupted @ip
 * @throttled: nothing is counted after it for some time
 * @throttled_ns: how long nothing was counted before it, at most
 * @pid: the process, 0: the current task's
 * @tid: its thread, if @pid is not 0
 */
struct perfcnt_overflow {
	u64 ip;
	u32 flags;
	u32 over;
	u32 late;
	u64 stretch;
	unsigned int phase;
	u8 behind;
	bool in_handler;
	bool throttled;
	u64 throttled_ns;
	u32 pid;
	u32 tid;
};

/**
 * struct perfcnt_trigger - who is told of the periods' ends of a counter
 * @first: events of the first period
 * @least: events of the shortest one
 * @stopped: nobody wants what the counter counts until it begins
 * @reached: a period has ended; returns the number of events from now on to the end of
 *	     the next one, 1 or more; see @behind in struct perfcnt_overflow
 * @also: the same period has ended on this CPU, too; after @reached on another CPU
 * @missed: of the period before, if another CPU has not said yet where that was;
 *	    before @reached
 * @gone: what counts there has gone, @stretch events after the last call; whatever comes
 *	  there begins with @first
 *
 * All are called with interrupts or preemption off, also in an NMI.
 */
struct perfcnt_trigger {
	u64 first;
	u64 least;
	bool stopped;
	u64 (*reached)(struct perfcnt_trigger *trigger,
		       const struct perfcnt_overflow *overflow);
	void (*also)(struct perfcnt_trigger *trigger,
		     const struct perfcnt_overflow *overflow);
	void (*missed)(struct perfcnt_trigger *trigger,
		       const struct perfcnt_overflow *overflow);
	void (*gone)(struct perfcnt_trigger *trigger,
		     const struct perfcnt_overflow *overflow);
};

/**
 * struct perfcnt_pmu - a PMU driver
 * @name: name of the driver, for messages and for the parameter pmu
 * @limits: what the machine has; probe fills it in
 * @owner: the module that the driver is in: it stays while a file of /dev/perfcnt is open
 * @hardware: how many counters can have hardware events at the same time; probe finds it;
 *	      0: there are only the kernel's software events
 * @half_full: perfcnt_notify_half_full(), for a driver in another module; set before probe
 * @change: perfcnt_windows_switch(), likewise
 * @probe: find the hardware without changing it; @counters is the wanted number of
 *	   counters, or 0.  Returns 0; -ENODEV without hardware; -EINVAL if it has fewer
 *	   counters; or -ENOMEM.
 * @remove: undo probe; can be NULL
 * @acquire: take the hardware, with all counters stopped.  May sleep.  Returns 0;
 *	     -EBUSY if another user has it; or another error.  NULL if each setting takes
 *	     what it needs.
 * @release: return the hardware in the state in which it was found.  May sleep.  The
 *	     sums are kept.
 * @configure: at one instant, set the counters in the mask @counters to their entries in
 *	       @control (M and IE are ignored), and return their sums at that instant,
 *	       each at its number.  Only between acquire and release.  Returns 0; -EIO if all
 *	       counters are lost, see @read; -ENOENT for an event that the hardware does
 *	       not have; -EBUSY if no hardware counter is free; or another error.  After
 *	       an error nothing has changed.
 * @read_fast: the sums of the counters in the mask @counters at this instant, each at its
 *	       number; false if that needs a lock, or if there is anything to do or to say
 *	       for which @read has to be called.  Must not sleep, wake, or take a lock;
 *	       interrupts are off, and it is no NMI.
 * @read_cpu: the same of what this CPU has ever counted, whatever there is to do; of all
 *	      CPUs if @reads_anywhere.  False if one of the counters is lost, see @read:
 *	      what it has then is no sum.  In the same context, also in the scheduler.
 * @reads_anywhere: every CPU can read all sums
 * @read: return the sums of all counters at one instant.  Without @cpus it must not sleep,
 *	  and returns -EAGAIN if other CPUs have to be asked; otherwise it may sleep, and
 *	  asks the CPUs that count those in the mask @counters, and all in @cpus.
 *	  Interrupts are on.  Returns 0, or a mask of the lost counters, whose hardware
 *	  another user has taken: their sums are the last ones known to be right, @reason
 *	  says why, and the caller must next configure them to count nothing.
 * @counts_on: does a counter with this setting count what happens on this CPU?
 * @align: set the register of a counter to the low bits of its sum plus @base.  Must not
 *	   sleep.  A driver with this function reports registers that become half full to
 *	   perfcnt_notify_half_full().  NULL if counts have no registers.
 * @check_period: can a counter be sampled after so few events?  May sleep.  Returns 0, or
 *	     -EINVAL, and has changed nothing.  NULL if after any number.
 * @sample: tell @trigger of the end of each period of a counter that has a mode to count
 *	    in; or, if it is NULL, tell nobody any more: then no call is under way when
 *	    this returns, and none of its errors matters.  May sleep; only between acquire
 *	    and release, but NULL also afterwards.  Returns 0, -EIO as for @read, or
 *	    another error.  NULL if it takes no samples.
 * @look_throttled: see whether perf has gone on with the events of the counters in the mask
 *		    @counters, and say so to perfcnt_counter_note_throttled().  May sleep.
 *		    NULL if nobody stops events because of samples.
 */
struct perfcnt_pmu {
	const char *name;
	struct module *owner;
	struct perfcnt_limits limits;
	unsigned int hardware;
	void (*half_full)(void);
	void (*change)(const u64 *sums);

	int (*probe)(struct perfcnt_pmu *pmu, unsigned int counters,
		     struct perfcnt_reason *reason);
	void (*remove)(void);
	int (*acquire)(struct perfcnt_reason *reason);
	void (*release)(void);
	int (*configure)(unsigned long counters,
			 const struct perfcnt_control *control, u64 *sums,
			 struct perfcnt_reason *reason);
	bool (*read_fast)(unsigned long counters, u64 *sums);
	bool (*read_cpu)(unsigned long counters, u64 *sums);
	bool reads_anywhere;
	long (*read)(unsigned long counters, const struct cpumask *cpus, u64 *sums,
		     struct perfcnt_reason *reason);
	bool (*counts_on)(const struct perfcnt_control *control,
			  unsigned int cpu);
	void (*align)(unsigned int counter, u64 base);
	int (*check_period)(unsigned int counter, u64 least, struct perfcnt_reason *reason);
	int (*sample)(unsigned int counter, struct perfcnt_trigger *trigger,
		      struct perfcnt_reason *reason);
	void (*look_throttled)(unsigned long counters);
};

/* The MIPS32 34K core's counters. */
extern struct perfcnt_pmu perfcnt_pmu_mips;

/* Any PMU that the kernel drives, and the kernel's software events. */
extern struct perfcnt_pmu perfcnt_pmu_perf;

/* A driver in a module of its own. */
int perfcnt_pmu_register(struct perfcnt_pmu *added);
void perfcnt_pmu_unregister(struct perfcnt_pmu *added);

#endif /* PERFCNT_PMU_H */
