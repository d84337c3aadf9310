// SPDX-License-Identifier: GPL-2.0
/* Tables for people: the layout of MD00548's Figure 4. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "events/dump.h"
#include "events/medians.h"
#include "comparison.h"
#include "figure.h"
#include "format.h"
#include "stall_rows.h"
#include "stall_table.h"

/* m is a share of the instruction mix, s one of the cycles: of stalls. */
static void set_share(struct libscols_line *line, size_t column,
		      const struct row *row)
{
	char share[METRIC_TEXT_SIZE];

	if (!row->reading || !row->metric)
		return;
	metric_format(row->metric, row->value, share);
	grid_set(line, column, " %c %6s", legend_share(row->metric), share);
}

static void print_rows(FILE *out, const struct view *view,
		       const struct row *rows, size_t count,
		       struct legend *legend)
{
	bool is_34k = dump_is_of_34k(view->dump);
	struct libscols_table *grid = grid_new();
	size_t i;

	figure_columns(grid, view->dump);
	grid_column(grid, "      value", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	grid_column(grid, "relative", SCOLS_FL_RIGHT |
		    (view->dump->count < 2 ? SCOLS_FL_HIDDEN : 0));
	for (i = 0; i < count; i++) {
		struct libscols_line *line = grid_line(grid);

		figure_head(line, &rows[i], is_34k);
		figure_value(line, FIGURE_COLUMNS, &rows[i], false);
		set_share(line, FIGURE_COLUMNS + 1, &rows[i]);
		if (rows[i].reading && !isnan(rows[i].relative))
			grid_set(line, FIGURE_COLUMNS + 2, "%.2f",
				 rows[i].relative);
		legend_note(legend, &rows[i]);
	}
	grid_print(out, grid);
}

static void set_result(struct libscols_line *line, const struct result *result)
{
	const struct statistics *found = &result->statistics;

	grid_set(line, FIGURE_COLUMNS, "%" PRIu64, found->median);
	grid_set(line, FIGURE_COLUMNS + 1, "%" PRIu64, found->low);
	grid_set(line, FIGURE_COLUMNS + 2, "%" PRIu64, found->high);
	grid_set(line, FIGURE_COLUMNS + 3, "%.2f%%", 100 * found->confidence);
	grid_set(line, FIGURE_COLUMNS + 4, "%.2f%%", found->median ?
		 100 * found->spread / found->median : 0);
	grid_set(line, FIGURE_COLUMNS + 5, "%u of %u", result_outliers(result),
		 result->count);
}

/* The statistics of the medians: one line per event, in the order of the table. */
static void print_repeats(FILE *out, const struct view *view,
			  const struct measurement *measurement,
			  const struct row *rows, size_t count)
{
	static const char *const titles[] = {
		"median", "from", "to", "confidence", "spread", "outliers",
	};
	bool is_34k = dump_is_of_34k(view->dump);
	struct libscols_table *grid = grid_new();
	size_t i, repeated = 0;

	figure_columns(grid, view->dump);
	for (i = 0; i < ARRAY_SIZE(titles); i++)
		grid_column(grid, titles[i], SCOLS_FL_RIGHT);
	for (i = 0; i < count; i++) {
		const struct result *result = row_result(&rows[i],
							 measurement);
		struct libscols_line *line;

		if (!result)
			continue;
		line = grid_line(grid);
		figure_head(line, &rows[i], is_34k);
		set_result(line, result);
		repeated += result->count > 1;
	}
	if (repeated) {
		fputc('\n', out);
		grid_print(out, grid);
	} else {
		scols_unref_table(grid);
	}
}

static void print_measurement(FILE *out, const struct view *view,
			      const struct measurement *measurement,
			      struct legend *legend)
{
	size_t count;
	struct row *rows = chosen_rows(view, measurement, &count);

	if (measurement->partial)
		fprintf(out, "partial: %s\n", measurement->partial);
	if (measurement->differ)
		fprintf(out, "%s\n", measurement->differ);
	if (count && view->stalls)
		stall_table(out, rows, count, view->dump, legend);
	else if (count)
		print_rows(out, view, rows, count, legend);
	if (view->stalls)
		stall_table_names(out, rows, count);
	seconds_print(out, measurement);
	if (heading_scope(measurement))
		fprintf(out, "%s\n", heading_scope(measurement));
	print_repeats(out, view, measurement, rows, count);
	free(rows);
}

void report_table(FILE *out, const struct view *view)
{
	const struct dump *dump = view->dump;
	struct legend legend = { 0 };
	size_t i;

	for (i = 0; i < dump->count; i++) {
		if (dump->count > 1)
			fprintf(out, "%s%s\n", i ? "\n" : "",
				dump->measurements[i].title);
		print_measurement(out, view, &dump->measurements[i], &legend);
	}
	legend_print(out, &legend, dump_is_of_34k(dump));
}

/* Tables for people: the layout of MD00548's Table 6. */

static void title_columns(FILE *out, struct libscols_table *grid,
			  const struct dump *dump)
{
	struct headings headings = headings_make(dump);
	size_t i;

	if (headings.common)
		fprintf(out, "%s\n", headings.common);
	for (i = 0; i < headings.count; i++)
		grid_column(grid, headings.rest[i], SCOLS_FL_RIGHT);
	headings_free(&headings);
}

/* A line's row that has cycles, if there is one. */
static const struct row *greatest(const struct comparison_line *line,
				  size_t count)
{
	const struct row *row = line->head;
	size_t i;

	for (i = 0; i < count && stall_table_is_nothing(row); i++)
		if (line->cells[i])
			row = line->cells[i];
	return row;
}

/* What has no cycles anywhere, and what no measurement has. */
static void print_names(FILE *out, const struct comparison *comparison)
{
	struct row *rows = zeros(comparison->count, sizeof(*rows));
	size_t i;

	for (i = 0; i < comparison->count; i++)
		rows[i] = *greatest(&comparison->lines[i],
				    comparison->view->dump->count);
	stall_table_names(out, rows, comparison->count);
	free(rows);
}

static void print_line(struct libscols_table *grid,
		       const struct comparison *comparison,
		       const struct comparison_line *found,
		       struct legend *legend)
{
	const size_t count = comparison->view->dump->count;
	struct libscols_line *line;
	size_t i;

	if (stall_table_is_nothing(greatest(found, count)))
		return;
	line = grid_line(grid);
	figure_head(line, found->head, dump_is_of_34k(comparison->view->dump));
	if (found->head->reading && found->head->reading->shared)
		legend->core = true;
	legend_note_doubt(legend, found->head);
	for (i = 0; i < count; i++) {
		const struct row *row = found->cells[i];

		if (!row)
			continue;
		if (comparison->view->stalls)
			stall_table_cell(line, FIGURE_COLUMNS + i, row);
		else
			figure_value(line, FIGURE_COLUMNS + i, row, true);
		if (!row->reading || row->stall.cause)
			legend_note(legend, row);
	}
}

/* How long it took, in seconds, if that is known of any measurement. */
static void print_times(struct libscols_table *grid, const struct dump *dump)
{
	static const char *const names[] = { "elapsed", "user", "system" };
	struct libscols_line *line[ARRAY_SIZE(names)] = { NULL };
	size_t i, j;

	for (i = 0; i < dump->count; i++) {
		const struct seconds seconds = run_times_median(&dump->measurements[i]);
		const double values[] = { seconds.elapsed, seconds.user, seconds.system };

		if (isnan(seconds.elapsed))
			continue;
		for (j = 0; j < ARRAY_SIZE(names); j++) {
			if (!line[j]) {
				line[j] = grid_line(grid);
				figure_name(line[j], names[j], " time in seconds",
					    dump_is_of_34k(dump));
			}
			grid_set(line[j], FIGURE_COLUMNS + i, "%.6f", values[j]);
		}
	}
}

void report_compare(FILE *out, const struct view *view)
{
	struct comparison comparison = comparison_make(view);
	struct libscols_table *grid = grid_new();
	struct legend legend = { 0 };
	size_t i;

	headings_partial(out, "", view->dump);
	headings_scope(out, "", view->dump);
	figure_columns(grid, view->dump);
	title_columns(out, grid, view->dump);
	for (i = 0; i < comparison.count; i++)
		print_line(grid, &comparison, &comparison.lines[i], &legend);
	print_times(grid, view->dump);
	grid_print(out, grid);
	if (view->stalls)
		print_names(out, &comparison);
	comparison_free(&comparison);
	legend_print(out, &legend, dump_is_of_34k(view->dump));
}
