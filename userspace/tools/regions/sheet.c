// SPDX-License-Identifier: GPL-2.0
/* Cells, their names, and formulas. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/csv.h"
#include "sheet.h"

/* Columns before those of threads, and of each thread. */
#define NAMES		2
#define EACH		3

enum { COUNT, TOTAL, AVERAGE };

/* What a fraction is a multiple of. */
#define PARTS		1e9

/* A text that a spreadsheet program would take for a formula is none. */
static void put_text(FILE *out, const char *text, const char *end)
{
	char safe[512];

	snprintf(safe, sizeof(safe), "%s%s",
		 *text && strchr("=+-@\t", *text) ? "'" : "", text);
	csv_word(out, safe, end);
}

static void cell_name(unsigned int column, unsigned int row,
		      char name[SHEET_CELL_SIZE])
{
	char letters[8];
	size_t at = sizeof(letters);

	letters[--at] = '\0';
	for (column++; column; column = (column - 1) / 26)
		letters[--at] = 'A' + (column - 1) % 26;
	snprintf(name, SHEET_CELL_SIZE, "%.7s%u", letters + at, row % 100000000);
}

static void thread_cell(const struct sheet *sheet, unsigned int which,
			char name[SHEET_CELL_SIZE])
{
	cell_name(NAMES + EACH * sheet->thread + which, sheet->row, name);
}

void sheet_average(unsigned int thread, unsigned int row,
		   char name[SHEET_CELL_SIZE])
{
	cell_name(NAMES + EACH * thread + AVERAGE, row, name);
}

void sheet_number(double number, char text[SHEET_NUMBER_SIZE])
{
	if (number == floor(number))
		snprintf(text, SHEET_NUMBER_SIZE, "%.0f", number);
	else
		snprintf(text, SHEET_NUMBER_SIZE, "(%.0f/%.0f)",
			 round(number * PARTS), PARTS);
}

void sheet_begin(struct sheet *sheet, FILE *out)
{
	*sheet = (struct sheet){ .out = out, .row = 1 };
	fputs("region,quantity", out);
}

void sheet_thread(struct sheet *sheet, const char *name)
{
	static const char *const columns[EACH] = { "intervals", "total", "average" };
	char text[256];
	size_t i;

	for (i = 0; i < EACH; i++) {
		fputc(',', sheet->out);
		snprintf(text, sizeof(text), "%s %s", name, columns[i]);
		put_text(sheet->out, text, "");
	}
}

void sheet_row(struct sheet *sheet, const char *region, const char *quantity)
{
	sheet_end(sheet);
	sheet->row++;
	sheet->thread = 0;
	put_text(sheet->out, region, ",");
	put_text(sheet->out, quantity, "");
}

void sheet_end(struct sheet *sheet)
{
	fputs(CSV_LINE_END, sheet->out);
}

static void put_quotient(struct sheet *sheet)
{
	char count[SHEET_CELL_SIZE], total[SHEET_CELL_SIZE];

	thread_cell(sheet, COUNT, count);
	thread_cell(sheet, TOTAL, total);
	fprintf(sheet->out, ",=%s/%s", total, count);
	sheet->thread++;
}

void sheet_series(struct sheet *sheet, const struct region_series *series)
{
	uint64_t total = 0;
	bool fits = true;
	size_t i;

	if (!series->count) {
		sheet_formula(sheet, NULL);
		return;
	}
	for (i = 0; i < series->count; i++)
		fits &= !__builtin_add_overflow(total, series->values[i], &total);
	fprintf(sheet->out, ",%zu,", series->count);
	if (fits)
		fprintf(sheet->out, "%" PRIu64, total);
	else
		fprintf(sheet->out, "%.0f", series->mean * series->count);
	put_quotient(sheet);
}

void sheet_steps(struct sheet *sheet, const struct region_series *series)
{
	if (!series->steps) {
		sheet_formula(sheet, NULL);
		return;
	}
	fprintf(sheet->out, ",%zu,%" PRId64, series->steps,
		(int64_t)series->rise);
	put_quotient(sheet);
}

void sheet_formula(struct sheet *sheet, const char *format, ...)
{
	va_list args;

	fputs(",,,", sheet->out);
	sheet->thread++;
	if (!format)
		return;
	fputc('=', sheet->out);
	va_start(args, format);
	vfprintf(sheet->out, format, args);
	va_end(args);
}

void sheet_metric(struct sheet *sheet, double factor, const char *above,
		  const char *below)
{
	if (factor == 1)
		sheet_formula(sheet, "%s/%s", above, below);
	else
		sheet_formula(sheet, "%.0f*%s/%s", factor, above, below);
}
