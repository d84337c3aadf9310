// SPDX-License-Identifier: GPL-2.0
/* A program of a known length: so many iterations of short_loop(). */
#include <stdlib.h>

#include "counters.h"

int main(int argc, char **argv)
{
	short_loop(argc > 1 ? strtoul(argv[1], NULL, 0) : 1);
	return 0;
}
