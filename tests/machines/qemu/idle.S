/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program for the bare machine that only waits: nobody ever writes Compare, which
 * Count gets to once each time that it wraps, every 26 seconds of the machine's time.
 */
	.set	noreorder
	.globl	__start
	.text
__start:
	mtc0	$0, $12			/* kernel mode: neither EXL nor ERL */
	ehb
1:
	wait
	b	1b
	nop
