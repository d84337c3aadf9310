// SPDX-License-Identifier: GPL-2.0
/* Bars of plain text: a chart, in lines that a terminal has room for. */
#include <stdlib.h>

#include "base/grid.h"
#include "events/dump.h"
#include "chart.h"
#include "figure.h"
#include "format.h"

/* The columns. */
enum { NAME, VALUE, BAR };

/* The greater one; a value that was divided by 0 is none. */
static double greater(double most, double value)
{
	return value > most ? value : most;
}

/* No bar for what is no part of @most. */
static void set_row(struct libscols_line *line, const struct row *row,
		    double most)
{
	double value = row_value(row);
	char bar[BAR_MOST + 1];

	bar_draw(bar, 0, value > 0 && most > 0 ? value / most : 0);
	figure_value(line, VALUE, row, true);
	grid_set(line, BAR, "%s", bar);
}

static struct libscols_table *bars_new(void)
{
	struct libscols_table *grid = grid_new();

	grid_column(grid, "", 0);
	grid_column(grid, "", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	scols_table_enable_noheadings(grid, 1);
	return grid;
}

static double most_count(const struct chart *chart)
{
	double most = 0;
	size_t i, j;

	for (i = 0; i < chart->counts; i++)
		for (j = 0; j < chart->headings.count; j++)
			if (chart->lines[i]->cells[j])
				most = greater(most, row_value(chart->lines[i]->cells[j]));
	return most;
}

/* What a bar ends at: 0 for a metric that has no end. */
static double end_of(const struct row *row, double most)
{
	if (row->reading || row->metric->unit == METRIC_COUNT)
		return most;
	return row->metric->unit == METRIC_RATE ? 1 : 0;
}

static void print_measurement(FILE *out, const struct chart *chart,
			      size_t which, double most)
{
	const struct measurement *measurement =
		&chart->comparison.view->dump->measurements[which];
	char *title = chart_title(chart, measurement->title);
	struct libscols_table *grid = bars_new();
	size_t i;

	fprintf(out, "%s%s\n", which ? "\n" : "", title);
	free(title);
	if (measurement->partial)
		fprintf(out, "partial: %s\n", measurement->partial);
	if (measurement->differ)
		fprintf(out, "%s\n", measurement->differ);
	for (i = 0; i < chart->count; i++) {
		const struct row *row = chart->lines[i]->cells[which];
		struct libscols_line *line;

		if (!row)
			continue;
		line = grid_line(grid);
		grid_set(line, NAME, "%s", chart->names[i]);
		set_row(line, row, end_of(row, most));
	}
	grid_print(out, grid);
	seconds_print(out, measurement);
	if (heading_scope(measurement))
		fprintf(out, "%s\n", heading_scope(measurement));
}

void report_bars(FILE *out, const struct view *view)
{
	struct chart chart = chart_make(view);
	double most = most_count(&chart);
	size_t i;

	for (i = 0; i < view->dump->count; i++)
		print_measurement(out, &chart, i, most);
	chart_free(&chart);
}

static double most_of(const struct comparison_line *line, size_t count)
{
	double most = 0;
	size_t i;

	for (i = 0; i < count; i++)
		if (line->cells[i])
			most = greater(most, row_value(line->cells[i]));
	return most;
}

static void add_line(struct libscols_table *grid, const struct chart *chart,
		     size_t which)
{
	const struct comparison_line *compared = chart->lines[which];
	const double most = most_of(compared, chart->headings.count);
	size_t i;

	grid_set(grid_line(grid), NAME, "%s", chart->names[which]);
	for (i = 0; i < chart->headings.count; i++) {
		struct libscols_line *line = grid_line(grid);

		grid_set(line, NAME, "  %s", chart->headings.rest[i]);
		if (compared->cells[i])
			set_row(line, compared->cells[i], most);
	}
}

void compare_bars(FILE *out, const struct view *view)
{
	struct chart chart = chart_make(view);
	char *title = chart_title(&chart, chart.headings.common);
	struct libscols_table *grid = bars_new();
	size_t i;

	headings_partial(out, "", view->dump);
	headings_scope(out, "", view->dump);
	fprintf(out, "%s\n", title);
	free(title);
	for (i = 0; i < chart.count; i++)
		add_line(grid, &chart, i);
	grid_print(out, grid);
	chart_free(&chart);
}
