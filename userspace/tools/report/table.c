// SPDX-License-Identifier: GPL-2.0
/* Tables for people: the layout of MD00548's Figure 4. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "table.h"

/* m is a share of the instruction mix, s one of the cycles: of stalls. */
static void set_share(struct libscols_line *line, size_t column,
		      const struct row *row)
{
	char share[32];

	if (!row->reading || !row->metric)
		return;
	metric_format(row->metric, row->value, share, sizeof(share));
	grid_set(line, column, " %c %6s",
		 strcmp(row->metric->base, "cycles") ? 'm' : 's', share);
}

static void print_measurement(FILE *out, const struct dump *dump,
			      const struct measurement *measurement)
{
	struct libscols_table *grid = grid_new();
	struct row *rows;
	size_t count, i;

	figure_columns(grid);
	grid_column(grid, "      value", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	grid_column(grid, "relative",
		    SCOLS_FL_RIGHT | (dump->count < 2 ? SCOLS_FL_HIDDEN : 0));
	rows = rows_make(dump, measurement, &count);
	for (i = 0; i < count; i++) {
		struct libscols_line *line = grid_line(grid);

		figure_head(line, &rows[i]);
		figure_value(line, FIGURE_COLUMNS, &rows[i]);
		set_share(line, FIGURE_COLUMNS + 1, &rows[i]);
		if (rows[i].reading && !isnan(rows[i].relative))
			grid_set(line, FIGURE_COLUMNS + 2, "%.2f",
				 rows[i].relative);
	}
	free(rows);
	grid_print(out, grid);
}

void report_table(FILE *out, const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++) {
		if (dump->count > 1)
			fprintf(out, "%s%s\n", i ? "\n" : "",
				dump->measurements[i].title);
		print_measurement(out, dump, &dump->measurements[i]);
	}
}

/* What is behind the medians: a line an event, in the order of the table. */
static void print_repeats(FILE *out, const struct results *results)
{
	struct row *rows;
	size_t count, i;

	fprintf(out, "\n%-8s %20s %20s %20s  %-10s %s\n", "(event)", "median",
		"from", "to", "confidence", "spread   outliers");
	rows = rows_make(&results->medians, results_measurement(results),
			 &count);
	for (i = 0; i < count; i++) {
		const struct reading *reading = rows[i].reading;
		const struct statistics *found;
		const struct result *result;
		char event[ROW_EVENT_SIZE];

		if (!reading)
			continue;
		result = results_of(results, reading);
		found = &result->statistics;
		row_event(&rows[i], event);
		fprintf(out, "%-8s %20" PRIu64 " %20" PRIu64 " %20" PRIu64
			"  %9.2f%% %7.2f%% %u of %u\n", event, found->median,
			found->low, found->high, 100 * found->confidence,
			found->median ? 100 * found->spread / found->median : 0,
			result_outliers(result), result->count);
	}
	free(rows);
}

void results_table(FILE *out, const struct results *results)
{
	if (*results->partial)
		fprintf(out, "partial: %s\n", results->partial);
	report_table(out, &results->medians);
	if (results->repeats > 1)
		print_repeats(out, results);
}
