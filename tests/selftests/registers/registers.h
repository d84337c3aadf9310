/* SPDX-License-Identifier: GPL-2.0 */
#ifndef REGISTERS_TEST_H
#define REGISTERS_TEST_H

#include <linux/types.h>

/* What one turn of a sequence does, by what can be counted exactly */
enum kind {
	INSTRUCTIONS,
	BRANCHES,
	RETURNS,
	INDIRECT_JUMPS,
	CACHED,
	FPU,
	INTEGER,
	LOADS,
	STORES,
	JUMPS,
	MIPS16,
	NOPS,
	MULDIV,
	SC,
	SC_FAILED,
	PREFETCHES,
	EXCEPTIONS,
	DSP,
	UNCACHED_LOADS,
	UNCACHED_STORES,
	FORKS,
	YIELDS,
	KINDS
};

#define ANY	255	/* not known, or not the same every time */

struct sequence {
	const char *name;
	/* Does the turns, and a few instructions more, always the same. */
	void (*run)(unsigned long turns, u32 *cached, u32 *uncached);
	u8 turn[KINDS];
};

extern const struct sequence sequences[];
extern const unsigned int n_sequences;

/* The two instructions of a turn are the plainest there are. */
void run_plain(unsigned long turns);

/*
 * The same with other bits in Status: @clear and @set.  Status.CU0 makes
 * coprocessor 0 usable in every mode, so that the way back is a plain mtc0.
 */
void run_in_status(unsigned long turns, u32 clear, u32 set);

/* run_in_status() as position independent code */
extern u8 run_in_status_start[], run_in_status_end[];

/* Where run_plain() and the sequence of exceptions can be interrupted */
extern u8 plain_start[], plain_end[], break_here[];

#endif
