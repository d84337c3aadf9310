// SPDX-License-Identifier: GPL-2.0
/* Counts all programs while its own work() runs, so long that others run, too. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include <perfcnt.h>

#define WORK_ITERATIONS	5000000
#include "work.h"

int main(void)
{
	struct perfcnt *perfcnt = perfcnt_open_cpus();
	uint64_t count;

	if (!perfcnt || perfcnt_add(perfcnt, "instructions:u") || perfcnt_start(perfcnt))
		errx(1, "%s", perfcnt_strerror(perfcnt));
	perfcnt_begin(perfcnt);
	work();
	if (perfcnt_end(perfcnt) || perfcnt_count(perfcnt, 0, &count))
		errx(1, "%s", perfcnt_strerror(perfcnt));
	printf("%" PRIu64 "\n", count);
	perfcnt_close(perfcnt);
	return 0;
}
