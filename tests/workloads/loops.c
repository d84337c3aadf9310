// SPDX-License-Identifier: GPL-2.0
/*
 * loops NAME COUNT: COUNT turns of a loop that is held up by one thing:
 *
 *	add	nothing: additions that do not wait for each other
 *	branch	branches that nobody can predict
 *	chase	loads, each of which needs the one before, from more than a cache
 *	code	more instructions than a cache holds
 *	divide	divisions, each of which needs the one before
 */
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHASE_BYTES	(1 << 20)
#define LINE_BYTES	64

static uint32_t seed = 1;

/* Numerical Recipes' ranqd1: its upper bits have no short period. */
static uint32_t next_random(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed;
}

static uint32_t add(unsigned long count)
{
	uint32_t a = 1, b = 2, c = 3, d = 4;

	while (count--) {
		for (int i = 0; i < 64; i++) {
			a += i;
			b += 3;
			c ^= i;
			d += 5;
			/* no vectors, and nothing that is computed before */
			__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
		}
	}
	return a + b + c + d;
}

/* The bits are there before: they cost a shift each, and a branch. */
static uint32_t branch(unsigned long count)
{
	uint32_t a = 1, b = 2;

	while (count--) {
		uint32_t bits = next_random() ^ next_random() >> 16;

		for (int i = 0; i < 16; i++, bits >>= 1) {
			if (bits & 1)
				__asm__ volatile("" : "+r"(a) : : "memory");
			else
				__asm__ volatile("" : "+r"(b) : : "memory");
		}
	}
	return a + b;
}

/* A ring through all lines in an order that nobody can predict. */
static void **make_ring(void)
{
	const size_t lines = CHASE_BYTES / LINE_BYTES;
	char *memory = aligned_alloc(LINE_BYTES, CHASE_BYTES);
	uint32_t *order = malloc(lines * sizeof(*order));
	size_t i;

	if (!memory || !order)
		err(2, "memory");
	for (i = 0; i < lines; i++)
		order[i] = i;
	for (i = lines - 1; i; i--) {
		size_t other = (next_random() >> 8) % (i + 1);
		uint32_t swapped = order[i];

		order[i] = order[other];
		order[other] = swapped;
	}
	for (i = 0; i < lines; i++)
		*(void **)(memory + order[i] * (size_t)LINE_BYTES) =
			memory + order[(i + 1) % lines] * (size_t)LINE_BYTES;
	free(order);
	return (void **)memory;
}

static uint32_t chase(unsigned long count)
{
	void **at = make_ring();

	while (count--)
		for (int i = 0; i < 64; i++)
			at = *at;
	return (uintptr_t)at;
}

/* As many as a 34K's branch reaches over: 64 KiB there. */
static uint32_t code(unsigned long count)
{
	uint32_t a = 1;

	while (count--) {
#ifdef __x86_64__
		__asm__ volatile(".rept 32768\n\taddl $0x12345678, %0\n\t.endr"
				 : "+r"(a));
#else
		__asm__ volatile(".rept 16384\n\tnop\n\t.endr" : "+r"(a));
#endif
	}
	return a;
}

static uint32_t divide(unsigned long count)
{
	uint32_t a = UINT32_MAX;

	while (count--)
		for (int i = 0; i < 64; i++) {
			a = UINT32_MAX / a + 0x7fffffff;
			__asm__ volatile("" : "+r"(a));
		}
	return a;
}

static const struct {
	const char *name;
	uint32_t (*run)(unsigned long count);
} loops[] = {
	{ "add", add }, { "branch", branch }, { "chase", chase },
	{ "code", code }, { "divide", divide },
};

int main(int argc, char **argv)
{
	unsigned long count;
	size_t i;
	char *end;

	if (argc != 3)
		errx(2, "usage: loops NAME COUNT");
	count = strtoul(argv[2], &end, 10);
	if (*end || !count)
		errx(2, "'%s' is not a number from 1", argv[2]);
	for (i = 0; i < sizeof(loops) / sizeof(*loops); i++) {
		if (strcmp(loops[i].name, argv[1]))
			continue;
		printf("%u\n", loops[i].run(count));
		return 0;
	}
	errx(2, "there is no loop '%s'", argv[1]);
}
