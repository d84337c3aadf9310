/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program for the bare machine that can be stopped where much is going on.
 * Each place is a block of translated code of its own, and only there is QEMU
 * stopped:
 *
 *	slot	after a branch, in its slot, which is in another page
 *	sc	after ll
 *
 * $16 counts the turns, $17 those in which the branch was lost, $18 those in which
 * sc failed.
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
	li	$17, 0
	li	$18, 0
	b	loop
	nop

	.org	0xff8
loop:
	addiu	$16, $16, 1
	b	taken
slot:
	nop
	addiu	$17, $17, 1
taken:
	ll	$9, 0($8)
	b	sc
	nop
sc:
	addiu	$9, $9, 1
	sc	$9, 0($8)
	bnez	$9, loop
	nop
	b	loop
	addiu	$18, $18, 1

	.data
word:
	.word	1
