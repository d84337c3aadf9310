// SPDX-License-Identifier: GPL-2.0
/* What user_code.h says. */
#ifdef __x86_64__
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "counters.h"
#include "user_code.h"
#include "x86_code.h"

#define PAGE 4096
#define RESTORER 0x04000000 /* SA_RESTORER, which the C library does not have */
#define CODE_ITERATIONS 20000UL
#define KERNEL_ITERATIONS 1000UL /* of what the kernel takes part in */

/* Direct and indirect calls and jumps, far from what others keep on the stack. */
static noinline void calls(unsigned long iterations)
{
	unsigned long function, table;

	asm volatile("	sub	$256, %%rsp\n"
		     "	lea	2f(%%rip), %1\n"
		     "	push	%1\n"
		     "1:	call	2f\n"
		     "	call	*%1\n"
		     "	call	*(%%rsp)\n"
		     "	push	%1\n"
		     "	pop	%2\n"
		     "	jmp	3f\n"
		     "2:	ret\n"
		     "3:	dec	%0\n"
		     "	jnz	1b\n"
		     "	add	$264, %%rsp"
		     : "+r" (iterations), "=&r" (function), "=&r" (table)
		     : : "cc", "memory");
}

static noinline void system_calls(unsigned long iterations)
{
	unsigned long number;

	asm volatile("1:	mov	%2, %%eax\n"
		     "	syscall\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "=&a" (number)
		     : "i" (SYS_getppid)
		     : "rcx", "r11", "cc", "memory");
}

/* Page after page: each store is done again when the kernel has brought its page. */
static char *pages;

static noinline void page_faults(unsigned long iterations)
{
	char *page = pages;

	asm volatile("1:	movb	$1, (%1)\n"
		     "	add	%2, %1\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "+r" (page)
		     : "i" (PAGE) : "cc", "memory");
}

/* And a REP that is interrupted by them, in turn 2048 of 4096. */
static noinline void page_faults_in_rep(unsigned long iterations)
{
	char *page = pages + PAGE / 2;
	unsigned long turns;

	asm volatile("1:	mov	%3, %2\n"
		     "	rep stosb\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations), "+D" (page), "=&c" (turns)
		     : "i" (PAGE), "a" (1) : "cc", "memory");
}

/*
 * Instructions that fault, of two bytes each: the handler goes on behind them. They do
 * not retire; the handler's do, and those by which it returns.
 */
_Static_assert(offsetof(ucontext_t, uc_mcontext.gregs[REG_RIP]) == 168 &&
	       SYS_rt_sigreturn == 15, "skip_two");

#define FAULTING(name, code)						\
static noinline void name(unsigned long iterations)				\
{									\
	asm volatile("1:	nop\n"					\
		     code						\
		     "	dec	%0\n"					\
		     "	jnz	1b"					\
		     : "+r" (iterations)				\
		     : "d" (0), "S" (0) : "rax", "cc", "memory");	\
}

FAULTING(no_instruction, "	ud2\n")
FAULTING(division_by_0, "	div	%%dl\n")
FAULTING(load_from_0, "	mov	(%%rsi), %%al\n")
FAULTING(store_to_0, "	mov	%%al, (%%rsi)\n")
FAULTING(change_of_0, "	notb	(%%rsi)\n")

/* Ask for an exception: this instruction retires. */
static noinline void breakpoints(unsigned long iterations)
{
	asm volatile("1:	int3\n"
		     "	.byte	0x0f, 0x0b\n" /* which the handler goes past */
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (iterations) : : "cc", "memory");
}

/* Code that changes, where it can be written. */
static unsigned long (*changing)(unsigned long iterations);

static noinline void change(unsigned long iterations)
{
	if (changing(iterations) != iterations * (iterations + 1) / 2)
		fatal("what has been changed was not executed");
}

/* What has to be done before each run. */
static void no_pages(void)
{
	if (!pages) {
		pages = mmap(NULL, (2 * KERNEL_ITERATIONS + 2) * PAGE,
			     PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		/* of the same small pages each time */
		madvise(pages, (2 * KERNEL_ITERATIONS + 2) * PAGE,
			MADV_NOHUGEPAGE);
	}
	if (madvise(pages, (2 * KERNEL_ITERATIONS + 2) * PAGE, MADV_DONTNEED))
		fatal("no pages");
}

/* As the kernel has it: the C library's has another way to return. */
static void skip_faults(void)
{
	static const int numbers[] = { SIGILL, SIGFPE, SIGSEGV, SIGTRAP };
	const struct {
		void (*handler)(int number, siginfo_t *info, void *context);
		unsigned long flags;
		void (*restorer)(void);
		unsigned long mask;
	} action = { skip_two, SA_SIGINFO | RESTORER, skip_return, 0 };
	size_t i;

	for (i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (syscall(SYS_rt_sigaction, numbers[i], &action, NULL,
			    sizeof(action.mask)))
			fatal("sigaction: %s", strerror(errno));
}

static void copy_code(const char *from, const char *end)
{
	static char *copy;

	if (!copy)
		copy = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		fatal("no memory for code");
	memcpy(copy, from, end - from);
	changing = (unsigned long (*)(unsigned long))copy;
}

static void copy_others(void)
{
	copy_code(changes_others, changes_others_end);
}

static void copy_itself(void)
{
	copy_code(changes_itself, changes_itself_end);
}

/* What an iteration of the handler and its return is. */
#define HANDLER_INSTRUCTIONS	4
#define HANDLER_BRANCHES	2
#define HANDLER_LOADS		2
#define HANDLER_STORES		1

#define FAULTED(name) {							\
	{ #name, name, 3 + HANDLER_INSTRUCTIONS, 1 + HANDLER_BRANCHES,	\
	  HANDLER_LOADS, HANDLER_STORES }, KERNEL_ITERATIONS, skip_faults }

static const struct program programs[] = {
	{ { "calls", calls, 11, 8, 5, 4 }, CODE_ITERATIONS },
	{ { "system calls", system_calls, 4, 2, 0, 0 }, KERNEL_ITERATIONS },
	{ { "page faults", page_faults, 4, 1, 0, 1 }, KERNEL_ITERATIONS,
	  no_pages },
	{ { "page faults in a REP", page_faults_in_rep, 4, 1, 0, PAGE },
	  KERNEL_ITERATIONS / 10, no_pages },
	FAULTED(no_instruction),
	FAULTED(division_by_0),
	FAULTED(load_from_0),
	FAULTED(store_to_0),
	FAULTED(change_of_0),
	{ { "breakpoints", breakpoints, 3 + HANDLER_INSTRUCTIONS,
	    2 + HANDLER_BRANCHES, HANDLER_LOADS, HANDLER_STORES },
	  KERNEL_ITERATIONS, skip_faults },
	{ { "code that changes other code", change, 7, 3, 1, 2 },
	  KERNEL_ITERATIONS, copy_others },
	{ { "code that changes itself", change, 5, 1, 0, 1 },
	  KERNEL_ITERATIONS, copy_itself },
};

#define CODES (sizeof(known_codes) / sizeof(*known_codes))
#define PROGRAMS (sizeof(programs) / sizeof(*programs))

/* The I-th program; false if there are not so many. */
bool program_at(size_t i, struct program *program)
{
	if (i >= CODES + PROGRAMS)
		return false;
	if (i < CODES)
		*program = (struct program){ known_codes[i], CODE_ITERATIONS };
	else
		*program = programs[i - CODES];
	return true;
}
#endif
