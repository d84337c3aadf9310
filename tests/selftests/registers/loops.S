/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loops whose every instruction is known: void loop(void *memory, unsigned long
 * turns, void *end).  A turn is one way from memory to its end, where the loop has
 * any.  They may use what a function may, and look after $f0 themselves.
 *
 * Which way a conditional branch went before is in the processor's memory of it, and
 * the kernel's branches share that. So turns go on by a jump to a register, which is
 * never predicted and takes the same each time. What comes from memory, and what is
 * an address, is used where no stall can be left from what is around it.
 */
	.set	noreorder
	.set	noat
	.text
	.balign	2048	/* all of them in one page */

/* What a turn has beside its body: 9 instructions and a jump to a register */
.macro	loop name
	.balign	64
	.globl	\name
	.type	\name, @function
\name:
	lui	$t8, %hi(turn_of_\name)
	addiu	$t8, $t8, %lo(turn_of_\name)
	lui	$t9, %hi(end_of_\name)
	addiu	$t9, $t9, %lo(end_of_\name)
	.balign	32
turn_of_\name:
	addiu	$a1, $a1, -1
	move	$t0, $a0
	nop
	nop
.endm

.macro	turns name
	movz	$t8, $t9, $a1
	nop
	nop
	jr	$t8
	 nop
end_of_\name:
	jr	$ra
	 nop
.endm

/* The end of a body that goes on with what is STEP bytes further */
.macro	next step
	addiu	$t0, $t0, \step
	nop
	bne	$t0, $a2, 1b
	 nop
.endm

/* A function that calls the next one, and keeps its own return in a register */
.macro	calls function, register
\function:
	move	\register, $ra
	jal	\function\()_next
	 nop
	move	$ra, \register
	nop
	nop
	jr	$ra
	 nop
\function\()_next:
.endm

/* All eight words of each line, one after the other, each used at once */
loop sum_words
1:	.irp	word, 0, 4, 8, 12, 16, 20, 24, 28
	lw	$t1, \word($t0)
	addu	$v0, $v0, $t1
	.endr
	next	32
turns sum_words

/* One word of each line, used at once */
loop sum_lines
1:	lw	$t1, 0($t0)
	addu	$v0, $v0, $t1
	next	32
turns sum_lines

/* One word of each line, used after 20 other instructions */
loop sum_late
1:	lw	$t1, 0($t0)
	.rept	20
	addiu	$t2, $t2, 1
	.endr
	addu	$v0, $v0, $t1
	next	32
turns sum_late

/* One word of each line written */
loop store_lines
1:	sw	$t2, 0($t0)
	next	32
turns store_lines

/* A line's first word is the next line's address, the last one's is 0 */
loop chase
1:	lw	$t0, 0($t0)
	bnez	$t0, 1b
	 nop
	nop
	nop
turns chase

/* A word of each page, used at once */
loop sum_pages
1:	lw	$t1, 0($t0)
	addu	$v0, $v0, $t1
	next	4096 + 32
turns sum_pages

/* Branches that are taken where a word is not 0 */
loop branch_on_words
1:	lw	$t1, 0($t0)
	addiu	$t0, $t0, 4
	nop
	nop
	bnez	$t1, 2f
	 nop
	addiu	$v0, $v0, 1
2:	nop
	bne	$t0, $a2, 1b
	 nop
turns branch_on_words

/* A division, and what it gives at once: the largest number by 3 */
loop divide
	li	$t1, -1
	li	$t2, 3
	divu	$0, $t1, $t2
	mflo	$t3
turns divide

/* A multiplication, and what it gives used at once */
loop multiply
	li	$t1, 7
	mult	$t1, $t1
	mflo	$t3
	addu	$v0, $v0, $t3
turns multiply

/* Three additions, two of them of the sum just before */
loop add_floats
	.set	push
	.set	hardfloat
	mfc1	$t1, $f0	# somebody's
	mtc1	$0, $f0
	nop
	nop
	nop
	add.s	$f0, $f0, $f0
	add.s	$f0, $f0, $f0
	add.s	$f0, $f0, $f0
	mtc1	$t1, $f0
	.set	pop
turns add_floats

/* An address that was computed just before */
loop compute_address
	addiu	$t1, $t0, 4
	lw	$t2, 0($t1)
turns compute_address

/* Eight words that no cache keeps, each used at once */
loop load_uncached
	.irp	word, 0, 4, 8, 12, 16, 20, 24, 28
	lw	$t1, \word($t0)
	addu	$v0, $v0, $t1
	.endr
turns load_uncached

/* Code at memory, which ends as a function does. This has two lines of its own. */
loop call_code
	move	$t7, $ra
	jalr	$t0
	 nop
	move	$ra, $t7
turns call_code

/* A function in each page, always in another line */
loop call_pages
	move	$t7, $ra
1:	jalr	$t0
	 addiu	$t0, $t0, 4096 + 32
	bne	$t0, $a2, 1b
	 nop
	move	$ra, $t7
turns call_pages

/* Functions in functions, six of them */
loop nest
	move	$t1, $ra
	jal	1f
	 nop
	move	$ra, $t1
	j	7f
	 nop
1:	calls	second, $t2
	calls	third, $t3
	calls	fourth, $t4
	calls	fifth, $t5
	calls	sixth, $t6
	jr	$ra
	 nop
7:
turns nest
