// SPDX-License-Identifier: GPL-2.0
/*
 * perfex_words EVENT: libperfex over stand_in.c.  Counts that event and graduated
 * instructions, and prints what was counted.  Ends with 1 if it cannot.
 */
#include <stdio.h>
#include <stdlib.h>

#include <libperfex.h>

int main(int argc, char **argv)
{
	int event = argc > 1 ? atoi(argv[1]) : 15;
	long long counts[2];

	if (start_counters(event, 15) < 0 ||
	    read_counters(event, &counts[0], 15, &counts[1]) < 0) {
		perror("perfex_words");
		return 1;
	}
	return print_counters(event, counts[0], 15, counts[1]) ? 1 : 0;
}
