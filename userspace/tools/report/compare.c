// SPDX-License-Identifier: GPL-2.0
/* Tables for people: the layout of MD00548's Table 6. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare.h"
#include "figure.h"

/**
 * struct line_of - a line that stands for the same row of all measurements
 * @row: the first of them
 * @line: the line
 */
struct line_of {
	const struct row *row;
	struct libscols_line *line;
};

static bool is_same_row(const struct row *a, const struct row *b)
{
	if (a->reading && b->reading)
		return dump_counts_same(a->reading, b->reading);
	return !a->reading && !b->reading && a->metric == b->metric &&
	       a->control == b->control;
}

/* The row's line, which may be a new one. */
static struct libscols_line *line_of(struct libscols_table *grid,
				     struct line_of *lines, size_t *count,
				     const struct row *row)
{
	size_t i;

	for (i = 0; i < *count; i++)
		if (is_same_row(lines[i].row, row))
			return lines[i].line;
	lines[*count] = (struct line_of){ row, grid_line(grid) };
	figure_head(lines[*count].line, row);
	return lines[(*count)++].line;
}

/* The events of all measurements, or their metrics. */
static void add_lines(struct libscols_table *grid, const struct dump *dump,
		      struct row **rows, const size_t *counts, bool events)
{
	struct line_of *lines;
	size_t i, j, count = 0;

	for (i = 0; i < dump->count; i++)
		count += counts[i];
	lines = zeros(count, sizeof(*lines));
	count = 0;
	for (i = 0; i < dump->count; i++) {
		for (j = 0; j < counts[i]; j++) {
			const struct row *row = &rows[i][j];

			if (!!row->reading == events)
				figure_value(line_of(grid, lines, &count, row),
					     FIGURE_COLUMNS + i, row);
		}
	}
	free(lines);
}

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

void report_compare(FILE *out, const struct dump *dump)
{
	struct libscols_table *grid = grid_new();
	struct row **rows = zeros(dump->count, sizeof(*rows));
	size_t *counts = zeros(dump->count, sizeof(*counts));
	size_t i;

	figure_columns(grid);
	title_columns(out, grid, dump);
	for (i = 0; i < dump->count; i++)
		rows[i] = rows_make(dump, &dump->measurements[i], &counts[i]);
	add_lines(grid, dump, rows, counts, true);
	add_lines(grid, dump, rows, counts, false);
	for (i = 0; i < dump->count; i++)
		free(rows[i]);
	free(rows);
	free(counts);
	grid_print(out, grid);
}
