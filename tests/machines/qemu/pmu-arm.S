/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program for QEMU's bare virt board with two CPUs. It writes a line on the board's
 * UART: y or n for each question, in the order of check-pmu-arm.
 */
#define UART		0x09000000
#define GICD_ISPENDR	0x08000200
#define PPI		23			/* the PMU's interrupt, of each CPU */
#define INST_RETIRED	8
#define CPU_ON		0xc4000003
#define SYSTEM_OFF	0x84000008
#define PASSES		1000000

	/* y if bit PPI of what is pending is \set */
	.macro	pending set
	ldr	x0, =GICD_ISPENDR
	ldr	w1, [x0]
	ubfx	w1, w1, #PPI, #1
	cmp	w1, #\set
	bl	say
	.endm

	.globl	_start
	.text
_start:
	/* Counter 0 overflows in 256 instructions, and asks for an interrupt. */
	mov	x0, #1
	msr	pmintenset_el1, x0
	bl	start_counter
	mov	x1, #1000
1:	subs	x1, x1, #1
	b.ne	1b
	pending	1

	/* PMCR_EL0.E is 0: no interrupt is asked for. It is 1 again: it is. */
	msr	pmcr_el0, xzr
	msr	pmintenclr_el1, xzr
	isb
	pending	0
	mov	x0, #1
	msr	pmcr_el0, x0
	isb
	pending	1

	/* The other CPU comes to an overflow while this one does not wait. */
	msr	pmcr_el0, xzr
	ldr	x0, =CPU_ON
	mov	x1, #1
	adr	x2, other
	hvc	#0
	adr	x2, passes
	ldr	x3, =PASSES
1:	ldr	w4, [x2]			/* it has begun */
	cbz	w4, 1b
1:	ldr	w4, [x2, #8]
	add	w4, w4, #1
	str	w4, [x2, #8]
	cmp	w4, w3
	b.ne	1b
	ldr	w4, [x2]
	cmp	w4, w3, lsr #13	/* its pass takes 820 times as long */
	cset	w1, hi
	cmp	w1, #1
	bl	say

	mov	w1, #'\n'
	ldr	x0, =UART
	str	w1, [x0]
	ldr	x0, =SYSTEM_OFF
	hvc	#0

	/* An overflow in each pass, after 1 to 64 instructions */
other:	bl	start_counter
	adr	x2, passes
1:	ldr	w4, [x2]
	add	w4, w4, #1
	str	w4, [x2]
	orr	w5, w4, #~63
	msr	pmevcntr0_el0, x5
	mov	w5, #2048
2:	subs	w5, w5, #1
	b.ne	2b
	b	1b

start_counter:
	mov	x0, #INST_RETIRED
	msr	pmevtyper0_el0, x0
	mov	x0, #0xffffff00
	msr	pmevcntr0_el0, x0
	mov	x0, #1
	msr	pmcntenset_el0, x0
	msr	pmcr_el0, x0
	isb
	ret

	/* y if the flags are those of equal */
say:	mov	w1, #'n'
	mov	w2, #'y'
	csel	w1, w2, w1, eq
	ldr	x0, =UART
	str	w1, [x0]
	ret

	.data
	.balign	8
passes:	.quad	0, 0
