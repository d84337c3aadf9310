// SPDX-License-Identifier: GPL-2.0
/* What wasters.h says. */
#ifdef __x86_64__
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "counters.h"
#include "wasters.h"

#define LINE 64
#define LINES (1UL << 16) /* 4 MB: more than any cache of the model */

static char *memory;

/* Nothing but instructions that depend on none. */
static void retire(void)
{
	unsigned long n = 20000;

	asm volatile("1:	.fill	200, 1, 0x90\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (n) : : "cc");
}

/* Branches that go by chance: the bits of a shift register. */
static void speculate(void)
{
	unsigned long n = 300000, bits = 0x123456789abcdefUL;

	asm volatile("1:	mov	%1, %%rax\n"
		     "	shl	$13, %%rax\n"
		     "	xor	%%rax, %1\n"
		     "	mov	%1, %%rax\n"
		     "	shr	$7, %%rax\n"
		     "	xor	%%rax, %1\n"
		     "	mov	%1, %%rax\n"
		     "	shl	$17, %%rax\n"
		     "	xor	%%rax, %1\n"
		     "	test	$0x10, %b1\n"
		     "	jz	2f\n"
		     "	nop\n"
		     "2:	test	$0x400, %1\n"
		     "	jz	3f\n"
		     "	nop\n"
		     "3:	test	$0x20000, %1\n"
		     "	jz	4f\n"
		     "	nop\n"
		     "4:	test	$0x1000000, %1\n"
		     "	jz	5f\n"
		     "	nop\n"
		     "5:	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (n), "+r" (bits) : : "rax", "cc");
}

/* From one line to another, nowhere near, each of which says where the next is. */
static void miss(void)
{
	unsigned long n = 200000;
	void *line = memory;

	asm volatile("1:	mov	(%1), %1\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r" (n), "+r" (line) : : "cc", "memory");
}

/* Code without end: a jump in each line, to the next one. */
static void jump(void)
{
	int i;

	for (i = 0; i < 3; i++)
		((void (*)(void))memory)();
}

/* Each line leads to one far away, all of them in one circle. */
static void prepare_lines(void)
{
	unsigned long i, step = LINES / 2 + 4099; /* odd: it comes to all */

	for (i = 0; i < LINES; i++)
		*(void **)(memory + i * LINE) =
			memory + (i + step) % LINES * LINE;
}

static void prepare_code(void)
{
	unsigned long i;

	for (i = 0; i < LINES; i++)
		memcpy(memory + i * LINE, "\xeb\x3e", 2); /* jmp to the next */
	memory[(LINES - 1) * LINE] = (char)0xc3; /* ret */
}

static const struct {
	const char *name;
	void (*prepare)(void);
	void (*run)(void);
} wasters[] = {
	{ "retiring", NULL, retire },
	{ "branches", NULL, speculate },
	{ "misses", prepare_lines, miss },
	{ "much_code", prepare_code, jump },
};

void (*prepare_waster(const char *name))(void)
{
	size_t i;

	for (i = 0; i < sizeof(wasters) / sizeof(*wasters); i++) {
		if (strcmp(wasters[i].name, name))
			continue;
		memory = mmap(NULL, LINES * LINE,
			      PROT_READ | PROT_WRITE | PROT_EXEC,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (memory == MAP_FAILED)
			fatal("no memory: %s", strerror(errno));
		if (wasters[i].prepare)
			wasters[i].prepare();
		return wasters[i].run;
	}
	return NULL;
}
#endif
