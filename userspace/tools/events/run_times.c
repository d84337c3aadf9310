// SPDX-License-Identifier: GPL-2.0
/* Medians of times. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/message.h"
#include "run_times.h"

static double median(const uint64_t *values, size_t count)
{
	bool *outlier = zeros(count, sizeof(*outlier));
	struct statistics found;

	if (statistics_of(values, outlier, count, &found))
		out_of_memory();
	free(outlier);
	return found.median / 1e9;
}

struct seconds run_times_median(const struct measurement *measurement)
{
	size_t count = measurement->time_count, i;
	uint64_t *elapsed = zeros(count, sizeof(*elapsed));
	uint64_t *user = zeros(count, sizeof(*user));
	uint64_t *system = zeros(count, sizeof(*system));
	struct seconds seconds = { .runs = count };

	for (i = 0; i < count; i++) {
		elapsed[i] = measurement->times[i].elapsed;
		user[i] = measurement->times[i].user;
		system[i] = measurement->times[i].system;
	}
	if (count) {
		seconds.elapsed = median(elapsed, count);
		seconds.user = median(user, count);
		seconds.system = median(system, count);
	}
	free(elapsed);
	free(user);
	free(system);
	return seconds;
}

void seconds_print(FILE *out, const struct measurement *measurement)
{
	const struct seconds seconds = run_times_median(measurement);

	if (!seconds.runs)
		return;
	fprintf(out, "elapsed %.6f s, user %.6f s, system %.6f s",
		seconds.elapsed, seconds.user, seconds.system);
	if (seconds.runs > 1)
		fprintf(out, " (medians of %zu runs)", seconds.runs);
	fputc('\n', out);
}
