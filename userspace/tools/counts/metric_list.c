// SPDX-License-Identifier: GPL-2.0
/* The metrics' definitions, as a table. */
#include "base/grid.h"
#include "metrics/metrics.h"
#include "metric_list.h"

void report_metrics(FILE *out)
{
	struct libscols_table *grid = grid_new();
	size_t count, i;
	const struct metric *metrics = metrics_all(&count);

	grid_column(grid, "name", 0);
	grid_column(grid, "report", 0);
	grid_column(grid, "unit", 0);
	grid_column(grid, "formula", 0);
	for (i = 0; i < count; i++) {
		struct libscols_line *line = grid_line(grid);

		grid_set(line, 0, "%s", metrics[i].name);
		grid_set(line, 1, "%s", metrics[i].label);
		grid_set(line, 2, "%s",
			 metrics[i].unit >= METRIC_PERCENT ? "%" : "1");
		grid_set(line, 3, "%s", formula_text(metrics[i].formula));
	}
	grid_print(out, grid);
}
