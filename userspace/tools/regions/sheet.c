// SPDX-License-Identifier: GPL-2.0
/* Cells, their names, and formulas. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/csv.h"
#include "format.h"
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
	if (!series->count) {
		sheet_formula(sheet, NULL);
		return;
	}
	fprintf(sheet->out, ",%" PRIu64 ",", series->count);
	if (series->is_sum)
		fprintf(sheet->out, "%" PRIu64, series->sum);
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

/* Rows of quantities, of what dumps do not say, and of metrics. */

/* Rows after that of the names: cycles, events, words of user data, and these. */
#define FIRST	2

struct rows {
	struct sheet *sheet;
	const struct region_view *view;
	unsigned int packets;
	unsigned int idle;
};

/* The intervals of all regions of a CPU. */
static void begin_row(struct rows *rows, const char *quantity)
{
	sheet_row(rows->sheet, "", quantity);
}

static void print_quantities(struct rows *rows)
{
	const struct region_summary *summary = rows->view->summary;
	char name[sizeof("user") + 20];
	size_t i, j;

	begin_row(rows, region_time_name(summary));
	for (j = 0; j < summary->cpu_count; j++)
		sheet_series(rows->sheet, &summary->cpus[j].cycles);
	for (i = 0; i < summary->column_count; i++) {
		begin_row(rows, summary->columns[i].name);
		for (j = 0; j < summary->cpu_count; j++)
			sheet_series(rows->sheet, &summary->cpus[j].events[i]);
	}
	for (i = 0; i < summary->user_count; i++) {
		snprintf(name, sizeof(name), "user%zu", i + 1);
		begin_row(rows, name);
		for (j = 0; j < summary->cpu_count; j++)
			sheet_series(rows->sheet, &summary->cpus[j].user[i]);
	}
}

/* Returns its row, or 0. */
static unsigned int print_amount(struct rows *rows, const char *name,
				 const struct region_amount *amount)
{
	const struct region_summary *summary = rows->view->summary;
	char number[SHEET_NUMBER_SIZE], cell[SHEET_CELL_SIZE];
	size_t i;

	if (!amount->given)
		return 0;
	sheet_number(amount->number, number);
	begin_row(rows, name);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		sheet_average(i, FIRST + summary->column_count + amount->user, cell);
		if (!amount->user)
			sheet_formula(rows->sheet, "%s", number);
		else if (amount->step)
			sheet_steps(rows->sheet, &cpu->user[amount->user - 1]);
		else if (cpu->user[amount->user - 1].count)
			sheet_formula(rows->sheet, "%s", cell);
		else
			sheet_formula(rows->sheet, NULL);
	}
	return rows->sheet->row;
}

/* An operand of a formula, as it stands behind a sign of multiplication or division. */
static void operand(const struct rows *rows, size_t cpu, int which,
		    char text[SHEET_CELL_SIZE + SHEET_NUMBER_SIZE + 4])
{
	const struct region_parameters *parameters = rows->view->parameters;
	const struct region_summary *summary = rows->view->summary;
	char cell[SHEET_CELL_SIZE], number[SHEET_NUMBER_SIZE];
	unsigned int row = FIRST;

	if (which == REGION_OPERAND_PACKETS)
		row = rows->packets;
	else if (which == REGION_OPERAND_IDLE)
		row = rows->idle;
	else if (which > 0)
		row += 1 + region_summary_column(summary, REGION_GROUP_CPU, which);
	sheet_average(cpu, row, cell);
	sheet_number(which == REGION_OPERAND_CLOCK ? parameters->mhz :
		     parameters->idle_cycles, number);
	snprintf(text, SHEET_CELL_SIZE + SHEET_NUMBER_SIZE + 4,
		 which == REGION_OPERAND_CLOCK ? "(%s/%s)" :
		 which == REGION_OPERAND_IDLE ? "%s*%s" : "%s", cell, number);
}

static void print_metric(struct rows *rows, size_t which)
{
	const struct region_summary *summary = rows->view->summary;
	char above[SHEET_CELL_SIZE + SHEET_NUMBER_SIZE + 4];
	char below[SHEET_CELL_SIZE + SHEET_NUMBER_SIZE + 4];
	struct region_metric metrics[REGION_MOST_METRICS];
	const struct region_metric *metric = &metrics[which];
	size_t i;

	for (i = 0; i < summary->cpu_count; i++) {
		region_metrics(summary, &summary->cpus[i],
			       rows->view->parameters, metrics);
		if (!i)
			begin_row(rows, metric->name);
		operand(rows, i, metric->above, above);
		operand(rows, i, metric->below, below);
		if (isnan(metric->value))
			sheet_formula(rows->sheet, NULL);
		else if (metric->below == REGION_OPERAND_NONE)
			sheet_formula(rows->sheet, "%s", above);
		else
			sheet_metric(rows->sheet, metric->factor, above, below);
	}
}

void region_sheet(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	struct region_metric metrics[REGION_MOST_METRICS];
	char name[sizeof("CPU ") + 20];
	struct sheet sheet;
	struct rows rows = { .sheet = &sheet, .view = view };
	size_t i, count = region_metrics(summary, &summary->cpus[0],
					 view->parameters, metrics);

	sheet_begin(&sheet, out);
	for (i = 0; i < summary->cpu_count; i++) {
		snprintf(name, sizeof(name), "CPU %" PRIu64, summary->cpus[i].cpu);
		sheet_thread(&sheet, name);
	}
	print_quantities(&rows);
	rows.packets = print_amount(&rows, "packets", &view->parameters->packets);
	rows.idle = print_amount(&rows, "idle-loops", &view->parameters->idle_loops);
	for (i = 0; i < count; i++)
		print_metric(&rows, i);
	sheet_end(&sheet);
}
