/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program for the bare machine that counts what it does: after any number
 * of turns, $16, the counters hold
 *
 *	0	$16 data cache accesses
 *	1	4 x $16 instructions, and a few that are always the same
 *	2	cycles
 *	3	nothing but the interrupt enable: its count is more than half
 *
 * Interrupts are off; the interrupt is to be seen as Cause.PCI.
 */
	.set	noreorder
	.globl	__start
	.text
__start:
	mtc0	$0, $12			/* kernel mode: neither EXL nor ERL */
	ehb
	lui	$8, %hi(word)
	addiu	$8, $8, %lo(word)
	li	$16, 0

	mtc0	$0, $25, 1
	mtc0	$0, $25, 3
	mtc0	$0, $25, 5
	li	$9, -16
	mtc0	$9, $25, 7
	li	$9, 10 << 5 | 2		/* data cache accesses, kernel mode */
	mtc0	$9, $25, 0
	li	$9, 0 << 5 | 2
	mtc0	$9, $25, 4
	li	$9, 1 << 4
	mtc0	$9, $25, 6
	li	$9, 1 << 5 | 2
	mtc0	$9, $25, 2
1:
	addiu	$16, $16, 1
	sw	$16, 0($8)
	b	1b
	nop

	.data
word:
	.word	0
