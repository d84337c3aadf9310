/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a PMU driver offers to counters.c.
 *
 * A bank is the set of counter registers that some CPUs share: one a core on
 * a 34K.  A driver keeps a 64-bit sum for each counter of each bank; the sums
 * never go back, and counters.c makes the counts that users see from them.
 *
 * counters.c holds its mutex around every call, so a driver sees one at a
 * time, in process context, and guards only against its own interrupts.
 */
#ifndef PERFCNT_PMU_H
#define PERFCNT_PMU_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "control.h"

/**
 * struct perfcnt_pmu - a PMU driver
 * @name: how the driver is called, for messages
 * @limits: what the machine has; probe fills it in
 * @banks: how many banks there are, at least 1; probe fills it in
 * @half_fulls: how many half-full interrupts there were, for tests
 * @probe: look for the hardware, touch nothing.  0, or -ENODEV after a
 *	   message of one line that says why.
 * @acquire: take the hardware, with all counters stopped.  May sleep.  0;
 *	     -EBUSY if somebody else has it, or another error, with @reason.
 * @release: give the hardware back as it was found.  May sleep.  The sums
 *	     stay.
 * @configure: from one moment on let the counters in the mask @counters count
 *	       as their entries in @control say (M and IE are ignored), and
 *	       give all counters' sums at that moment.  Only between acquire
 *	       and release.  0, or -EIO as for @read, with nothing changed.
 * @read: all counters' sums at one moment.  0, or -EIO if somebody else has
 *	  changed the registers; the sums then are those of the last moment
 *	  before that is known to be good.
 * @preload: for tests: let a counter's register hold @value, the sum kept.
 *	     Only between acquire and release.  0, or -EIO as for @read.
 */
struct perfcnt_pmu {
	const char *name;
	struct perfcnt_limits limits;
	unsigned int banks;
	atomic_t half_fulls;

	int (*probe)(struct perfcnt_pmu *pmu);
	int (*acquire)(const char **reason);
	void (*release)(void);
	int (*configure)(unsigned int bank, unsigned long counters,
			 const u32 *control, u64 *sums);
	int (*read)(unsigned int bank, u64 *sums);
	int (*preload)(unsigned int bank, unsigned int counter, u32 value);
};

extern struct perfcnt_pmu perfcnt_pmu_mips;

#endif /* PERFCNT_PMU_H */
