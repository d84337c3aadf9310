/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that a PMU driver provides.
 *
 * A driver has a 64-bit sum for each counter: the events on all CPUs that the counter's
 * filter selects.  Sums never decrease; the counts that users see are made of them.
 *
 * Every call except read and ask is made under a mutex, so a driver gets one of them at
 * a time, in process context.  Calls of read come at any time, from several CPUs at
 * once; calls of ask also come at any time, but one at a time.
 */
#ifndef PERFCNT_PMU_H
#define PERFCNT_PMU_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "../words/control.h"
#include "../words/reason.h"

/* The number of counters if the hardware does not determine it. */
#define PERFCNT_DEFAULT_COUNTERS 4

struct dentry;

/**
 * struct perfcnt_pmu - a PMU driver
 * @name: name of the driver, for messages and for the parameter pmu
 * @limits: what the machine has; probe fills it in
 * @hardware: probe has found hardware counters, not only the kernel's software events
 * @half_fulls: number of half-full interrupts so far, for tests
 * @probe: find the hardware without changing it; @counters is the wanted number of
 *	   counters, or 0.  Returns 0; -ENODEV without hardware; -EINVAL if it has fewer
 *	   counters; or -ENOMEM.
 * @remove: undo probe; can be NULL
 * @acquire: take the hardware, with all counters stopped.  May sleep.  Returns 0;
 *	     -EBUSY if another user has it; or another error.
 * @release: return the hardware in the state in which it was found.  May sleep.  The
 *	     sums are kept.
 * @configure: at one instant, set the counters in the mask @counters to their entries in
 *	       @control (M and IE are ignored), and return the sums of all counters at
 *	       that instant.  Only between acquire and release.  Returns 0; -EIO if all
 *	       counters are lost, see @read; -ENOENT for an event that the hardware does
 *	       not have; -EBUSY if no hardware counter is free; or another error.  After
 *	       an error nothing has changed.
 * @read: return the sums of all counters at one instant.  Must not sleep; interrupts are
 *	  on.  Returns 0, or a mask of the lost counters, whose hardware another user has
 *	  taken: their sums are the last ones known to be right, @reason says why, and the
 *	  caller must next configure them to count nothing.  Or returns -EAGAIN if other
 *	  CPUs have to be asked, see @ask.
 * @ask: the same, and ask other CPUs.  May sleep; never returns -EAGAIN.  NULL if @read
 *	 never returns it.
 * @preload: for tests: set the register of a counter to @value and keep the sum.  Only
 *	     between acquire and release.  Returns 0, or -EIO as for @read.  NULL if no
 *	     register can be written.
 * @align: set the register of a counter to the low bits of its sum plus @base.  Must not
 *	   sleep.  A driver with this function reports registers that become half full to
 *	   perfcnt_half_full_reached().  NULL if counts have no registers.
 * @debug: for tests: create the driver's own files in debugfs; can be NULL
 */
struct perfcnt_pmu {
	const char *name;
	struct perfcnt_limits limits;
	bool hardware;
	atomic_t half_fulls;

	int (*probe)(struct perfcnt_pmu *pmu, unsigned int counters,
		     struct perfcnt_reason *reason);
	void (*remove)(void);
	int (*acquire)(struct perfcnt_reason *reason);
	void (*release)(void);
	int (*configure)(unsigned long counters,
			 const struct perfcnt_control *control, u64 *sums,
			 struct perfcnt_reason *reason);
	long (*read)(u64 *sums, struct perfcnt_reason *reason);
	long (*ask)(u64 *sums, struct perfcnt_reason *reason);
	int (*preload)(unsigned int counter, u32 value);
	void (*align)(unsigned int counter, u64 base);
	void (*debug)(struct dentry *directory);
};

#endif /* PERFCNT_PMU_H */
