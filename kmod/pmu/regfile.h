/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The register file of a 34K's counters: 32-bit registers, a half-full interrupt, and
 * the 64-bit sums made of both.  The driver knows where the registers are: in CP0
 * register 25 (mips.c) or in memory.
 *
 * The interrupt may reach several CPUs at once, or none.  The first handler masks IE of
 * the counters that are past half full, under the file's lock; the others find nothing to
 * do.  A timer polls while anything counts: it sets IE again when a register has wrapped,
 * and no lap is lost if nobody is interrupted.
 */
#ifndef PERFCNT_REGFILE_H
#define PERFCNT_REGFILE_H

#include <linux/compiler.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/seqlock.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../core/pmu.h"
#include "../encoding/control.h"
#include "../encoding/extend.h"
#include "../encoding/reason.h"

/* The most counters that a 34K has. */
#define PERFCNT_REGFILE_COUNTERS 4

/* Without these bits of its control register a counter stands still. */
#define PERFCNT_REGFILE_RUNS	(PERFCNT_CTL_MODES | PERFCNT_CTL_IE)

/**
 * struct perfcnt_registers - where the registers are
 * @read_controls: all control registers
 * @read_counts: all count registers
 * @write_control: one control register
 * @write_count: one count register
 * @settle: after it, earlier writes have taken effect
 * @line_is_ours: do half-full interrupts still come to us?
 * @counts_on: does a counter with this word count what happens on this CPU?
 * @where: what this CPU did when it was interrupted
 * @freeze_others: until thaw_others() no other CPU whose events these registers count
 *		   executes anything: no lock may be waited for; returns what that wants
 * @thaw_others: they go on
 * @clock: a time in nanoseconds; or always 0
 * @ticks: the same in ticks, of which a lap of a register takes no less than 2^31
 *
 * All are called with interrupts disabled; those that write, with the file's lock held.
 */
struct perfcnt_registers {
	void (*read_controls)(u32 *words);
	void (*read_counts)(u32 *counts);
	void (*write_control)(unsigned int counter, u32 word);
	void (*write_count)(unsigned int counter, u32 count);
	void (*settle)(void);
	bool (*line_is_ours)(void);
	bool (*counts_on)(u32 word, unsigned int cpu);
	void (*where)(struct perfcnt_overflow *overflow);
	u32 (*freeze_others)(void);
	void (*thaw_others)(u32 before);
	u64 (*clock)(void);
	u32 (*ticks)(void);
};

/**
 * struct perfcnt_sampled - a counter whose register becomes half full at a period's end
 * @trigger: who is told of that; NULL if the counter is not sampled
 * @left: events that remain then, of a period longer than half a register
 * @visits: how often CPUs have left the interrupt to the one whose event it is
 */
struct perfcnt_sampled {
	struct perfcnt_trigger *trigger;
	u64 left;
	unsigned int visits;
};

/**
 * struct perfcnt_regfile - counters that share registers
 * @registers: where the registers are
 * @counters: number of counters
 * @notify: called when registers have become half full
 * @change: called with all sums while counters that change stand still
 * @no_line: nobody is interrupted: no IE, and the timer sees what is half full; while the
 *	     file is not held it may change
 * @poll_ns: period of the timer; less than 2^31 events must occur in twice that time
 * @lap_ns: a lap takes no less at an event a cycle, by @registers' clock
 * @lap_jiffies: the same in jiffies
 * @lock: guards the fields below, and the registers
 * @changes: lets the sums be read without the lock; written under it, also from a write
 *	     to a control register until @present knows of it
 * @held: the registers are ours
 * @lost: they were ours until another user wrote to them, the system went down, or nobody
 *	  looked in time
 * @late: mask of the counters of which laps may be missing, as nobody has looked for so
 *	  long: then the file is lost
 * @down: the system goes down or is suspended, or another kernel comes: nobody counts
 * @went_down: it did while something was counted, so the file is lost
 * @controls: the control registers as they were last read: scratch space
 * @counts: the same for the count registers
 * @word: what was written to the control registers, but for @no_line
 * @present: what they contained after that, except for M
 * @unread: mask of the registers that were written, and not read since
 * @extend: the sums
 * @watched: something counts since the last look, or has
 * @looked: when that was
 * @looked_ticks: the same in ticks
 * @look_by: in jiffies: by then there has to be another; less than 2^31 from now
 * @timer: polls whether a register has wrapped
 * @patience: so often a CPU leaves an interrupt to the one whose event it is
 * @end_periods: the half-full interrupt: see to these; is there more to look at?  Or NULL
 * @phase: the first CPU, whose phase all have
 * @sampling: mask of those that have a trigger
 * @sampled: those whose registers end periods, see regfile_sample.c
 */
struct perfcnt_regfile {
	const struct perfcnt_registers *registers;
	unsigned int counters;
	void (*notify)(void);
	void (*change)(const u64 *sums);
	bool no_line;
	u64 poll_ns;
	u64 lap_ns;
	u32 lap_jiffies;
	raw_spinlock_t lock; /* taken in interrupt handlers */
	seqcount_raw_spinlock_t changes;
	bool held;
	bool lost;
	unsigned long late;
	bool down;
	bool went_down;
	u32 controls[PERFCNT_REGFILE_COUNTERS];
	u32 counts[PERFCNT_REGFILE_COUNTERS];
	u32 word[PERFCNT_REGFILE_COUNTERS];
	u32 present[PERFCNT_REGFILE_COUNTERS];
	unsigned long unread;
	struct perfcnt_extend extend[PERFCNT_REGFILE_COUNTERS];
	bool watched;
	u64 looked;
	u32 looked_ticks;
	u32 look_by;
	struct hrtimer timer;
	unsigned int patience;
	void (*end_periods)(struct perfcnt_regfile *file, bool *more);
	unsigned int phase;
	unsigned long sampling;
	struct perfcnt_sampled sampled[PERFCNT_REGFILE_COUNTERS];
};

void perfcnt_regfile_init(struct perfcnt_regfile *file);
int perfcnt_regfile_seize(struct perfcnt_regfile *file);
void perfcnt_regfile_release(struct perfcnt_regfile *file);
void perfcnt_regfile_shut_down(struct perfcnt_regfile *file);
void perfcnt_regfile_wake_up(struct perfcnt_regfile *file);
int perfcnt_regfile_configure(struct perfcnt_regfile *file,
			      unsigned long counters,
			      const struct perfcnt_control *control, u64 *sums,
			      struct perfcnt_reason *reason);
void perfcnt_regfile_align(struct perfcnt_regfile *file, unsigned int counter,
			   u64 base);
bool perfcnt_regfile_mask(struct perfcnt_regfile *file, unsigned int counter);
void perfcnt_regfile_say_lost(const struct perfcnt_regfile *file,
			      struct perfcnt_reason *reason);
bool perfcnt_regfile_is_ours(struct perfcnt_regfile *file);
void perfcnt_regfile_advance(struct perfcnt_regfile *file, unsigned int counter);
void perfcnt_regfile_lose_late(struct perfcnt_regfile *file);
bool perfcnt_regfile_interrupt(struct perfcnt_regfile *file);
void perfcnt_regfile_poll(struct perfcnt_regfile *file);

/*
 * A fast reading of a register file: its sums, while there is nothing else to do.
 * Otherwise a look is needed, which takes the file's lock.
 */

/**
 * struct perfcnt_regfile_fast - what a reading without a look finds
 * @written: bits of control registers that are not as they have to be, and M
 * @flipped: bits of count registers that have changed since the last look, and of what has
 *	     been counted since then, and how long that took
 * @late: laps may be missing
 */
struct perfcnt_regfile_fast {
	u32 written;
	u32 flipped;
	bool late;
};

/* One counter: its sum, from what its registers hold. */
static __always_inline u64
perfcnt_regfile_fast_sum(const struct perfcnt_regfile *file, unsigned int counter,
			 u32 control,
			 u32 count, struct perfcnt_regfile_fast *fast)
{
	const struct perfcnt_extend *extend = &file->extend[counter];

	fast->written |= control ^ file->present[counter];
	fast->flipped |= (count ^ extend->last) | (count - extend->last);
	OPTIMIZER_HIDE_VAR(fast->flipped); /* now: it takes no register to keep all for later */
	fast->late |= perfcnt_extend_is_late(extend, count);
	return perfcnt_extend_sum(extend, count);
}

/*
 * And the time since the last look, if a register can have made a lap.  Ticks know all that is
 * shorter than two laps; jiffies, which stand still with the CPU that keeps them, what is longer.
 */
static __always_inline void
perfcnt_regfile_fast_time(const struct perfcnt_regfile *file, u32 ticks,
			  struct perfcnt_regfile_fast *fast)
{
	fast->flipped |= ticks - file->looked_ticks;
	fast->flipped |= file->look_by - (u32)jiffies;
}

/* Are the registers as we wrote them? */
static __always_inline bool
perfcnt_regfile_fast_ours(const struct perfcnt_regfile_fast *fast)
{
	return !(fast->written & ~PERFCNT_CTL_M);
}

/* Would a look find nothing to do? */
static __always_inline bool
perfcnt_regfile_fast_good(const struct perfcnt_regfile_fast *fast)
{
	return perfcnt_regfile_fast_ours(fast) && !(fast->flipped & PERFCNT_HALF_FULL);
}

long perfcnt_regfile_read(struct perfcnt_regfile *file, u64 *sums,
			  struct perfcnt_reason *reason);
bool perfcnt_regfile_read_fast(struct perfcnt_regfile *file, u64 *sums);
bool perfcnt_regfile_read_cpu(struct perfcnt_regfile *file, u64 *sums);

/* Registers that become half full at the end of a sample's period. */
void perfcnt_regfile_sample_init(struct perfcnt_regfile *file);
int perfcnt_regfile_sample(struct perfcnt_regfile *file, unsigned int counter,
			   struct perfcnt_trigger *trigger,
			   struct perfcnt_reason *reason);

#endif /* PERFCNT_REGFILE_H */
