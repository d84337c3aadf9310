// SPDX-License-Identifier: GPL-2.0
/* Tables for people: the layout of MD00548's Table 6. */
#include <stdlib.h>

#include "base/memory.h"
#include "compare.h"
#include "comparison.h"
#include "figure.h"
#include "headings.h"
#include "legend.h"
#include "stall_table.h"

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
	figure_head(line, found->head);
	if (found->head->reading && found->head->reading->shared)
		legend->core = true;
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

void report_compare(FILE *out, const struct view *view)
{
	struct comparison comparison = comparison_make(view);
	struct libscols_table *grid = grid_new();
	struct legend legend = { 0 };
	size_t i;

	headings_partial(out, "", view->dump);
	headings_scope(out, "", view->dump);
	figure_columns(grid);
	title_columns(out, grid, view->dump);
	for (i = 0; i < comparison.count; i++)
		print_line(grid, &comparison, &comparison.lines[i], &legend);
	grid_print(out, grid);
	if (view->stalls)
		print_names(out, &comparison);
	comparison_free(&comparison);
	legend_print(out, &legend);
}
