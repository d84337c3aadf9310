// SPDX-License-Identifier: GPL-2.0
/* Raw dumps as /proc/perf prints them. */
#include <inttypes.h>

#include "dump_writer.h"

/* The M bit of a word in a dump: it says that the next counter follows. */
static uint32_t more_bit(const struct measurement *measurement, size_t i)
{
	const struct reading *reading = &measurement->readings[i];
	const struct reading *next = reading + 1;

	return i + 1 < measurement->count && next->run == reading->run &&
	       next->counter == reading->counter + 1 ? PERFCNT_CTL_M : 0;
}

void dump_write(FILE *file, const struct measurement *measurement)
{
	size_t i;

	if (measurement->title[0])
		fprintf(file, "# measurement: %s\n", measurement->title);
	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];

		if (reading->native[0])
			fprintf(file, "# PerfCnt[%u].Name : %s\n",
				reading->counter, reading->native);
		fprintf(file, "PerfCnt[%u].Ctl : 0x%08" PRIx32 "\n"
			"PerfCnt[%u].Cnt : %" PRIu64 "\n", reading->counter,
			(reading->control & ~PERFCNT_CTL_M) |
				more_bit(measurement, i),
			reading->counter, reading->count);
	}
}
