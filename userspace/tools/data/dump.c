// SPDX-License-Identifier: GPL-2.0
/* Measurements, and what they are made of. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/bank.h"
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

	return bank_of(a->counter) == bank_of(b->counter) &&
	       !((a->control ^ b->control) & what) &&
	       !strcmp(a->native, b->native);
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
