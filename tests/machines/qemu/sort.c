// SPDX-License-Identifier: GPL-2.0
/*
 * A program for the bare machine: it sorts numbers, makes new ones and sorts
 * them, TURNS times, while the counters count
 *
 *	0	cycles
 *	1	instructions
 *	2	stalls
 *	3	data cache misses
 *
 * It uses two arrays of twice the data cache's size, and divides.  Before the turn
 * MIDDLE it is in middle(), alone in its page, where it can be stopped.
 *
 * $16 is the number of turns that are done, $17 is 1 when all are and the
 * counters have stopped, and $18 a sum over what has been sorted.
 */
#include <stdint.h>

#define ELEMENTS	16384
#define BLOCK		16
#define TURNS		60
#define MIDDLE		30

register uint32_t turns asm("$16");
register uint32_t done asm("$17");
register uint32_t sum asm("$18");

static uint32_t numbers[ELEMENTS], spare[ELEMENTS];

#define write_perf(sel, value)						\
	({ asm volatile("mtc0 %0, $25, " #sel : : "r" (value)); })
#define CTL_KERNEL(event)	((event) << 5 | 2)

asm(".set	noreorder\n"
	".globl __start\n"
	"__start:\n"
	"	mtc0	$0, $12\n"	/* kernel mode: neither EXL nor ERL */
	"	ehb\n"
	"	lui	$29, 0x8040\n"
	"	j	run\n"
	"	nop\n"
	".set reorder\n");

asm(".section .text.middle, \"ax\", @progbits\n"
	"	.balign	4096\n"
	".globl middle\n"
	"middle:\n"
	"	jr	$31\n"
	"	.balign	4096\n"
	".previous\n");

static void insertion_sort(uint32_t *number, uint32_t count)
{
	uint32_t i, j;

	for (i = 1; i < count; i++) {
		uint32_t one = number[i];

		for (j = i; j && number[j - 1] > one; j--)
			number[j] = number[j - 1];
		number[j] = one;
	}
}

static void merge_sort(uint32_t *number, uint32_t *room, uint32_t count)
{
	uint32_t half = count / 2, left = 0, right = half, to;

	if (count <= BLOCK) {
		insertion_sort(number, count);
		return;
	}
	merge_sort(number, room, half);
	merge_sort(number + half, room, count - half);
	for (to = 0; to < count; to++)
		if (right == count ||
		    (left < half && number[left] <= number[right]))
			room[to] = number[left++];
		else
			room[to] = number[right++];
	for (to = 0; to < count; to++)
		number[to] = room[to];
}

static void make_numbers(uint32_t seed)
{
	uint32_t i;

	for (i = 0; i < ELEMENTS; i++) {
		seed = seed * 1664525 + 1013904223;
		numbers[i] = seed / (i + 3);
	}
}

void run(void);
void run(void)
{
	uint32_t i;

	turns = 0;
	done = 0;
	sum = 0;
	write_perf(1, 0);
	write_perf(3, 0);
	write_perf(5, 0);
	write_perf(7, 0);
	write_perf(0, CTL_KERNEL(0));
	write_perf(2, CTL_KERNEL(1));
	write_perf(4, CTL_KERNEL(18));
	write_perf(6, CTL_KERNEL(11));
	for (; turns < TURNS; turns++) {
		if (turns == MIDDLE)
			asm volatile("jal	middle" : : : "$31", "memory");
		make_numbers(turns);
		merge_sort(numbers, spare, ELEMENTS);
		for (i = 0; i < ELEMENTS; i++)
			sum = sum * 31 + numbers[i];
	}
	write_perf(0, 0);
	write_perf(2, 0);
	write_perf(4, 0);
	write_perf(6, 0);
	done = 1;
	for (;;)
		;
}
