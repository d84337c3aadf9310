/* SPDX-License-Identifier: GPL-2.0 */
/* What x86_code.h says. */
#ifdef __x86_64__
	.text

	.globl skip_two, skip_return
skip_two:
	addq	$2, 168(%rdx)	/* uc_mcontext.gregs[REG_RIP] */
	ret
skip_return:
	mov	$15, %eax	/* rt_sigreturn */
	syscall

	.globl changes_others, changes_others_end
changes_others:
	xor	%eax, %eax
1:	mov	%edi, 2f+1(%rip)
	call	2f
	add	%rdx, %rax
	dec	%rdi
	jnz	1b
	ret
	.balign	64
2:	mov	$0, %edx
	ret
changes_others_end:

	.globl changes_itself, changes_itself_end
changes_itself:
	xor	%eax, %eax
1:	mov	%edi, 2f+1(%rip)
2:	mov	$0, %edx
	add	%rdx, %rax
	dec	%rdi
	jnz	1b
	ret
changes_itself_end:

	.globl sled, sled_start, sled_turn, sled_dec, sled_jnz, sled_leave
sled:
	mov	%rsi, %r8
	mov	$16, %eax	/* ioctl */
	mov	$0x2400, %esi	/* PERF_EVENT_IOC_ENABLE */
	xor	%edx, %edx
	syscall
sled_start:
	mov	%r8, %rcx
sled_turn:
	.fill	999, 1, 0x90
sled_dec:
	dec	%rcx
sled_jnz:
	jnz	sled_turn
sled_leave:
	mov	$16, %eax
	mov	$0x2401, %esi	/* PERF_EVENT_IOC_DISABLE */
	syscall
	ret
#endif
	.section .note.GNU-stack, "", %progbits
