/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a PMU driver offers to counters.c.
 *
 * A driver keeps a 64-bit sum for each counter: the events counted on all the
 * CPUs that the counter's filter selects.  The sums never go back, and
 * counters.c makes the counts that users see from them.
 *
 * A mutex is held around every call but read and ask, so a driver sees one of
 * those at a time, in process context.  Read comes at any time, from several CPUs
 * at once; ask too, but once at a time.
 */
#ifndef PERFCNT_PMU_H
#define PERFCNT_PMU_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "../words/control.h"
#include "../words/reason.h"

/* The counters there are where their number is not a matter of hardware. */
#define PERFCNT_DEFAULT_COUNTERS 4

struct dentry;

/**
 * struct perfcnt_pmu - a PMU driver
 * @name: how the driver is called, for messages and for the parameter pmu
 * @limits: what the machine has; probe fills it in
 * @hardware: probe has found counters, not the kernel's own events alone
 * @half_fulls: how many half-full interrupts there were, for tests
 * @probe: look for the hardware, touch nothing; @counters is how many are
 *	   wanted, or 0.  0; -ENODEV if it is not there, -EINVAL if it has not so
 *	   many, or -ENOMEM.
 * @remove: undo probe; may be NULL
 * @acquire: take the hardware, with all counters stopped.  May sleep.  0;
 *	     -EBUSY if somebody else has it, or another error.
 * @release: give the hardware back as it was found.  May sleep.  The sums
 *	     stay.
 * @configure: from one moment on let the counters in the mask @counters count
 *	       as their entries in @control say (M and IE are ignored), and
 *	       give all counters' sums at that moment.  Only between acquire
 *	       and release.  0; -EIO if all counters are lost, see @read;
 *	       -ENOENT for an event that the hardware lacks, -EBUSY if it has
 *	       no room, or another error, with nothing changed.
 * @read: all counters' sums at one moment.  May not sleep; interrupts are on.
 *	  0; or a mask of the counters that are lost, for somebody else has
 *	  their hardware now: their sums are those of the last moment that is
 *	  known to be good, @reason says why, and who calls lets them count
 *	  nothing next.  -EAGAIN if other CPUs have to be asked: see @ask.
 * @ask: the same, and other CPUs are asked.  May sleep; never -EAGAIN.  NULL
 *	 where @read never says so.
 * @preload: for tests: let a counter's register hold @value, the sum kept.
 *	     Only between acquire and release.  0, or -EIO as for @read.  NULL
 *	     where no register can be written.
 * @align: let a counter's register be the low bits of its sum and @base.  May
 *	   not sleep.  A driver that has it tells when a register becomes half
 *	   full: perfcnt_half_full_reached().  NULL where no register is a count's.
 * @debug: for tests: make the driver's own files in debugfs; may be NULL
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
