/* SPDX-License-Identifier: GPL-2.0 */
/* What known_loop.h says. */
	.text
	.globl	known_loop, known_loop_end
	.type	known_loop, %function
known_loop:
#if defined(__mips__)
	.set	noreorder
	addiu	$4, $4, -1
	nop
	nop
	nop
	nop
	nop
	bnez	$4, known_loop
	 nop
known_loop_end:
	jr	$31
	 nop
#elif defined(__aarch64__)
	.rept	62
	nop
	.endr
	subs	x0, x0, #1
	b.ne	known_loop
known_loop_end:
	ret
#elif defined(__x86_64__)
	.rept	62
	nop
	.endr
	dec	%rdi
	jnz	known_loop
known_loop_end:
	ret
#elif defined(__i386__)
	mov	4(%esp), %ecx
1:	.rept	62
	nop
	.endr
	dec	%ecx
	jnz	1b
known_loop_end:
	ret
#endif
	.size	known_loop, . - known_loop
	.section .note.GNU-stack, "", %progbits
