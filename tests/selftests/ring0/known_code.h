/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code for x86-64 of which is known by hand what one iteration is: for programs of
 * user mode, and for ring0.ko.
 *
 * What counts as what: an instruction counts when it retires, a REP as one. A
 * branch is an instruction that goes elsewhere or may: jumps, calls, returns, LOOP
 * and SYSCALL. A load is an instruction that reads memory, a store one that writes
 * it; one that changes it is both. Each turn of a REP is a load or a store.
 */
#ifndef PERFCNT_TEST_KNOWN_CODE_H
#define PERFCNT_TEST_KNOWN_CODE_H

/**
 * struct known_code - a loop, and what an iteration of it is
 * @name: what it is called
 * @run: does it so often, at least once
 * @instructions: that retire
 * @branches: of them
 * @loads: of them, or turns of a REP
 * @stores: of them, or turns of a REP
 */
struct known_code {
	const char *name;
	void (*run)(unsigned long iterations);
	unsigned int instructions;
	unsigned int branches;
	unsigned int loads;
	unsigned int stores;
};

#define KNOWN_BYTES 100

static unsigned char known_from[KNOWN_BYTES], known_to[KNOWN_BYTES];
static unsigned long known_word;

/* Each is one piece of code, whatever the number of iterations. */

static noinline void known_nothing(unsigned long iterations)
{
	asm volatile("1:	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations) : : "cc");
}

static noinline void known_moves(unsigned long iterations)
{
	unsigned long value;

	asm volatile("1:	mov	%2, %1\n"
		     "	lea	1(%1), %1\n" /* no access */
		     "	mov	%1, %2\n"
		     "	cmp	%1, %2\n"
		     "	nop\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "=&r" (value), "+m" (known_word)
		     : : "cc");
}

/* Of an instruction that changes memory, too, and locked ones. */
static noinline void known_changes(unsigned long iterations)
{
	unsigned long value = 0;

	asm volatile("1:	addq	$1, %2\n"
		     "	lock addq $1, %2\n"
		     "	xchg	%1, %2\n"
		     "	lock xadd %1, %2\n"
		     "	notq	%2\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "+r" (value), "+m" (known_word)
		     : : "cc");
}

/* Two ways through it, which are not of one length, in turn. */
static noinline void known_branches(unsigned long iterations)
{
	iterations *= 2;
	asm volatile("1:	test	$1, %b0\n"
		     "	jz	2f\n"
		     "	nop\n"
		     "	nop\n"
		     "	jmp	3f\n"
		     "2:	nop\n"
		     "3:	dec	%0\n"
		     "	jnz	1b"
		     : "+q" (iterations) : : "cc");
}

static noinline void known_loop(unsigned long iterations)
{
	asm volatile("1:	loop	1b" : "+c" (iterations));
}

static noinline void known_rep_movsb(unsigned long iterations)
{
	unsigned long turns, from, to;

	asm volatile("1:	mov	$100, %1\n"
		     "	lea	%4, %2\n"
		     "	lea	%5, %3\n"
		     "	rep movsb\n"
		     "	rep movsb\n" /* no turn */
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "=&c" (turns), "=&S" (from), "=&D" (to)
		     : "m" (known_from), "m" (known_to)
		     : "cc", "memory");
}

static noinline void known_rep_stosq(unsigned long iterations)
{
	unsigned long turns, to;

	asm volatile("1:	mov	$12, %1\n"
		     "	lea	%3, %2\n"
		     "	rep stosq\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "=&c" (turns), "=&D" (to)
		     : "m" (known_to), "a" (0)
		     : "cc", "memory");
}

/* To the first byte that is not 0, which is the eighth. */
static noinline void known_repe_scasb(unsigned long iterations)
{
	unsigned long turns, to;

	known_from[7] = 1;
	asm volatile("1:	mov	$100, %1\n"
		     "	lea	%3, %2\n"
		     "	repe scasb\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "=&c" (turns), "=&D" (to)
		     : "m" (known_from), "a" (0)
		     : "cc", "memory");
}

static const struct known_code known_codes[] = {
	{ "nothing", known_nothing, 2, 1, 0, 0 },
	{ "moves", known_moves, 7, 1, 2, 1 },
	{ "changes", known_changes, 7, 1, 5, 5 },
	/* test, jz, two nop, jmp, dec, jnz; and test, jz, nop, dec, jnz */
	{ "branches", known_branches, 12, 5, 0, 0 },
	{ "loop", known_loop, 1, 1, 0, 0 },
	{ "rep_movsb", known_rep_movsb, 7, 1, 100, 100 },
	{ "rep_stosq", known_rep_stosq, 5, 1, 0, 12 },
	{ "repe_scasb", known_repe_scasb, 5, 1, 8, 0 },
};

#endif /* PERFCNT_TEST_KNOWN_CODE_H */
