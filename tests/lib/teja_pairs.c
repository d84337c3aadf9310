// SPDX-License-Identifier: GPL-2.0
/*
 * teja_pairs PAIRS [quiet | once]: that many times a start and an update, whose user data is
 * the number, from 1.  teja_pairs 0: several updates after a start, and a start without
 * update.  Quiet: it is left to the library to dump them.  Once: one start for all updates.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEJA_PROFILER_T2
#include <teja_profiler.h>

#define EVENTS	(TEJA_PROFILER_CMT_CPU_ALL_INSTR | \
		 TEJA_PROFILER_CMT_CPU_COMPLETED_BRANCHES)

static void must(int result)
{
	if (result) {
		perror("teja_pairs");
		exit(1);
	}
}

static void chain(void)
{
	teja_profiler_values_t values;

	must(teja_profiler_start(TEJA_PROFILER_CMT_CPU, EVENTS));
	must(teja_profiler_update(TEJA_PROFILER_CMT_CPU));
	must(teja_profiler_update(TEJA_PROFILER_CMT_CPU, 10, -1));
	must(teja_profiler_get_values(TEJA_PROFILER_CMT_CPU, &values));
	printf("%" PRIu64 " %" PRIu64 "\n", values.events[0], values.events[1]);
	must(teja_profiler_update(TEJA_PROFILER_CMT_CPU, 0));
	must(teja_profiler_stop(TEJA_PROFILER_CMT_CPU));
	must(teja_profiler_start(TEJA_PROFILER_CMT_CPU,
				 TEJA_PROFILER_CMT_CPU_ALL_INSTR));
	must(teja_profiler_update(TEJA_PROFILER_CMT_CPU, 5));
	must(teja_profiler_start(TEJA_PROFILER_CMT_CPU, EVENTS));
}

int main(int argc, char **argv)
{
	unsigned int i, pairs = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	const char *how = argc > 2 ? argv[2] : "";

	if (!pairs)
		chain();
	for (i = 1; i <= pairs; i++) {
		if (i == 1 || strcmp(how, "once"))
			must(teja_profiler_start(TEJA_PROFILER_CMT_CPU, EVENTS));
		must(teja_profiler_update(TEJA_PROFILER_CMT_CPU, i));
	}
	if (strcmp(how, "quiet"))
		must(teja_profiler_dump(pthread_self()));
	return 0;
}
