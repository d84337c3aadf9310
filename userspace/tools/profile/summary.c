// SPDX-License-Identifier: GPL-2.0
/* Tables of modules and of functions, that with most samples first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "summary.h"

#define NAME_WIDTH		24
#define FUNCTION		"  Function"
#define FUNCTION_AND_FILE	FUNCTION "                 File"

enum column {
	PERCENT,
	CUMULATIVE,
	SAMPLES,
	ESTIMATE,
	FILE_NAME,
};

/* The last one follows the name, and has no width. */
static const struct {
	const char *name;
	const char *heading[2];
	int width;
} table[] = {
	[PERCENT] = { "percent", { "% Total", "Samples" }, 8 },
	[CUMULATIVE] = { "cumulative", { "Cumulat", "% Total" }, 10 },
	[SAMPLES] = { "samples", { "", "Samples" }, 10 },
	[ESTIMATE] = { "estimate", { "Estimated", "Events" }, 11 },
	[FILE_NAME] = { .name = "file" },
};

static bool has(const struct sample_view *view, enum column column)
{
	return view->columns & 1u << column;
}

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

void sample_summary_rule(FILE *out, int width)
{
	fprintf(out, "%*s", SAMPLE_SUMMARY_WIDTH - width, "");
	while (width--)
		fputc('-', out);
	fputc('\n', out);
}

void sample_summary_percent(FILE *out, int width, uint64_t part, uint64_t total)
{
	uint64_t hundredths = sample_rows_percent(part, total);

	fprintf(out, "%*" PRIu64 ".%02u", width > 3 ? width - 3 : 0, hundredths / 100,
		(unsigned int)(hundredths % 100));
}

/* One of the two lines above the numbers; none has blanks at its end. */
static void print_heading(FILE *out, const struct sample_view *view, int line,
			  bool estimates, const char *rest)
{
	bool cycles = sample_rows_has_cycles(view);
	enum column column;
	int skipped = 0;

	for (column = PERCENT; column < FILE_NAME; column++) {
		const char *word = table[column].heading[line];

		if (!has(view, column) || (column == ESTIMATE && !estimates))
			continue;
		if (column == ESTIMATE && cycles)
			word = line ? "Instr." : "Cycles/";
		skipped += table[column].width;
		if (!*word)
			continue;
		fprintf(out, "%*s", skipped, word);
		skipped = 0;
	}
	fprintf(out, "%s\n", rest);
}

static void print_estimate(FILE *out, const struct sample_view *view,
			   const struct sample_row *row)
{
	const int width = table[ESTIMATE].width;
	double cpi;

	if (!sample_rows_has_cycles(view)) {
		fprintf(out, "%*" PRIu64, width,
			sample_rows_estimate(&view->samples->triggers[view->event],
					     row->samples[view->event]));
		return;
	}
	cpi = sample_rows_cpi(view->samples, row->samples);
	if (cpi < 0)
		fprintf(out, "%*s", width, "-");
	else
		fprintf(out, "%*.2f", width, cpi);
}

/* One part of all, what it adds up to, and how many samples. */
static void print_numbers(FILE *out, const struct sample_view *view,
			  const struct sample_rows *rows, const struct sample_row *row)
{
	uint64_t samples = row->samples[rows->event];

	if (has(view, PERCENT))
		sample_summary_percent(out, table[PERCENT].width, samples, rows->total);
	if (has(view, CUMULATIVE))
		sample_summary_percent(out, table[CUMULATIVE].width,
				       row->before + samples, rows->total);
	if (has(view, SAMPLES))
		fprintf(out, "%*" PRIu64, table[SAMPLES].width, samples);
	if (has(view, ESTIMATE) && row->function)
		print_estimate(out, view, row);
	fputs("  ", out);
}

static void print_cutoff(FILE *out, const char *what,
			 const struct sample_cutoff *cutoff)
{
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	fprintf(out, "[Minimum %s entries: %u, percent cutoff: %.2f, ", what,
		cutoff->least, cutoff->percent);
	fprintf(out, "cumulative percent cutoff: %.2f]\n", cutoff->cumulative);
}

void sample_summary_modules(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, true);
	listed = sample_rows_listed(&rows, &view->cutoff);
	fputs("Load Module Summary\n", out);
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	print_heading(out, view, 0, false, "");
	print_heading(out, view, 1, false, "  Load Module");
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	for (i = 0; i < listed; i++) {
		print_numbers(out, view, &rows, &rows.rows[i]);
		utf8_print(out, rows.rows[i].module);
		fputc('\n', out);
	}
	print_cutoff(out, "load module", &view->cutoff);
	sample_rows_free(&rows);
}

static void print_function(FILE *out, const struct sample_view *view,
			   const struct sample_row *row)
{
	const char *file = row->file ? strrchr(row->file, '/') : NULL;
	char *name = resize(NULL, strlen(row->module) + strlen(row->function) + 3, 1);

	sprintf(name, "%s::%s", row->module, row->function);
	utf8_print(out, name);
	if (has(view, FILE_NAME)) {
		fprintf(out, "%*s", (int)(strlen(name) < NAME_WIDTH ?
					  NAME_WIDTH - strlen(name) : 0) + 1, "");
		utf8_print(out, file ? file + 1 : row->file ?: "-");
	}
	fputc('\n', out);
	free(name);
}

void sample_summary_functions(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, false);
	listed = sample_rows_listed(&rows, &view->cutoff);
	fputs("Function Summary\n", out);
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	print_heading(out, view, 0, true, "");
	print_heading(out, view, 1, true,
		      has(view, FILE_NAME) ? FUNCTION_AND_FILE : FUNCTION);
	sample_summary_rule(out, SAMPLE_SUMMARY_WIDTH);
	for (i = 0; i < listed; i++) {
		print_numbers(out, view, &rows, &rows.rows[i]);
		print_function(out, view, &rows.rows[i]);
	}
	print_cutoff(out, "function", &view->cutoff);
	sample_rows_free(&rows);
}
