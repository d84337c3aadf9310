// SPDX-License-Identifier: GPL-2.0
/* Tables for people: the layout of MD00548's Table 6. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare.h"
#include "comparison.h"
#include "figure.h"
#include "legend.h"

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* How many bytes two titles have in common at their beginning, in whole words. */
static size_t common_head(const char *a, const char *b)
{
	size_t i, words = 0;

	for (i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == ' ')
			words = i + 1;
	return words;
}

/* The same at their end. */
static size_t common_tail(const char *a, const char *b)
{
	size_t a_length = strlen(a), b_length = strlen(b), i, words = 0;

	for (i = 1; i <= a_length && i <= b_length; i++) {
		if (a[a_length - i] != b[b_length - i])
			break;
		if (a[a_length - i] == ' ')
			words = i;
	}
	return words;
}

/*
 * What the titles have in common stands once, above: a column needs no more than
 * what differs, as the block sizes of Table 6.
 */
static void title_columns(FILE *out, struct libscols_table *grid,
			  const struct dump *dump)
{
	const char *first = dump->measurements[0].title;
	size_t shortest = strlen(first), head = shortest, tail = shortest, i;

	for (i = 1; i < dump->count; i++) {
		const char *title = dump->measurements[i].title;

		head = smaller(head, common_head(first, title));
		tail = smaller(tail, common_tail(first, title));
		shortest = smaller(shortest, strlen(title));
	}
	if (dump->count == 1)
		head = 0;
	if (dump->count == 1 || head + tail > shortest)
		tail = 0;
	if (head || tail)
		fprintf(out, "%.*s...%s\n", (int)head, first,
			first + strlen(first) - tail);
	for (i = 0; i < dump->count; i++) {
		const char *title = dump->measurements[i].title;
		char *rest = copy_text(title + head);

		rest[strlen(rest) - tail] = '\0';
		grid_column(grid, rest, SCOLS_FL_RIGHT);
		free(rest);
	}
}

static void print_partial(FILE *out, const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		if (dump->measurements[i].partial)
			fprintf(out, "partial: %s: %s\n",
				dump->measurements[i].title,
				dump->measurements[i].partial);
}

void report_compare(FILE *out, const struct view *view)
{
	struct comparison comparison = comparison_make(view);
	struct libscols_table *grid = grid_new();
	struct legend legend = { 0 };
	size_t i, j;

	print_partial(out, view->dump);
	figure_columns(grid);
	title_columns(out, grid, view->dump);
	for (i = 0; i < comparison.count; i++) {
		struct libscols_line *line = grid_line(grid);

		figure_head(line, comparison.lines[i].head);
		for (j = 0; j < view->dump->count; j++) {
			const struct row *row = comparison.lines[i].cells[j];

			if (!row)
				continue;
			figure_value(line, FIGURE_COLUMNS + j, row, true);
			if (!row->reading)
				legend_note(&legend, row);
		}
	}
	comparison_free(&comparison);
	grid_print(out, grid);
	legend_print(out, &legend);
}
