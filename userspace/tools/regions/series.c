// SPDX-License-Identifier: GPL-2.0
/* Sums that neither round nor overflow. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/grid.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/utf8.h"
#include "base/statistics.h"
#include "series.h"

void region_series_add(struct region_series *series, uint64_t value)
{
	series->values = grow(series->values, series->count,
			      sizeof(*series->values));
	if (series->count && !series->broken) {
		series->rise += value - series->values[series->count - 1];
		series->steps++;
	}
	series->broken = false;
	series->values[series->kept++] = value;
	series->count++;
}

void region_series_break(struct region_series *series)
{
	series->broken = true;
}

/* A sum of 64-bit numbers may not fit: whole parts and remainders do. */
static void set_average(struct region_series *series)
{
	uint64_t whole = 0, rest = 0;
	size_t i;

	series->is_sum = true;
	for (i = 0; i < series->kept; i++) {
		series->is_sum &= !__builtin_add_overflow(series->sum, series->values[i],
							  &series->sum);
		whole += series->values[i] / series->count;
		rest += series->values[i] % series->count;
	}
	whole += rest / series->count;
	rest %= series->count;
	series->average = whole + (rest >= series->count - rest);
	series->mean = whole + (double)rest / series->count;
}

static void set_deviation(struct region_series *series)
{
	double sum = 0;
	size_t i;

	series->deviation = NAN;
	if (series->count < 2)
		return;
	for (i = 0; i < series->kept; i++) {
		double distance = series->values[i] - series->mean;

		sum += distance * distance;
	}
	series->deviation = sqrt(sum / (series->count - 1));
}

static void set_bins(struct region_series *series)
{
	const double range = series->most - series->least;
	size_t i, bin;

	memset(series->bins, 0, sizeof(series->bins));
	for (i = 0; i < series->kept; i++) {
		double part = series->values[i] - series->least;

		bin = range ? part / range * REGION_BINS : 0;
		series->bins[bin < REGION_BINS ? bin : REGION_BINS - 1]++;
	}
}

void region_series_finish(struct region_series *series)
{
	struct statistics statistics;

	if (!series->count)
		return;
	if (statistics_of(series->values, NULL, series->count, &statistics))
		out_of_memory();
	series->median = statistics.median;
	series->least = statistics.least;
	series->most = statistics.most;
	set_average(series);
	set_deviation(series);
	set_bins(series);
}

void region_series_complete(struct region_series *series, uint64_t count, uint64_t sum,
			    uint64_t least, uint64_t most)
{
	uint64_t rest = sum % count;

	series->count = count;
	series->sum = sum;
	series->is_sum = true;
	series->least = least;
	series->most = most;
	series->mean = sum / count + (double)rest / count;
	series->average = sum / count + (rest >= count - rest);
	series->deviation = NAN;
	set_bins(series);
}

double region_series_step(const struct region_series *series)
{
	return series->steps ? (double)(int64_t)series->rise / series->steps : NAN;
}

/* The least number of each tenth, how many are in it, and a bar. */

void region_histogram(FILE *out, const char *name,
		      const struct region_series *series)
{
	const double width = (double)(series->most - series->least) /
			     REGION_BINS;
	struct libscols_table *grid = grid_new();
	size_t bins = width ? REGION_BINS : 1, most = 0, i;
	char bar[BAR_MOST + 1], text[NUMBER_GROUPED_SIZE];

	for (i = 0; i < bins; i++)
		if (series->bins[i] > most)
			most = series->bins[i];
	grid_column(grid, "", SCOLS_FL_RIGHT);
	grid_column(grid, "", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	scols_table_enable_noheadings(grid, 1);
	for (i = 0; i < bins; i++) {
		struct libscols_line *line = grid_line(grid);

		bar_draw(bar, 0, (double)series->bins[i] / most);
		grid_set(line, 0, "  from %" PRIu64, series->least +
			 (uint64_t)ceil(i * width));
		number_grouped(text, series->bins[i]);
		grid_set(line, 1, "%s", text);
		grid_set(line, 2, "%s", bar);
	}
	fputc('\n', out);
	utf8_print(out, name);
	fprintf(out, ", up to %" PRIu64 "\n", series->most);
	grid_print(out, grid);
}
