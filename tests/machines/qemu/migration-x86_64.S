/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program for the bare machine that counts what it does, with misses and
 * mispredictions among it: after any number of turns, %ebx, with %esi times
 * the instruction that is sometimes left out, the counters have been read as
 *
 *	%edi	3 x %ebx loads
 *	%ebp	2 x %ebx stores
 *	%esp	25 x %ebx + %esi - 6 instructions
 *
 * After half of TURNS it is at middle, alone in its page, where it can be stopped.
 * After TURNS of them it is done: %eax are cycles, %ecx lines that came into
 * the data cache, %esi mispredicted branches.
 */
	.macro	msr number, low, high=0
	mov	$\number, %ecx
	mov	$\low, %eax
	mov	$\high, %edx
	wrmsr
	.endm

	.text
	.balign	4
	.long	0x1badb002, 0, -0x1badb002	/* multiboot */
	.globl	_start
_start:
	xor	%ebx, %ebx
	xor	%esi, %esi
	msr	0x186, 0x4281d0			/* loads, ring 0 */
	msr	0x187, 0x4282d0			/* stores */
	msr	0x188, 0x4200c5			/* mispredicted */
	msr	0x189, 0x420151			/* lines */
	msr	0x38d, 0x11			/* instructions, cycles */
	msr	0x38f, 0xf, 3
1:
	inc	%ebx
	mov	%ebx, word
	mov	word, %ecx
	mov	seed, %eax
	imul	$1103515245, %eax, %eax
	add	$12345, %eax
	mov	%eax, seed
	shr	$8, %eax
	and	$0x7ffffc, %eax
	mov	0x200000(%eax), %ecx
	test	$0x40000, %eax
	jz	2f
	inc	%esi
2:
	xor	%ecx, %ecx
	rdpmc
	mov	%eax, %edi
	inc	%ecx
	rdpmc
	mov	%eax, %ebp
	mov	$1 << 30, %ecx
	rdpmc
	mov	%eax, %esp
	cmp	$TURNS / 2, %ebx
	je	middle
more:
	cmp	$TURNS, %ebx
	jb	1b

	msr	0x38f, 0
	mov	$2, %ecx
	rdpmc
	mov	%eax, %esi
	mov	$3, %ecx
	rdpmc
	mov	%eax, word
	mov	$1 << 30 | 1, %ecx
	rdpmc
	mov	word, %ecx
3:
	hlt
	jmp	3b

	.balign	4096
middle:
	jmp	more
	.balign	4096

	.data
word:
	.long	0
seed:
	.long	1
