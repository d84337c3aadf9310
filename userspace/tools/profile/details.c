// SPDX-License-Identifier: GPL-2.0
/*
 * For each function a line of its own, one for its sum, and one for each statement and
 * each instruction.  Numbers of statements are in parentheses.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "format.h"
#include "hits.h"
#include "summary.h"

#define INNER_WIDTH	63 /* of the rule within a function */
#define MARK_WIDTH	5 /* of the > before a statement */
#define NUMBER_SIZE	32
#define SAMPLES_WIDTH	18
#define FIGURE_WIDTH	9
#define PLACE_WIDTH	12

static void format_figure(char text[NUMBER_SIZE], const struct sample_view *view,
			  const uint64_t counts[SAMPLES_MOST_TRIGGERS])
{
	double cpi;

	if (!sample_rows_has_cycles(view)) {
		snprintf(text, NUMBER_SIZE, "%" PRIu64,
			 sample_rows_estimate(&view->samples->triggers[view->event],
					      counts[view->event]));
		return;
	}
	cpi = sample_rows_cpi(view->samples, counts);
	snprintf(text, NUMBER_SIZE, cpi < 0 ? "-" : "%.2f", cpi);
}

/* The columns of numbers. */
static void print_numbers(FILE *out, const struct sample_view *view,
			  const uint64_t counts[SAMPLES_MOST_TRIGGERS],
			  bool parentheses)
{
	const char *open = parentheses ? "(" : "", *close = parentheses ? ")" : "";
	char number[NUMBER_SIZE], text[NUMBER_SIZE + 2];

	snprintf(text, sizeof(text), "%s%" PRIu64 "%s", open, counts[view->event], close);
	fprintf(out, "%*s", SAMPLES_WIDTH, text);
	format_figure(number, view, counts);
	snprintf(text, sizeof(text), "%s%s%s", open, number, close);
	fprintf(out, "%*s", FIGURE_WIDTH, text);
}

/* ~ is for a line that is approximate. */
static void print_line(FILE *out, unsigned int line, bool approximate)
{
	char text[NUMBER_SIZE];

	snprintf(text, sizeof(text), line ? "%s%u" : "-", approximate ? "~" : "", line);
	fprintf(out, "%*s  ", PLACE_WIDTH, text);
}

static void print_instruction(FILE *out, const struct sample_view *view,
			      const struct sample_instruction *instruction,
			      uint64_t start)
{
	const struct place *place = instruction->place;
	char text[NUMBER_SIZE];

	if (instruction->is_hot)
		print_numbers(out, view, instruction->samples, false);
	else
		fprintf(out, "%*s", SAMPLES_WIDTH + FIGURE_WIDTH, "");
	if (place->column)
		snprintf(text, sizeof(text), "%s%u", place->approximate ? "~" : "",
			 place->column);
	else
		strcpy(text, "-");
	fprintf(out, "%*s,0x%04" PRIx64 "  ", PLACE_WIDTH - 7, text,
		place->address - start);
	utf8_print(out, place->instruction ?: "-");
	fputc('\n', out);
}

/* Those of a line, or all; a mark is where some are left out. */
static void print_code(FILE *out, const struct sample_view *view,
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
			fprintf(out, "%*s~ ~ ~ ~\n",
				SAMPLES_WIDTH + FIGURE_WIDTH + PLACE_WIDTH + 2, "");
		print_instruction(out, view, one, row->start);
		before = i;
	}
}

static void print_statement(FILE *out, const struct sample_line *line)
{
	const struct place *place = line->place;
	unsigned int i;

	fprintf(out, "%-*s", MARK_WIDTH, line->back || line->runs > 1 ? "*>" : ">");
	if (place->statement)
		utf8_print(out, place->statement);
	else
		utf8_print(out, place->line ? "(the source file is not there)" :
			   "(no line is known)");
	for (i = 0; i < place->inlined_count; i++) {
		fputs(i ? ", " : "  [inlined: ", out);
		utf8_print(out, place->inlined[i].function);
	}
	if (i)
		fputc(']', out);
}

static const char *base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path ?: "-";
}

static void print_head(FILE *out, const struct sample_rows *rows,
		       const struct sample_row *row)
{
	uint64_t percent = sample_rows_percent(row->samples[rows->event], rows->total);

	fprintf(out, "%5" PRIu64 ".%02u  [", percent / 100,
		(unsigned int)(percent % 100));
	utf8_print(out, row->module);
	fputs("::", out);
	utf8_print(out, row->function);
	fprintf(out, ", 0x%08" PRIx64 ", ", row->start);
	utf8_print(out, base_name(row->file));
	fputs("]\n", out);
}

static void print_lines(FILE *out, const struct sample_view *view,
			const struct sample_hits *hits, const struct sample_code *code,
			const struct sample_row *row)
{
	struct sample_lines lines;
	size_t i;

	sample_lines_make(&lines, hits);
	for (i = 0; i < lines.count; i++) {
		const struct sample_line *line = &lines.lines[i];

		print_numbers(out, view, line->samples, true);
		print_line(out, line->place->line, line->place->approximate);
		print_statement(out, line);
		fputc('\n', out);
		if (view->details == SAMPLE_DETAILS_ALL)
			print_code(out, view, code, row, line);
	}
	sample_lines_free(&lines);
}

static void print_function(FILE *out, const struct sample_view *view,
			   const struct sample_rows *rows, const struct sample_row *row)
{
	const struct place *first;
	struct sample_hits hits;
	struct sample_code code;

	sample_hits_find(&hits, view, rows, row);
	sample_code_make(&code, &hits, view->context);
	first = hits.hits->place;
	print_head(out, rows, row);
	print_numbers(out, view, row->samples, false);
	print_line(out, first->start_line, first->start_approximate);
	fputs("Function Totals\n", out);
	sample_summary_rule(out, INNER_WIDTH);
	if (view->details == SAMPLE_DETAILS_INSTRUCTION)
		print_code(out, view, &code, row, NULL);
	else
		print_lines(out, view, &hits, &code, row);
	sample_code_free(&code);
	sample_hits_free(&hits);
}

void sample_details_print(FILE *out, const struct sample_view *view)
{
	bool cycles = sample_rows_has_cycles(view);
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, false);
	listed = sample_rows_listed(&rows, &view->detail_cutoff);
	fputs("Function Details\n", out);
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	fprintf(out, " %% Total          %9s        Line|\n",
		cycles ? "Cycles/" : "Estimated");
	fprintf(out, " Samples   Samples %8s  Col,Offset  >Statement|Instruction\n",
		cycles ? " Instr." : "Events");
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	for (i = 0; i < listed; i++)
		if (strcmp(rows.rows[i].function, PLACE_UNKNOWN))
			print_function(out, view, &rows, &rows.rows[i]);
	sample_rows_free(&rows);
}
