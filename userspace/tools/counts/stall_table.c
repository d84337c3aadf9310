// SPDX-License-Identifier: GPL-2.0
/* Stalls by cause, as a table. */
#include <math.h>
#include <string.h>

#include "figure.h"
#include "stall_rows.h"
#include "stall_table.h"

/* The columns after those of all tables. */
enum {
	VALUE = FIGURE_COLUMNS,
	OF_CYCLES,
	OF_STALLS,
	PER_INSTRUCTION,
	EACH,
	RELATIVE,
};

#define LINE_WIDTH	80

static void set_percent(struct libscols_line *line, size_t column, double part)
{
	if (!isnan(part))
		grid_set(line, column, "%.1f%%", 100 * part);
}

static void set_stall(struct libscols_line *line, const struct row_stall *stall)
{
	set_percent(line, OF_CYCLES, stall->of_cycles);
	set_percent(line, OF_STALLS, stall->of_stalls);
	if (!isnan(stall->per_instruction))
		grid_set(line, PER_INSTRUCTION, "%.3f", stall->per_instruction);
	if (!isnan(stall->each))
		grid_set(line, EACH, " %.1f per %s", stall->each,
			 stall->cause->label);
}

bool stall_table_is_nothing(const struct row *row)
{
	return row->stall.cause && !row->reading->count;
}

void stall_table(FILE *out, const struct row *rows, size_t count,
		 const struct dump *dump, struct legend *legend)
{
	bool is_34k = dump_is_of_34k(dump);
	struct libscols_table *grid = grid_new();
	size_t i;

	figure_columns(grid, dump);
	grid_column(grid, "      value", SCOLS_FL_RIGHT);
	grid_column(grid, " of cycles", SCOLS_FL_RIGHT);
	grid_column(grid, " of stalls", SCOLS_FL_RIGHT);
	grid_column(grid, " per instruction", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	grid_column(grid, "relative", SCOLS_FL_RIGHT |
		    (dump->count > 1 ? 0 : SCOLS_FL_HIDDEN));
	for (i = 0; i < count; i++) {
		struct libscols_line *line;

		if (stall_table_is_nothing(&rows[i]))
			continue;
		line = grid_line(grid);
		figure_head(line, &rows[i], is_34k);
		figure_value(line, VALUE, &rows[i], false);
		set_stall(line, &rows[i].stall);
		if (rows[i].reading && !isnan(rows[i].relative))
			grid_set(line, RELATIVE, "%.2f", rows[i].relative);
		if (!rows[i].reading || rows[i].stall.cause)
			legend_note(legend, &rows[i]);
		legend_note_doubt(legend, &rows[i]);
	}
	grid_print(out, grid);
}

void stall_table_cell(struct libscols_line *line, size_t column,
		      const struct row *row)
{
	char value[FIGURE_TEXT_SIZE];

	figure_text(value, row, true);
	if (isnan(row->stall.of_stalls))
		grid_set(line, column, "%s       ", value);
	else
		grid_set(line, column, "%s %5.1f%%", value,
			 100 * row->stall.of_stalls);
}

/* How wide a line of names is, with one more. */
static size_t print_name(FILE *out, const char *title, const char *name,
			 size_t width)
{
	if (!width)
		width = fprintf(out, "%s:", title);
	else
		width += fprintf(out, ",");
	if (width + strlen(name) + 2 > LINE_WIDTH)
		width = fprintf(out, "\n   ");
	return width + fprintf(out, " %s", name);
}

/* Once each, and none that has cycles in other modes. */
static bool is_first_of_nothing(const struct row *rows, size_t count,
				size_t which)
{
	size_t i;

	if (!stall_table_is_nothing(&rows[which]))
		return false;
	for (i = 0; i < count; i++)
		if (rows[i].stall.cause == rows[which].stall.cause &&
		    (i < which || !stall_table_is_nothing(&rows[i])))
			return false;
	return true;
}

static bool print_nothing(FILE *out, const struct row *rows, size_t count)
{
	size_t i, width = 0;

	for (i = 0; i < count; i++)
		if (is_first_of_nothing(rows, count, i))
			width = print_name(out, "\nno cycles",
					   row_name(&rows[i]), width);
	if (width)
		fputc('\n', out);
	return width;
}

void stall_table_names(FILE *out, const struct row *rows, size_t count)
{
	bool lines = print_nothing(out, rows, count), rest = true;
	const char *name;
	size_t at = 0, width = 0;

	while ((name = stall_rows_next_missing(rows, count, &at))) {
		width = print_name(out, lines ? "not counted" :
				   "\nnot counted", name, width);
		if (!strcmp(name, "stalls"))
			rest = false;
	}
	if (width)
		fputc('\n', out);
	if (!rest)
		fputs("Without stalls (event 18) it is not known what is left over.\n",
		      out);
}
