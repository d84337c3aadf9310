// SPDX-License-Identifier: GPL-2.0
/* A program whose hot function is known: hot() has 49 of 50 turns. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) uint32_t hot(uint32_t turns)
{
	uint32_t number = 1;

	while (turns--)
		number = number * 1664525u + 1013904223u;
	return number;
}

static __attribute__((noinline)) uint32_t cold(uint32_t turns)
{
	uint32_t number = 2;

	while (turns--)
		number = number * 22695477u + 1u;
	return number;
}

int main(int argc, char **argv)
{
	uint32_t turns = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;

	printf("%u\n", hot(turns) + cold(turns / 49));
	return 0;
}
