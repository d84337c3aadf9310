// SPDX-License-Identifier: GPL-2.0
/* Raw dumps as /proc/perf prints them. */
#include <inttypes.h>

#include "dump_writer.h"

#define BILLION 1000000000u

/* The M bit of a word in a dump: it says that the next counter follows. */
static uint32_t more_bit(const struct measurement *measurement, size_t i)
{
	const struct reading *reading = &measurement->readings[i];
	const struct reading *next = reading + 1;

	return i + 1 < measurement->count && next->run == reading->run &&
	       next->counter == reading->counter + 1 ? PERFCNT_CTL_M : 0;
}

static void write_seconds(FILE *file, const char *name, uint64_t time)
{
	fprintf(file, " %s %" PRIu64 ".%09" PRIu64, name, time / BILLION,
		time % BILLION);
}

static void write_time(FILE *file, const struct run_time *time)
{
	fputs("# time:", file);
	write_seconds(file, "elapsed", time->elapsed);
	write_seconds(file, "user", time->user);
	write_seconds(file, "system", time->system);
	fputc('\n', file);
}

static void write_reading(FILE *file, const struct reading *reading,
			  uint32_t more)
{
	if (reading->native[0])
		fprintf(file, "# PerfCnt[%u].Name : %s\n", reading->counter,
			reading->native);
	if (reading->shared)
		fprintf(file, "# PerfCnt[%u].Shared : core\n",
			reading->counter);
	fprintf(file, "PerfCnt[%u].Ctl : 0x%08" PRIx32 "\n"
		"PerfCnt[%u].Cnt : %" PRIu64 "\n", reading->counter,
		(reading->control & ~PERFCNT_CTL_M) | more, reading->counter,
		reading->count);
}

void dump_write(FILE *file, const struct measurement *measurement)
{
	size_t i, timed = 0;

	if (measurement->title[0])
		fprintf(file, "# measurement: %s\n", measurement->title);
	if (measurement->partial)
		fprintf(file, "# partial: %s\n", measurement->partial);
	if (measurement->scope)
		fprintf(file, "# scope: %s\n",
			dump_scope_name(measurement->scope));
	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];

		if (timed < measurement->time_count &&
		    measurement->times[timed].run == reading->run)
			write_time(file, &measurement->times[timed++]);
		write_reading(file, reading, more_bit(measurement, i));
	}
}
