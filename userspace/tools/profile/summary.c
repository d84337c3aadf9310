// SPDX-License-Identifier: GPL-2.0
/* Tables of modules and of functions, that with most events first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grid.h"
#include "base/memory.h"
#include "base/text.h"
#include "summary.h"

#define NAME_WIDTH	25 /* with the spaces before it */

/* One that is longer has a line of its own, so that the columns are not moved for it. */
#define NAME_MOST	60

enum column {
	PERCENT,
	MARGIN,
	CUMULATIVE,
	SAMPLES,
	ESTIMATE,
	FILE_NAME,
};

/* The least widths have the spaces before a column; the last one follows the name. */
static const struct {
	const char *name;
	const char *heading[2];
	int width;
} table[] = {
	[PERCENT] = { "percent", { "% Total", "Events" }, 8 },
	[MARGIN] = { "margin", { "", "+-" }, 7 },
	[CUMULATIVE] = { "cumulative", { "Cumulat", "% Total" }, 10 },
	[SAMPLES] = { "samples", { "", "Samples" }, 10 },
	[ESTIMATE] = { "estimate", { "Estimated", "Events" }, 11 },
	[FILE_NAME] = { .name = "file" },
};

const char *sample_summary_columns(const char *text, unsigned int *columns)
{
	size_t length, i;

	*columns = 0;
	for (; *(text += strspn(text, ", \t")); text += length) {
		length = strcspn(text, ", \t");
		for (i = 0; i < ARRAY_SIZE(table); i++)
			if (strlen(table[i].name) == length &&
			    !strncmp(text, table[i].name, length))
				break;
		if (i == ARRAY_SIZE(table))
			return text;
		*columns |= 1u << i;
	}
	return *columns ? NULL : text;
}

static char *make_rule(int width)
{
	char *rule = formatted("%*s", SAMPLE_SUMMARY_WIDTH, "");

	memset(rule + SAMPLE_SUMMARY_WIDTH - width, '-', width);
	return rule;
}

void sample_summary_rule(FILE *out)
{
	char *rule = make_rule(SAMPLE_SUMMARY_WIDTH);

	fprintf(out, "%s\n", rule);
	free(rule);
}

void sample_summary_grid_rule(struct libscols_table *grid, int width)
{
	char *rule = make_rule(width);

	grid_set_tail(grid_line(grid), "%s", rule);
	free(rule);
}

/* A table that is being made. */
struct summary {
	struct libscols_table *grid;
	const struct sample_view *view;
	unsigned int columns;
	size_t numbers; /* how many of them are numbers: they come first */
};

static bool has(const struct summary *summary, enum column column)
{
	return summary->columns & 1u << column;
}

/* One of the two lines above the numbers. */
static struct libscols_line *add_heading(const struct summary *summary, int line)
{
	struct libscols_line *heading = grid_line(summary->grid);
	enum column column;
	size_t at = 0;

	for (column = PERCENT; column < FILE_NAME; column++) {
		const char *word = table[column].heading[line];

		if (!has(summary, column))
			continue;
		if (column == ESTIMATE && sample_rows_has_cycles(summary->view))
			word = line ? "Instr." : "Cycles/";
		grid_set(heading, at++, "%s", word);
	}
	return heading;
}

/* The columns, and the headings of the numbers; returns the line for the others'. */
static struct libscols_line *begin(struct summary *summary)
{
	enum column column;

	summary->grid = grid_new_report();
	for (column = PERCENT; column < FILE_NAME; column++) {
		if (!has(summary, column))
			continue;
		grid_report_column(summary->grid, table[column].width, SCOLS_FL_RIGHT);
		summary->numbers++;
	}
	if (has(summary, FILE_NAME)) {
		grid_report_column(summary->grid, NAME_WIDTH, 0);
		grid_report_column(summary->grid, 0, 0);
	} else if (!summary->numbers) {
		grid_report_column(summary->grid, 1, 0); /* there has to be one */
	}
	add_heading(summary, 0);
	return add_heading(summary, 1);
}

static void set_estimate(struct libscols_line *line, size_t at,
			 const struct sample_view *view, const struct sample_row *row)
{
	double cpi;

	if (!sample_rows_has_cycles(view)) {
		grid_set(line, at, "  %" PRIu64,
			 sample_rows_estimate(&view->samples->triggers[view->event],
					      &row->sums[view->event]));
		return;
	}
	cpi = sample_rows_cpi(view->samples, row->sums);
	grid_set(line, at, cpi < 0 ? "  -" : "  %.2f", cpi);
}

/* One part of all, how good it is, what it adds up to, and how many samples. */
static void set_numbers(struct libscols_line *line, const struct summary *summary,
			const struct sample_rows *rows, const struct sample_row *row)
{
	const struct sample_trigger *trigger =
		&summary->view->samples->triggers[rows->event];
	const struct sample_sum *sum = &row->sums[rows->event];
	size_t at = 0;

	if (has(summary, PERCENT))
		grid_set(line, at++, "  %.2f",
			 sample_rows_percent(sum->events, rows->total) / 100.0);
	if (has(summary, MARGIN))
		grid_set(line, at++, "  %.2f", 100 * sample_rows_margin(trigger, sum));
	if (has(summary, CUMULATIVE))
		grid_set(line, at++, "  %.2f",
			 sample_rows_percent(row->before + sum->events, rows->total) /
			 100.0);
	if (has(summary, SAMPLES))
		grid_set(line, at++, "  %" PRIu64, sum->samples);
	if (has(summary, ESTIMATE))
		set_estimate(line, at, summary->view, row);
}

/* All rows are there. */
static void end(FILE *out, const struct summary *summary, const char *what)
{
	const struct sample_cutoff *cutoff = &summary->view->cutoff;

	grid_print(out, summary->grid);
	sample_summary_rule(out);
	fprintf(out, "[Minimum %s entries: %u, percent cutoff: %.2f, ", what,
		cutoff->least, cutoff->percent);
	fprintf(out, "cumulative percent cutoff: %.2f]\n", cutoff->cumulative);
}

void sample_summary_modules(FILE *out, const struct sample_view *view)
{
	struct summary summary = {
		.view = view,
		.columns = view->columns & ~(1u << ESTIMATE | 1u << FILE_NAME),
	};
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, true);
	listed = sample_rows_listed(&rows, &view->cutoff);
	fputs("Load Module Summary\n", out);
	sample_summary_rule(out);
	grid_set_tail(begin(&summary), "  Load Module");
	sample_summary_grid_rule(summary.grid, SAMPLE_SUMMARY_WIDTH);
	for (i = 0; i < listed; i++) {
		struct libscols_line *line = grid_line(summary.grid);

		set_numbers(line, &summary, &rows, &rows.rows[i]);
		grid_set_tail(line, "  %s", rows.rows[i].module);
	}
	end(out, &summary, "load module");
	sample_rows_free(&rows);
}

static void set_text(struct libscols_line *line, size_t column, const char *text)
{
	char *printable = text_printable(text);

	grid_set(line, column, "  %s", printable);
	free(printable);
}

static void add_function(const struct summary *summary, const struct sample_rows *rows,
			 const struct sample_row *row)
{
	char *name = formatted("%s::%s", row->module, row->function);
	bool is_long = strlen(name) > NAME_MOST || !has(summary, FILE_NAME);
	const char *file = row->file ? strrchr(row->file, '/') : NULL;
	struct libscols_line *line = grid_line(summary->grid);

	set_numbers(line, summary, rows, row);
	if (is_long)
		grid_set_tail(line, "  %s", name);
	else
		set_text(line, summary->numbers, name);
	if (is_long && row->file && has(summary, FILE_NAME))
		line = grid_line(summary->grid);
	if (has(summary, FILE_NAME) && (row->file || !is_long))
		set_text(line, summary->numbers + 1, file ? file + 1 : row->file ?: "-");
	free(name);
}

void sample_summary_functions(FILE *out, const struct sample_view *view)
{
	struct summary summary = { .view = view, .columns = view->columns };
	struct libscols_line *heading;
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, false);
	listed = sample_rows_listed(&rows, &view->cutoff);
	fputs("Function Summary\n", out);
	sample_summary_rule(out);
	heading = begin(&summary);
	if (has(&summary, FILE_NAME)) {
		grid_set(heading, summary.numbers, "  Function");
		grid_set(heading, summary.numbers + 1, "  File");
	} else {
		grid_set_tail(heading, "  Function");
	}
	sample_summary_grid_rule(summary.grid, SAMPLE_SUMMARY_WIDTH);
	for (i = 0; i < listed; i++)
		add_function(&summary, &rows, &rows.rows[i]);
	end(out, &summary, "function");
	sample_rows_free(&rows);
}
