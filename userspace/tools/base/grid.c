// SPDX-License-Identifier: GPL-2.0
/* What a table needs of libsmartcols. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "message.h"

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
	if (vasprintf(&text, format, args) < 0)
		out_of_memory();
	va_end(args);
	if (scols_line_refer_data(line, column, text))
		out_of_memory();
}

void grid_print(FILE *out, struct libscols_table *grid)
{
	char *text, *line, *next;

	if (scols_print_table_to_string(grid, &text))
		out_of_memory();
	for (line = text; line && *line; line = next) {
		size_t length = strcspn(line, "\n");

		next = line[length] ? line + length + 1 : NULL;
		while (length && line[length - 1] == ' ')
			length--;
		fprintf(out, "%.*s\n", (int)length, line);
	}
	free(text);
	scols_unref_table(grid);
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
