// SPDX-License-Identifier: GPL-2.0
/* Measurements, and what they are made of. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "dump.h"

struct measurement *dump_begin(struct dump *dump, const char *title)
{
	struct measurement *measurement;

	dump->measurements = grow(dump->measurements, dump->count,
				  sizeof(*dump->measurements));
	measurement = &dump->measurements[dump->count++];
	*measurement = (struct measurement){ .title = text_printable(title) };
	return measurement;
}

void dump_add(struct measurement *measurement, const struct reading *reading)
{
	measurement->readings = grow(measurement->readings, measurement->count,
				     sizeof(*measurement->readings));
	if (reading_counts(reading))
		series_add(&measurement->series, reading, measurement->count);
	measurement->readings[measurement->count++] = *reading;
	if (measurement->runs <= reading->run)
		measurement->runs = reading->run + 1;
}

void dump_add_time(struct measurement *measurement,
		   const struct run_time *time)
{
	measurement->times = grow(measurement->times, measurement->time_count,
				  sizeof(*measurement->times));
	measurement->times[measurement->time_count++] = *time;
}

void dump_set_partial(struct measurement *measurement, const char *reason)
{
	if (!*reason)
		return;
	free(measurement->partial);
	measurement->partial = text_printable(reason);
}

const char *dump_scope_name(enum scope_of_counts scope)
{
	static const char *const names[] = {
		[SCOPE_UNKNOWN] = "",
		[SCOPE_TASKS] = "tasks",
		[SCOPE_MACHINE] = "machine",
	};

	return names[scope];
}

const struct reading *dump_find(const struct measurement *measurement,
				const struct reading *like)
{
	const struct series *series = series_of(measurement->series, like);

	return series ? &measurement->readings[series_first(series)] : NULL;
}

static void free_measurement(struct measurement *measurement)
{
	size_t i;

	for (i = 0; measurement->results && i < measurement->count; i++) {
		free(measurement->results[i].values);
		free(measurement->results[i].outlier);
	}
	free(measurement->results);
	series_free(measurement->series);
	free(measurement->times);
	free(measurement->readings);
	free(measurement->partial);
	free(measurement->title);
}

void dump_free(struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		free_measurement(&dump->measurements[i]);
	free(dump->measurements);
	*dump = (struct dump){ 0 };
}
