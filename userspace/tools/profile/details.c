// SPDX-License-Identifier: GPL-2.0
/*
 * For each function a line of its own, one for its sum, and one for each statement and
 * each instruction.  Numbers of statements are in parentheses.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grid.h"
#include "base/memory.h"
#include "format.h"
#include "hits.h"
#include "summary.h"

#define INNER_WIDTH	63 /* of the rule within a function */
#define MARK_WIDTH	5 /* of the > before a statement */
#define LEFT_OUT	"                                         ~ ~ ~ ~"

/* The least widths have the spaces before a column; rows leave the first one empty. */
enum column {
	PERCENT,
	SAMPLES,
	FIGURE,
	PLACE,
};

static const unsigned int widths[] = {
	[PERCENT] = 8, [SAMPLES] = 10, [FIGURE] = 9, [PLACE] = 12,
};

/* The columns of numbers. */
static void set_numbers(struct libscols_line *line, const struct sample_view *view,
			const struct sample_sum sums[SAMPLES_MOST_TRIGGERS],
			bool parentheses)
{
	const char *open = parentheses ? "(" : "", *close = parentheses ? ")" : "";
	double cpi;

	grid_set(line, SAMPLES, "  %s%" PRIu64 "%s", open, sums[view->event].samples, close);
	if (!sample_rows_has_cycles(view)) {
		grid_set(line, FIGURE, "  %s%" PRIu64 "%s", open,
			 sample_rows_estimate(&view->samples->triggers[view->event],
					      &sums[view->event]), close);
		return;
	}
	cpi = sample_rows_cpi(view->samples, sums);
	if (cpi < 0)
		grid_set(line, FIGURE, "  %s-%s", open, close);
	else
		grid_set(line, FIGURE, "  %s%.2f%s", open, cpi, close);
}

/* ~ is for a line that is approximate. */
static void set_line(struct libscols_line *line, unsigned int number, bool approximate)
{
	if (number)
		grid_set(line, PLACE, "  %s%u", approximate ? "~" : "", number);
	else
		grid_set(line, PLACE, "  -");
}

static void add_instruction(struct libscols_table *grid, const struct sample_view *view,
			    const struct sample_instruction *instruction, uint64_t start)
{
	const struct place *place = instruction->place;
	struct libscols_line *line = grid_line(grid);
	uint64_t offset = place->address - start;

	if (instruction->is_hot)
		set_numbers(line, view, instruction->sums, false);
	if (place->column)
		grid_set(line, PLACE, "  %s%u,0x%04" PRIx64,
			 place->approximate ? "~" : "", place->column, offset);
	else
		grid_set(line, PLACE, "  -,0x%04" PRIx64, offset);
	grid_set_tail(line, "  %s", place->instruction ?: "-");
}

/* Those of a line, or all; a mark is where some are left out. */
static void add_code(struct libscols_table *grid, const struct sample_view *view,
		     const struct sample_code *code, const struct sample_row *row,
		     const struct sample_line *line)
{
	size_t i, before = SIZE_MAX;

	for (i = 0; i < code->count; i++) {
		const struct sample_instruction *one = &code->instructions[i];
		const struct place *owner = code->instructions[one->owner].place;

		if (!one->is_listed ||
		    (line && !sample_lines_is_same(owner, line->place)))
			continue;
		if (before != SIZE_MAX && before + 1 != i)
			grid_set_tail(grid_line(grid), LEFT_OUT);
		add_instruction(grid, view, one, row->start);
		before = i;
	}
}

static void set_statement(struct libscols_line *to, const struct sample_line *line)
{
	const struct place *place = line->place;
	const char *statement = place->statement;
	char *inlined = copy_text("");
	unsigned int i;

	if (!statement)
		statement = place->line ? "(the source file is not there)" :
			    "(no line is known)";
	for (i = 0; i < place->inlined_count; i++) {
		char *longer = formatted("%s%s%s", inlined, i ? ", " : "  [inlined: ",
					 place->inlined[i].function);

		free(inlined);
		inlined = longer;
	}
	grid_set_tail(to, "  %-*s%s%s%s", MARK_WIDTH,
		      line->back || line->runs > 1 ? "*>" : ">", statement, inlined,
		      i ? "]" : "");
	free(inlined);
}

static const char *base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path ?: "-";
}

static void add_lines(struct libscols_table *grid, const struct sample_view *view,
		      const struct sample_hits *hits, const struct sample_code *code,
		      const struct sample_row *row)
{
	struct sample_lines lines;
	size_t i;

	sample_lines_make(&lines, hits);
	for (i = 0; i < lines.count; i++) {
		const struct sample_line *from = &lines.lines[i];
		struct libscols_line *line = grid_line(grid);

		set_numbers(line, view, from->sums, true);
		set_line(line, from->place->line, from->place->approximate);
		set_statement(line, from);
		if (view->details == SAMPLE_DETAILS_ALL)
			add_code(grid, view, code, row, from);
	}
	sample_lines_free(&lines);
}

/* A line of its own, whose share is where that column is, and the sum. */
static void add_totals(struct libscols_table *grid, const struct sample_view *view,
		       const struct sample_rows *rows, const struct sample_row *row,
		       const struct place *first)
{
	struct libscols_line *line = grid_line(grid);

	grid_set(line, PERCENT, "  %.2f",
		 sample_rows_percent(row->sums[rows->event].events, rows->total) / 100.0);
	grid_set_tail(line, "  [%s::%s, 0x%08" PRIx64 ", %s]", row->module, row->function,
		      row->start, base_name(row->file));
	line = grid_line(grid);
	set_numbers(line, view, row->sums, false);
	set_line(line, first->start_line, first->start_approximate);
	grid_set_tail(line, "  Function Totals");
	sample_summary_grid_rule(grid, INNER_WIDTH);
}

static void add_function(struct libscols_table *grid, const struct sample_view *view,
			 const struct sample_rows *rows, const struct sample_row *row)
{
	struct sample_hits hits;
	struct sample_code code;

	sample_hits_find(&hits, view, rows, row);
	sample_code_make(&code, &hits, view->context);
	add_totals(grid, view, rows, row, hits.hits->place);
	if (view->details == SAMPLE_DETAILS_INSTRUCTION)
		add_code(grid, view, &code, row, NULL);
	else
		add_lines(grid, view, &hits, &code, row);
	sample_code_free(&code);
	sample_hits_free(&hits);
}

/* Two lines and a rule; numbers are right below their headings. */
static struct libscols_table *begin(const struct sample_view *view)
{
	const char *const headings[][PLACE + 1] = {
		{ "% Total", "", "Estimated", "Line" },
		{ "Events", "Samples", "Events", "Col,Offset" },
	};
	bool cycles = sample_rows_has_cycles(view);
	struct libscols_table *grid = grid_new_report();
	struct libscols_line *line;
	size_t i, column;

	for (column = PERCENT; column <= PLACE; column++)
		grid_report_column(grid, widths[column], SCOLS_FL_RIGHT);
	for (i = 0; i < ARRAY_SIZE(headings); i++) {
		line = grid_line(grid);
		for (column = PERCENT; column <= PLACE; column++)
			grid_set(line, column, "%s", headings[i][column]);
		if (cycles)
			grid_set(line, FIGURE, i ? "Instr." : "Cycles/");
		grid_set_tail(line, i ? "  >Statement|Instruction" : "|");
	}
	sample_summary_grid_rule(grid, SAMPLE_SUMMARY_WIDTH);
	return grid;
}

void sample_details_print(FILE *out, const struct sample_view *view)
{
	struct libscols_table *grid = begin(view);
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, false);
	listed = sample_rows_listed(&rows, &view->detail_cutoff);
	fputs("Function Details\n", out);
	sample_summary_rule(out);
	for (i = 0; i < listed; i++)
		if (strcmp(rows.rows[i].function, PLACE_UNKNOWN))
			add_function(grid, view, &rows, &rows.rows[i]);
	grid_print(out, grid);
	sample_rows_free(&rows);
}
