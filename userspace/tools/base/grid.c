// SPDX-License-Identifier: GPL-2.0
/* What a table needs of libsmartcols. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "grid.h"
#include "memory.h"
#include "message.h"
#include "number.h"
#include "utf8.h"

struct libscols_table *grid_new(void)
{
	struct libscols_table *grid = scols_new_table();

	if (!grid)
		out_of_memory();
	/* As wide as it needs to be, on any terminal. */
	scols_table_set_termforce(grid, SCOLS_TERMFORCE_NEVER);
	return grid;
}

void grid_column(struct libscols_table *grid, const char *title, int flags)
{
	if (!scols_table_new_column(grid, title, 0, flags))
		out_of_memory();
}

struct libscols_table *grid_new_report(void)
{
	struct libscols_table *grid = grid_new();

	if (scols_table_enable_noheadings(grid, 1) ||
	    scols_table_enable_noencoding(grid, 1) ||
	    scols_table_set_column_separator(grid, ""))
		out_of_memory();
	return grid;
}

void grid_report_column(struct libscols_table *grid, unsigned int width, int flags)
{
	if (!scols_table_new_column(grid, NULL, width, flags))
		out_of_memory();
}

struct libscols_line *grid_line(struct libscols_table *grid)
{
	struct libscols_line *line = scols_table_new_line(grid, NULL);

	if (!line)
		out_of_memory();
	return line;
}

void grid_set(struct libscols_line *line, size_t column, const char *format,
	      ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = vformatted(format, args);
	va_end(args);
	if (scols_line_refer_data(line, column, text))
		out_of_memory();
}

void grid_set_tail(struct libscols_line *line, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = vformatted(format, args);
	va_end(args);
	scols_line_set_userdata(line, text);
}

/* The next line's, of a grid that has no headings. */
static char *next_tail(struct libscols_table *grid, struct libscols_iter *lines)
{
	struct libscols_line *line;

	if (!scols_table_is_noheadings(grid) ||
	    scols_table_next_line(grid, lines, &line))
		return NULL;
	return scols_line_get_userdata(line);
}

/* The next line, without what fills its last cell; returns those after it. */
static const char *print_line(FILE *out, const char *text)
{
	size_t length = strcspn(text, "\n"), printed = length;

	while (printed && text[printed - 1] == ' ')
		printed--;
	fprintf(out, "%.*s", (int)printed, text);
	return text + length + (text[length] == '\n');
}

void grid_print(FILE *out, struct libscols_table *grid)
{
	struct libscols_iter *lines = scols_new_iter(SCOLS_ITER_FORWARD);
	size_t left = scols_table_get_nlines(grid);
	const char *next;
	char *text;

	if (!lines || scols_print_table_to_string(grid, &text))
		out_of_memory();
	/* the last one may be empty, which only their number tells */
	left += left && !scols_table_is_noheadings(grid);
	for (next = text; left; left--) {
		char *tail = next_tail(grid, lines);

		next = print_line(out, next);
		utf8_print(out, tail ?: "");
		fputc('\n', out);
		free(tail);
	}
	free(text);
	scols_free_iter(lines);
	scols_unref_table(grid);
}

static bool is_text(const struct column *column, struct json_object *rows)
{
	struct json_object *value = NULL;
	size_t i;

	for (i = 0; i < json_object_array_length(rows) && !value; i++)
		value = column_value(column, json_object_array_get_idx(rows, i), NULL);
	return json_object_is_type(value, json_type_string);
}

/* A mean can be so near to 2^64 that it is rounded to that. */
static uint64_t whole_number(struct json_object *value)
{
	const double real = json_object_get_double(value) + 0.5;

	if (!json_object_is_type(value, json_type_double))
		return json_object_get_uint64(value);
	return real < (double)UINT64_MAX ? real : UINT64_MAX;
}

static void set_value(struct libscols_line *line, size_t column, char mark,
		      struct json_object *value)
{
	char text[NUMBER_GROUPED_SIZE];

	if (json_object_is_type(value, json_type_string)) {
		grid_set(line, column, "%s", json_object_get_string(value));
	} else if (mark == '%') {
		grid_set(line, column, "%.2f%%", 100 * json_object_get_double(value));
	} else {
		number_grouped(text, whole_number(value));
		grid_set(line, column, "%s", text);
	}
}

void grid_rows(FILE *out, const char *columns, struct json_object *rows)
{
	struct libscols_table *grid = grid_new();
	struct column column;
	const char *at;
	size_t i, j;

	for (at = columns; column_next(&at, &column);) {
		char *name = strndup(column.name, column.name_length);

		if (!name)
			out_of_memory();
		grid_column(grid, name, is_text(&column, rows) ? 0 : SCOLS_FL_RIGHT);
		free(name);
	}
	for (i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct libscols_line *line = grid_line(grid);

		for (at = columns, j = 0; column_next(&at, &column); j++) {
			struct json_object *value = column_value(&column, row, NULL);

			if (value)
				set_value(line, j, column.mark, value);
		}
	}
	grid_print(out, grid);
}

static int letters(double part)
{
	return (part < 1 ? part : 1) * BAR_MOST + 0.5;
}

void bar_draw(char bar[BAR_MOST + 1], double from, double to)
{
	const int begin = letters(from), end = letters(to);

	memset(bar, ' ', begin);
	memset(bar + begin, '#', end - begin);
	bar[end] = '\0';
}
