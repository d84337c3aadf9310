// SPDX-License-Identifier: GPL-2.0
/* A line of times. */
#include "data/run_times.h"
#include "seconds.h"

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
