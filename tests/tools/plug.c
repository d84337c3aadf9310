// SPDX-License-Identifier: GPL-2.0
/* A library with one function, whose name is chosen when it is built. */
#include <stdint.h>

uint32_t PLUG(uint32_t turns);

uint32_t PLUG(uint32_t turns)
{
	uint32_t number = 1;

	while (turns--)
		number = number * 1664525u + 1013904223u;
	return number;
}
