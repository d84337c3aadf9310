// SPDX-License-Identifier: GPL-2.0
/* Tables for people: the layouts of MD00548. */
#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/control.h"
#include "report.h"
#include "rows.h"

static struct libscols_table *new_table(void)
{
	struct libscols_table *table = scols_new_table();

	if (!table)
		fail("no memory");
	/* As wide as it needs to be, on any terminal. */
	scols_table_set_termforce(table, SCOLS_TERMFORCE_NEVER);
	return table;
}

static void new_column(struct libscols_table *table, const char *name,
		       int flags)
{
	if (!scols_table_new_column(table, name, 0, flags))
		fail("no memory");
}

static struct libscols_line *new_line(struct libscols_table *table)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);

	if (!line)
		fail("no memory");
	return line;
}

__attribute__((format(printf, 3, 4)))
static void set(struct libscols_line *line, size_t column, const char *format,
		...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		fail("no memory");
	va_end(args);
	if (scols_line_refer_data(line, column, text))
		fail("no memory");
}

/* Prints a table without the spaces that fill its last column, and frees it. */
static void print(FILE *out, struct libscols_table *table)
{
	char *text, *line, *next;

	if (scols_print_table_to_string(table, &text))
		fail("no memory");
	for (line = text; line && *line; line = next) {
		size_t length = strcspn(line, "\n");

		next = line[length] ? line + length + 1 : NULL;
		while (length && line[length - 1] == ' ')
			length--;
		fprintf(out, "%.*s\n", (int)length, line);
	}
	free(text);
	scols_unref_table(table);
}

/* A filter as below "VPE TC". */
static void figure_filter(const struct row *row, char text[FILTER_TEXT_SIZE])
{
	struct filter filter = filter_of(row->control, 0);
	char word[FILTER_TEXT_SIZE];

	switch (filter.mt_en) {
	case PERFCNT_MT_EN_VPE:
		snprintf(text, FILTER_TEXT_SIZE, "VPE%-3u", filter.unit);
		break;
	case PERFCNT_MT_EN_TC:
		snprintf(word, sizeof(word), "TC%u", filter.unit);
		snprintf(text, FILTER_TEXT_SIZE, "%6s", word);
		break;
	default:
		filter_text(&filter, word);
		snprintf(text, FILTER_TEXT_SIZE, "%-6s", word);
	}
}

/* m is a share of the instruction mix, s one of the cycles: of stalls. */
static void set_share(struct libscols_line *line, size_t column,
		      const struct row *row)
{
	char share[32];

	if (!row->reading || !row->metric)
		return;
	metric_format(row->metric, row->value, share, sizeof(share));
	set(line, column, " %c %6s",
	    strcmp(row->metric->base, "cycles") ? 'm' : 's', share);
}

/* As wide as in Figure 4, unless something needs more. */
static void head_columns(struct libscols_table *table)
{
	new_column(table, "[mode]", 0);
	new_column(table, "[VPE TC]", 0);
	new_column(table, "(event) event description:    ", 0);
}

static void set_head(struct libscols_line *line, const struct row *row)
{
	char modes[5], filter[FILTER_TEXT_SIZE], event[16] = "";

	row_modes(row, modes);
	figure_filter(row, filter);
	if (row->reading)
		snprintf(event, sizeof(event), "(%u / %u)",
			 row->reading->counter % 2,
			 control_event(row->reading->control));
	set(line, 0, "[%s]", modes);
	set(line, 1, "[%s]", filter);
	set(line, 2, "%-8s %s:", event, row_label(row));
}

static void set_value(struct libscols_line *line, size_t column,
		      const struct row *row)
{
	char value[32];

	if (row->reading) {
		set(line, column, "%" PRIu64, row->reading->count);
		return;
	}
	metric_format(row->metric, row->value, value, sizeof(value));
	set(line, column, "%s", value);
}

static void figure(FILE *out, const struct dump *dump,
		   const struct measurement *measurement)
{
	struct libscols_table *table = new_table();
	struct row *rows;
	size_t count, i;

	head_columns(table);
	new_column(table, "      value", SCOLS_FL_RIGHT);
	new_column(table, "", 0);
	new_column(table, "relative",
		   SCOLS_FL_RIGHT | (dump->count < 2 ? SCOLS_FL_HIDDEN : 0));
	rows = rows_make(dump, measurement, &count);
	for (i = 0; i < count; i++) {
		struct libscols_line *line = new_line(table);

		set_head(line, &rows[i]);
		set_value(line, 3, &rows[i]);
		set_share(line, 4, &rows[i]);
		if (rows[i].reading && !isnan(rows[i].relative))
			set(line, 5, "%.2f", rows[i].relative);
	}
	free(rows);
	print(out, table);
}

void report_figure(FILE *out, const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++) {
		if (dump->count > 1)
			fprintf(out, "%s%s\n", i ? "\n" : "",
				dump->measurements[i].title);
		figure(out, dump, &dump->measurements[i]);
	}
}

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
static struct libscols_line *line_of(struct libscols_table *table,
				     struct line_of *lines, size_t *count,
				     const struct row *row)
{
	size_t i;

	for (i = 0; i < *count; i++)
		if (is_same_row(lines[i].row, row))
			return lines[i].line;
	lines[*count] = (struct line_of){ row, new_line(table) };
	set_head(lines[*count].line, row);
	return lines[(*count)++].line;
}

/* The events of all measurements, or their metrics. */
static void add_lines(struct libscols_table *table, const struct dump *dump,
		      struct row **rows, const size_t *counts, bool events)
{
	struct line_of *lines;
	size_t i, j, count = 0;

	for (i = 0; i < dump->count; i++)
		count += counts[i];
	lines = zeros(count, sizeof(*lines));
	count = 0;
	for (i = 0; i < dump->count; i++)
		for (j = 0; j < counts[i]; j++)
			if (!!rows[i][j].reading == events)
				set_value(line_of(table, lines, &count,
						  &rows[i][j]),
					  3 + i, &rows[i][j]);
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
static void title_columns(FILE *out, struct libscols_table *table,
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
		new_column(table, rest, SCOLS_FL_RIGHT);
		free(rest);
	}
}

void report_side_by_side(FILE *out, const struct dump *dump)
{
	struct libscols_table *table = new_table();
	struct row **rows = zeros(dump->count, sizeof(*rows));
	size_t *counts = zeros(dump->count, sizeof(*counts));
	size_t i;

	head_columns(table);
	title_columns(out, table, dump);
	for (i = 0; i < dump->count; i++)
		rows[i] = rows_make(dump, &dump->measurements[i], &counts[i]);
	add_lines(table, dump, rows, counts, true);
	add_lines(table, dump, rows, counts, false);
	for (i = 0; i < dump->count; i++)
		free(rows[i]);
	free(rows);
	free(counts);
	print(out, table);
}

void report_metrics(FILE *out)
{
	struct libscols_table *table = new_table();
	char formula[128];
	unsigned int i;

	new_column(table, "name", 0);
	new_column(table, "report", 0);
	new_column(table, "unit", 0);
	new_column(table, "formula", 0);
	for (i = 0; i < metric_count; i++) {
		struct libscols_line *line = new_line(table);

		metric_formula(&metrics[i], formula, sizeof(formula));
		set(line, 0, "%s", metrics[i].name);
		set(line, 1, "%s", metrics[i].label);
		set(line, 2, "%s",
		    metrics[i].unit == METRIC_PERCENT ? "%" : "1");
		set(line, 3, "%s", formula);
	}
	print(out, table);
}
