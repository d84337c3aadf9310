/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of 34K counters: 32-bit registers, a half-full interrupt, and the
 * 64-bit sums that are made of both.  Where the registers are is the driver's
 * business: in CP0 register 25 (mips.c) or in memory (sim.c).
 *
 * The interrupt may reach several CPUs at once.  Whoever comes first masks IE
 * of the counters that are past half full, under the file's lock; the others
 * then find nothing to do.  IE is set again when the register has wrapped,
 * which a timer looks for.
 */
#ifndef PERFCNT_REGISTER_FILE_H
#define PERFCNT_REGISTER_FILE_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../words/control.h"
#include "../words/extend.h"
#include "../words/reason.h"

/* A 34K has at most that many. */
#define PERFCNT_REGFILE_COUNTERS 4

/**
 * struct perfcnt_registers - where the registers are
 * @read_controls: all control registers
 * @read_counts: all count registers
 * @write_control: one control register
 * @write_count: one count register
 * @settle: what was written before is in force after it
 * @line_is_ours: do half-full interrupts still come to us?
 *
 * The file's lock is held and interrupts are off in all of them.
 */
struct perfcnt_registers {
	void (*read_controls)(u32 *words);
	void (*read_counts)(u32 *counts);
	void (*write_control)(unsigned int counter, u32 word);
	void (*write_count)(unsigned int counter, u32 count);
	void (*settle)(void);
	bool (*line_is_ours)(void);
};

/**
 * struct perfcnt_regfile - counters that share registers
 * @registers: where the registers are
 * @counters: how many there are
 * @half_fulls: counts half-full interrupts
 * @tell: is told which registers have become half full
 * @look_ns: how long the timer waits; twice that must pass less than 2^31 events
 * @lock: guards all that follows, and the registers
 * @held: the registers are ours
 * @lost: they were, until somebody else wrote to them
 * @controls: what was last read of the control registers: scratch space
 * @counts: the same of the count registers
 * @word: what was written to the control registers
 * @present: what is in them by that, M apart
 * @fresh: mask of those that were written, and not read since
 * @extend: the sums
 * @timer: looks whether a register has wrapped
 */
struct perfcnt_regfile {
	const struct perfcnt_registers *registers;
	unsigned int counters;
	atomic_t *half_fulls;
	void (*tell)(unsigned long counters);
	u64 look_ns;
	raw_spinlock_t lock; /* taken in interrupt handlers */
	bool held;
	bool lost;
	u32 controls[PERFCNT_REGFILE_COUNTERS];
	u32 counts[PERFCNT_REGFILE_COUNTERS];
	u32 word[PERFCNT_REGFILE_COUNTERS];
	u32 present[PERFCNT_REGFILE_COUNTERS];
	unsigned long fresh;
	struct perfcnt_extend extend[PERFCNT_REGFILE_COUNTERS];
	struct hrtimer timer;
};

void perfcnt_regfile_init(struct perfcnt_regfile *file);
int perfcnt_regfile_seize(struct perfcnt_regfile *file);
void perfcnt_regfile_release(struct perfcnt_regfile *file);
int perfcnt_regfile_configure(struct perfcnt_regfile *file,
			      unsigned long counters,
			      const struct perfcnt_control *control, u64 *sums,
			      struct perfcnt_reason *reason);
long perfcnt_regfile_read(struct perfcnt_regfile *file, u64 *sums,
			  struct perfcnt_reason *reason);
int perfcnt_regfile_preload(struct perfcnt_regfile *file, unsigned int counter,
			    u32 value);
void perfcnt_regfile_align(struct perfcnt_regfile *file, unsigned int counter,
			   u64 base);
bool perfcnt_regfile_interrupt(struct perfcnt_regfile *file);
bool perfcnt_regfile_look(struct perfcnt_regfile *file);

#endif /* PERFCNT_REGISTER_FILE_H */
