// SPDX-License-Identifier: GPL-2.0
/*
 * teja_fails [words]: a start, an update, and a start of an event that no machine here has,
 * whose updates are no record.  words: an update with three words.
 */
#include <pthread.h>
#include <stdio.h>

#include <teja_profiler.h>

int main(int argc, char **argv)
{
	(void)argv;
	if (teja_profiler_start(TEJA_PROFILER_CMT_CPU, TEJA_PROFILER_CMT_CPU_INSTR_CNT)) {
		perror("teja_fails");
		return 1;
	}
	if (argc > 1) {
		teja_profiler_update(TEJA_PROFILER_CMT_CPU, 1, 2, 3);
	} else {
		teja_profiler_update(TEJA_PROFILER_CMT_CPU, 100);
		teja_profiler_start(TEJA_PROFILER_CMT_CPU, TEJA_PROFILER_CMT_CPU_L2_IMISS);
		teja_profiler_update(TEJA_PROFILER_CMT_CPU, 200);
	}
	return teja_profiler_dump(pthread_self());
}
