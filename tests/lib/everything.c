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
	struct perfcnt *perfcnt = perfcnt_open();
	struct perfcnt_reading *reading = perfcnt_reading_new();
	uint64_t before, after;

	if (!perfcnt || !reading)
		errx(1, "/dev/perfcnt: %s", perfcnt_strerror(NULL));
	if (perfcnt_claim(perfcnt, 1 << 0) ||
	    perfcnt_set_name(perfcnt, 0, "instructions:u", 0) ||
	    perfcnt_start(perfcnt, 1 << 0) ||
	    perfcnt_read(perfcnt, reading) ||
	    perfcnt_reading_count(reading, 0, &before))
		errx(1, "%s", perfcnt_strerror(perfcnt));
	work();
	if (perfcnt_read(perfcnt, reading) ||
	    perfcnt_reading_count(reading, 0, &after))
		errx(1, "%s", perfcnt_strerror(perfcnt));
	printf("%" PRIu64 "\n", after - before);
	perfcnt_reading_free(reading);
	perfcnt_close(perfcnt);
	return 0;
}
