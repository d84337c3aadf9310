/* SPDX-License-Identifier: GPL-2.0 */
/* A part of a program whose events are known. */
#ifndef PERFCNT_TEST_KNOWN_PART_H
#define PERFCNT_TEST_KNOWN_PART_H

#define KNOWN_ITERATIONS	1000
#define KNOWN_STRING(x)		#x
#define KNOWN_IMMEDIATE(x)	KNOWN_STRING(x)

/* What known_part() has. */
#define KNOWN_INSTRUCTIONS	(1 + 4 * KNOWN_ITERATIONS)
#define KNOWN_BRANCHES		KNOWN_ITERATIONS
#define KNOWN_LOADS		KNOWN_ITERATIONS
#define KNOWN_STORES		KNOWN_ITERATIONS

/*
 * A load, a store, a count and a branch, again and again.  All of it stands
 * here, so that the compiler has nothing to add: below the stack pointer, where
 * it stores, is nothing of the compiler's.
 */
static inline void known_part(void)
{
#if defined(__mips__)
	asm volatile(".set push\n"
		     ".set noreorder\n"
		     "	addiu	$8, $0, " KNOWN_IMMEDIATE(KNOWN_ITERATIONS) "\n"
		     "1:	lw	$9, 0($29)\n"
		     "	addiu	$8, $8, -1\n"
		     "	bnez	$8, 1b\n"
		     "	 sw	$9, -64($29)\n"
		     ".set pop" : : : "$8", "$9", "memory");
#elif defined(__aarch64__)
	asm volatile("	mov	x9, #" KNOWN_IMMEDIATE(KNOWN_ITERATIONS) "\n"
		     "1:	ldr	x10, [sp]\n"
		     "	stur	x10, [sp, #-64]\n"
		     "	subs	x9, x9, #1\n"
		     "	b.ne	1b" : : : "x9", "x10", "memory", "cc");
#elif defined(__x86_64__)
	asm volatile("	mov	$" KNOWN_IMMEDIATE(KNOWN_ITERATIONS) ", %%ecx\n"
		     "1:	mov	(%%rsp), %%rdx\n"
		     "	mov	%%rdx, -1024(%%rsp)\n"
		     "	dec	%%ecx\n"
		     "	jnz	1b" : : : "rcx", "rdx", "memory", "cc");
#else
#error "no region for this processor"
#endif
}

#endif /* PERFCNT_TEST_KNOWN_PART_H */
