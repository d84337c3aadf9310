// SPDX-License-Identifier: GPL-2.0
/* Measurements, and how they are written. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dump.h"

struct measurement *dump_begin(struct dump *dump, const char *title)
{
	struct measurement *measurement;

	dump->measurements = grow(dump->measurements, dump->count,
				  sizeof(*dump->measurements));
	measurement = &dump->measurements[dump->count++];
	*measurement = (struct measurement){ .title = copy_text(title) };
	return measurement;
}

void dump_add(struct measurement *measurement, const struct reading *reading)
{
	measurement->readings = grow(measurement->readings, measurement->count,
				     sizeof(*measurement->readings));
	measurement->readings[measurement->count++] = *reading;
	if (measurement->runs <= reading->run)
		measurement->runs = reading->run + 1;
}

bool dump_counts_same(const struct reading *a, const struct reading *b)
{
	const uint32_t what = ~(PERFCNT_CTL_M | PERFCNT_CTL_IE);

	return a->counter % 2 == b->counter % 2 &&
	       !((a->control ^ b->control) & what) &&
	       !strcmp(a->native, b->native);
}

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

void dump_free(struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++) {
		free(dump->measurements[i].title);
		free(dump->measurements[i].readings);
	}
	free(dump->measurements);
	*dump = (struct dump){ 0 };
}
