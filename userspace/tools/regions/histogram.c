// SPDX-License-Identifier: GPL-2.0
/* The least number of each tenth, how many are in it, and a bar. */
#include <inttypes.h>
#include <math.h>

#include "base/grid.h"
#include "base/number.h"
#include "histogram.h"

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
	fprintf(out, "\n%s, up to %" PRIu64 "\n", name, series->most);
	grid_print(out, grid);
}
