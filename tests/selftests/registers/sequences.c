// SPDX-License-Identifier: GPL-2.0
/*
 * Instruction sequences for the register test.
 *
 * Each is a loop, and sequences[] says what one turn of it consists of.  A
 * test compares runs of different length, so that whatever comes before and
 * after the loop does not matter.  Loops end in the same two instructions, a
 * branch and its delay slot.
 *
 * Two of them work on the emulated machine only: fork needs a free thread
 * context on a real core.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>

#include <asm/break.h>

#include "registers.h"

#define LOOP(body)							\
	".set	push\n"							\
	".set	noreorder\n"						\
	".set	noat\n"							\
	"1:\n"								\
	body								\
	"	bnez	%[turns], 1b\n"					\
	"	addiu	%[turns], %[turns], -1\n"			\
	".set	pop\n"

static void run_alu(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t;

	asm volatile(LOOP("	addu	%[t], %[turns], %[turns]\n"
			  "	nop\n"
			  "	ssnop\n"
			  "	ehb\n"
			  "	addu	$0, %[turns], %[turns]\n"
			  "	lui	$0, 1\n"
			  "	seb	%[t], %[t]\n")
		     : [turns] "+r" (turns), [t] "=&r" (t));
}

static void run_branches(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t = 1;

	/* One delay slot is nullified: it is not counted at all. */
	asm volatile(LOOP("	beq	$0, $0, 2f\n"
			  "	nop\n"
			  "2:	beqz	%[t], 2f\n"
			  "	nop\n"
			  "2:	bnel	$0, $0, 2f\n"
			  "	lui	%[t], 1\n"
			  "2:	beql	$0, $0, 2f\n"
			  "	ori	%[t], %[t], 1\n"
			  "2:	bgezal	$0, 2f\n"
			  "	nop\n"
			  "2:\n")
		     : [turns] "+r" (turns), [t] "+r" (t) : : "$31");
}

static void run_jumps(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long sub, on;

	asm volatile(".set	push\n"
		     ".set	noreorder\n"
		     "	la	%[sub], 6f\n"
		     "	la	%[on], 8f\n"
		     ".set	pop\n"
		     LOOP("	jal	6f\n"
			  "	nop\n"
			  "	jalr	%[sub]\n"
			  "	nop\n"
			  "	j	7f\n"
			  "	nop\n"
			  "6:	jr	$31\n"
			  "	nop\n"
			  "7:	jr	%[on]\n"
			  "	nop\n"
			  "8:\n")
		     : [turns] "+r" (turns), [sub] "=&r" (sub), [on] "=&r" (on)
		     : : "$31");
}

static void run_memory(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t;

	asm volatile(LOOP("	lw	%[t], 0(%[p])\n"
			  "	sw	%[t], 4(%[p])\n"
			  "	lb	%[t], 0(%[p])\n"
			  "	sb	%[t], 4(%[p])\n"
			  "	lhu	%[t], 2(%[p])\n"
			  "	lwl	%[t], 5(%[p])\n"
			  "	lwr	%[t], 2(%[p])\n"
			  "	swl	%[t], 9(%[p])\n"
			  "	swr	%[t], 6(%[p])\n"
			  "	pref	0, 0(%[p])\n")
		     : [turns] "+r" (turns), [t] "=&r" (t)
		     : [p] "r" (cached) : "memory");
}

static void run_uncached(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t;

	asm volatile(LOOP("	lw	%[t], 0(%[u])\n"
			  "	sw	%[t], 4(%[u])\n"
			  "	lb	%[t], 0(%[u])\n"
			  "	sw	%[t], 0(%[p])\n"
			  "	move	%[t], %[u]\n"
			  "	lw	%[t], 0(%[t])\n")
		     : [turns] "+r" (turns), [t] "=&r" (t)
		     : [p] "r" (cached), [u] "r" (uncached) : "memory");
}

static void run_llsc(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t;

	/* The second sc has no ll of its own. */
	asm volatile(LOOP("	ll	%[t], 0(%[p])\n"
			  "	addiu	%[t], %[t], 1\n"
			  "	sc	%[t], 0(%[p])\n"
			  "	sc	%[t], 0(%[p])\n"
			  "	sc	%[t], 4(%[p])\n")
		     : [turns] "+r" (turns), [t] "=&r" (t)
		     : [p] "r" (cached) : "memory");
}

static void run_muldiv(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t, a = 3;

	asm volatile(LOOP("	mult	%[a], %[a]\n"
			  "	multu	%[a], %[a]\n"
			  "	div	$0, %[a], %[a]\n"
			  "	divu	$0, %[a], %[a]\n"
			  "	mul	%[t], %[a], %[a]\n"
			  "	madd	%[a], %[a]\n"
			  "	maddu	%[a], %[a]\n"
			  "	msub	%[a], %[a]\n"
			  "	msubu	%[a], %[a]\n"
			  "	mfhi	%[t]\n"
			  "	mflo	%[t]\n")
		     : [turns] "+r" (turns), [t] "=&r" (t)
		     : [a] "r" (a) : "hi", "lo");
}

static void run_fpu(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t, f0, f2, fcsr;

	asm volatile(".set	push\n"
		     ".set	hardfloat\n"
		     "	mfc1	%[f0], $f0\n"
		     "	mfc1	%[f2], $f2\n"
		     "	cfc1	%[fcsr], $31\n"
		     LOOP("	mtc1	$0, $f0\n"
			  "	add.s	$f0, $f0, $f0\n"
			  "	c.eq.s	$f0, $f0\n"
			  "	bc1t	2f\n"
			  "	nop\n"
			  "2:	lwc1	$f2, 0(%[p])\n"
			  "	swc1	$f2, 4(%[p])\n"
			  "	movf	%[t], $0, $fcc0\n")
		     "	ctc1	%[fcsr], $31\n"
		     "	mtc1	%[f0], $f0\n"
		     "	mtc1	%[f2], $f2\n"
		     ".set	pop\n"
		     : [turns] "+r" (turns), [t] "=&r" (t), [f0] "=&r" (f0),
		       [f2] "=&r" (f2), [fcsr] "=&r" (fcsr)
		     : [p] "r" (cached) : "memory");
}

static void run_dsp(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t;

	asm volatile(".set	push\n"
		     ".set	dsp\n"
		     LOOP("	addq.ph	%[t], $0, $0\n"
			  "	absq_s.ph %[t], %[t]\n"
			  "	bitrev	%[t], %[t]\n"
			  "	mflo	%[t], $ac1\n"
			  "	lwx	%[t], $0(%[p])\n")
		     ".set	pop\n"
		     : [turns] "+r" (turns), [t] "=&r" (t)
		     : [p] "r" (cached) : "memory");
}

static void run_threads(unsigned long turns, u32 *cached, u32 *uncached)
{
	unsigned long t = -2; /* yield -2: do nothing */

	asm volatile(".set	push\n"
		     ".set	mt\n"
		     LOOP("	yield	$0, %[t]\n"
			  "	fork	$0, $0, $0\n")
		     ".set	pop\n"
		     : [turns] "+r" (turns) : [t] "r" (t));
}

/*
 * MIPS16 code cannot be inline.  $4 is the turns and $5 the memory; one
 * instruction is 32 bits long.
 */
asm(".pushsection .text\n"
	".set	push\n"
	".set	noreorder\n"
	".set	mips16\n"
	".align	2\n"
	"mips16_loop:\n"
	"1:	lw	$2, 0($5)\n"
	"	lw	$3, 400($5)\n"
	"	sw	$2, 4($5)\n"
	"	mult	$2, $3\n"
	"	nop\n"
	"	addiu	$4, -1\n"
	"	bnez	$4, 1b\n"
	"	jr	$31\n"
	"	nop\n"
	".set	pop\n"
	".popsection\n");

static void run_mips16(unsigned long turns, u32 *cached, u32 *uncached)
{
	register unsigned long a0 asm("$4") = turns;
	register u32 *a1 asm("$5") = cached;
	unsigned long entry;

	asm volatile(".set	push\n"
		     ".set	noreorder\n"
		     "	la	%[entry], mips16_loop\n"
		     "	ori	%[entry], %[entry], 1\n"
		     "	jalr	%[entry]\n"
		     "	nop\n"
		     ".set	pop\n"
		     : "+r" (a0), [entry] "=&r" (entry) : "r" (a1)
		     : "$2", "$3", "$31", "hi", "lo", "memory");
}

/*
 * This break, with BRK_KPROBE_BP in the whole of its code field, is passed on
 * to the die notifiers, and ours steps over it.
 */
static noinline void run_breaks(unsigned long turns, u32 *cached, u32 *uncached)
{
	asm volatile(".globl	break_here\n"
		     LOOP("break_here:\n"
			  "	.word	%[code] << 6 | 0xd\n")
		     : [turns] "+r" (turns) : [code] "i" (BRK_KPROBE_BP));
}

noinline void run_plain(unsigned long turns)
{
	asm volatile(".globl	plain_start\n"
		     ".globl	plain_end\n"
		     "plain_start:\n"
		     LOOP("")
		     "plain_end:\n"
		     : [turns] "+r" (turns));
}

static void run_plain_sequence(unsigned long turns, u32 *cached, u32 *uncached)
{
	run_plain(turns);
}

/* $4 is the turns, $5 the bits to clear and $6 those to set. */
asm(".pushsection .text\n"
	".set	push\n"
	".set	noreorder\n"
	".align	6\n"
	".globl	run_in_status\n"
	".globl	run_in_status_start\n"
	".globl	run_in_status_end\n"
	"run_in_status:\n"
	"run_in_status_start:\n"
	"	mfc0	$2, $12\n"
	"	nor	$5, $5, $0\n"
	"	and	$5, $2, $5\n"
	"	or	$5, $5, $6\n"
	"	mtc0	$5, $12\n"
	"	ehb\n"
	"1:	bnez	$4, 1b\n"
	"	addiu	$4, $4, -1\n"
	"	mtc0	$2, $12\n"
	"	ehb\n"
	"	jr	$31\n"
	"	nop\n"
	"run_in_status_end:\n"
	".set	pop\n"
	".popsection\n");

/* A turn's own two instructions: a branch and what is in its slot */
#define TURN(n)								\
	[INSTRUCTIONS] = 2 + (n)

const struct sequence sequences[] = {
	{ "plain", run_plain_sequence, {
		TURN(0), [INTEGER] = 2, [BRANCHES] = 1 } },
	{ "alu", run_alu, {
		TURN(7), [INTEGER] = 9, [BRANCHES] = 1, [NOPS] = 5 } },
	{ "branches", run_branches, {
		TURN(9), [INTEGER] = 11, [BRANCHES] = 6, [NOPS] = 3 } },
	{ "jumps", run_jumps, {
		TURN(12), [INTEGER] = 14, [BRANCHES] = 1, [NOPS] = 6,
		[JUMPS] = 2, [RETURNS] = 2, [INDIRECT_JUMPS] = 2 } },
	{ "memory", run_memory, {
		TURN(10), [INTEGER] = 12, [BRANCHES] = 1, [LOADS] = 5,
		[STORES] = 4, [CACHED] = 9, [PREFETCHES] = 1 } },
	{ "uncached", run_uncached, {
		TURN(6), [INTEGER] = 8, [BRANCHES] = 1, [LOADS] = 3,
		[STORES] = 2, [CACHED] = 1, [UNCACHED_LOADS] = 3,
		[UNCACHED_STORES] = 1 } },
	{ "llsc", run_llsc, {
		TURN(5), [INTEGER] = 7, [BRANCHES] = 1, [LOADS] = 1,
		[STORES] = 3, [CACHED] = 4, [SC] = 3, [SC_FAILED] = 2 } },
	{ "muldiv", run_muldiv, {
		TURN(11), [INTEGER] = 13, [BRANCHES] = 1, [MULDIV] = 9 } },
	{ "fpu", run_fpu, {
		TURN(8), [INTEGER] = 5, [FPU] = 5, [BRANCHES] = 2,
		[NOPS] = 1, [LOADS] = 1, [STORES] = 1, [CACHED] = 2 } },
	{ "dsp", run_dsp, {
		TURN(5), [INTEGER] = 7, [BRANCHES] = 1, [DSP] = 5,
		[LOADS] = 1, [CACHED] = 1 } },
	{ "threads", run_threads, {
		TURN(2), [INTEGER] = 4, [BRANCHES] = 1, [FORKS] = 1,
		[YIELDS] = 1 } },
	{ "mips16", run_mips16, {
		[INSTRUCTIONS] = 7, [INTEGER] = 7, [MIPS16] = 7,
		[BRANCHES] = 1, [LOADS] = 2, [STORES] = 1, [CACHED] = 3,
		[MULDIV] = 1, [NOPS] = 1 } },
	/* The handler is the kernel's: only the exceptions are known. */
	{ "breaks", run_breaks, {
		[INSTRUCTIONS] = ANY, [BRANCHES] = ANY, [RETURNS] = ANY,
		[INDIRECT_JUMPS] = ANY, [CACHED] = ANY, [INTEGER] = ANY,
		[LOADS] = ANY, [STORES] = ANY, [JUMPS] = ANY, [NOPS] = ANY,
		[MULDIV] = ANY, [SC] = ANY, [SC_FAILED] = ANY,
		[PREFETCHES] = ANY, [DSP] = ANY, [UNCACHED_LOADS] = ANY,
		[UNCACHED_STORES] = ANY, [EXCEPTIONS] = 1 } },
};

const unsigned int n_sequences = ARRAY_SIZE(sequences);
