// SPDX-License-Identifier: GPL-2.0
/*
 * A program whose rate of branches changes: three functions, one after the other, each with
 * a branch a turn, and none, 38 and 398 other instructions beside what the loop needs.
 */
#include <stdlib.h>

static __attribute__((noinline)) void dense(unsigned long turns)
{
	while (turns--)
		__asm__ volatile("");
}

static __attribute__((noinline)) void sparse(unsigned long turns)
{
	while (turns--)
		__asm__ volatile(".rept 38\n\tnop\n\t.endr");
}

static __attribute__((noinline)) void rare(unsigned long turns)
{
	while (turns--)
		__asm__ volatile(".rept 398\n\tnop\n\t.endr");
}

/* phases DENSE SPARSE RARE: their turns. */
int main(int argc, char **argv)
{
	dense(argc > 1 ? strtoul(argv[1], NULL, 10) : 30000000);
	sparse(argc > 2 ? strtoul(argv[2], NULL, 10) : 10000000);
	rare(argc > 3 ? strtoul(argv[3], NULL, 10) : 0);
	return 0;
}
