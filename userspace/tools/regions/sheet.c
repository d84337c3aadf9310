// SPDX-License-Identifier: GPL-2.0
/*
 * A sheet for a spreadsheet program: CSV in which what is computed is a formula.  It has
 * a row per quantity and three columns per CPU: how many intervals, the total, and the
 * average.  Formulas have neither functions nor decimal points, as these depend on the
 * user's language.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/memory.h"
#include "format.h"

/* The longest text of a cell's name, or of a number as a formula has it. */
#define CELL_SIZE	16
#define NUMBER_SIZE	340

/* Columns before those of CPUs, and of each CPU. */
#define NAMES		2
#define EACH		3

enum { COUNT, TOTAL, AVERAGE };

/* What a fraction is a multiple of. */
#define PARTS		1e9

/* Rows after that of the names: cycles, events, words of user data, and others. */
#define FIRST		2

/* Where writing is. */
struct sheet {
	struct csv csv; /* the fields */
	const struct region_view *view; /* what is printed */
	unsigned int row; /* the number of the row, from 1 */
	unsigned int cpu; /* the number of the next CPU, from 0 */
	unsigned int packets; /* the row of packets, or 0 */
	unsigned int idle; /* the row of passes through the idle loop, or 0 */
};

static void cell_name(unsigned int column, unsigned int row, char name[CELL_SIZE])
{
	char letters[8];
	size_t at = sizeof(letters);

	letters[--at] = '\0';
	for (column++; column; column = (column - 1) / 26)
		letters[--at] = 'A' + (column - 1) % 26;
	snprintf(name, CELL_SIZE, "%.7s%u", letters + at, row % 100000000);
}

static void cpu_cell(const struct sheet *sheet, unsigned int which,
		     char name[CELL_SIZE])
{
	cell_name(NAMES + EACH * sheet->cpu + which, sheet->row, name);
}

static void average_cell(unsigned int cpu, unsigned int row, char name[CELL_SIZE])
{
	cell_name(NAMES + EACH * cpu + AVERAGE, row, name);
}

/* A quotient, if it has a fraction. */
static void write_number(double number, char text[NUMBER_SIZE])
{
	if (number == floor(number))
		snprintf(text, NUMBER_SIZE, "%.0f", number);
	else
		snprintf(text, NUMBER_SIZE, "(%.0f/%.0f)", round(number * PARTS), PARTS);
}

static void begin_row(struct sheet *sheet, const char *quantity)
{
	csv_end(&sheet->csv);
	sheet->row++;
	sheet->cpu = 0;
	csv_empty(&sheet->csv, 1); /* of all regions */
	csv_word(&sheet->csv, quantity);
}

/* In the place of the next CPU's average, or nothing. */
__attribute__((format(printf, 2, 3)))
static void put_formula(struct sheet *sheet, const char *format, ...)
{
	va_list args;
	char *text;

	sheet->cpu++;
	if (!format) {
		csv_empty(&sheet->csv, EACH);
		return;
	}
	csv_empty(&sheet->csv, EACH - 1);
	va_start(args, format);
	text = vformatted(format, args);
	va_end(args);
	csv_raw(&sheet->csv, "=%s", text);
	free(text);
}

static void put_quotient(struct sheet *sheet)
{
	char count[CELL_SIZE], total[CELL_SIZE];

	cpu_cell(sheet, COUNT, count);
	cpu_cell(sheet, TOTAL, total);
	csv_raw(&sheet->csv, "=%s/%s", total, count);
	sheet->cpu++;
}

static void put_series(struct sheet *sheet, const struct region_series *series)
{
	if (!series->count) {
		put_formula(sheet, NULL);
		return;
	}
	csv_number(&sheet->csv, series->count);
	if (series->is_sum)
		csv_number(&sheet->csv, series->sum);
	else
		csv_raw(&sheet->csv, "%.0f", series->mean * series->count);
	put_quotient(sheet);
}

/* The steps of a running total. */
static void put_steps(struct sheet *sheet, const struct region_series *series)
{
	if (!series->steps) {
		put_formula(sheet, NULL);
		return;
	}
	csv_number(&sheet->csv, series->steps);
	csv_raw(&sheet->csv, "%" PRId64, (int64_t)series->rise);
	put_quotient(sheet);
}

static void put_metric(struct sheet *sheet, double factor, const char *above,
		       const char *below)
{
	if (factor == 1)
		put_formula(sheet, "%s/%s", above, below);
	else
		put_formula(sheet, "%.0f*%s/%s", factor, above, below);
}

static void print_quantities(struct sheet *sheet)
{
	const struct region_summary *summary = sheet->view->summary;
	char name[sizeof("user") + 20];
	size_t i, j;

	begin_row(sheet, region_time_name(summary));
	for (j = 0; j < summary->cpu_count; j++)
		put_series(sheet, &summary->cpus[j].cycles);
	for (i = 0; i < summary->column_count; i++) {
		begin_row(sheet, summary->columns[i].name);
		for (j = 0; j < summary->cpu_count; j++)
			put_series(sheet, &summary->cpus[j].events[i]);
	}
	for (i = 0; i < summary->user_count; i++) {
		snprintf(name, sizeof(name), "user%zu", i + 1);
		begin_row(sheet, name);
		for (j = 0; j < summary->cpu_count; j++)
			put_series(sheet, &summary->cpus[j].user[i]);
	}
}

/* Returns its row, or 0. */
static unsigned int print_amount(struct sheet *sheet, const char *name,
				 const struct region_amount *amount)
{
	const struct region_summary *summary = sheet->view->summary;
	char number[NUMBER_SIZE], cell[CELL_SIZE];
	size_t i;

	if (!amount->given)
		return 0;
	write_number(amount->number, number);
	begin_row(sheet, name);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		average_cell(i, FIRST + summary->column_count + amount->user, cell);
		if (!amount->user)
			put_formula(sheet, "%s", number);
		else if (amount->step)
			put_steps(sheet, &cpu->user[amount->user - 1]);
		else if (cpu->user[amount->user - 1].count)
			put_formula(sheet, "%s", cell);
		else
			put_formula(sheet, NULL);
	}
	return sheet->row;
}

/* An operand of a formula, as it stands behind a sign of multiplication or division. */
static void operand(const struct sheet *sheet, size_t cpu, int which,
		    char text[CELL_SIZE + NUMBER_SIZE + 4])
{
	const struct region_parameters *parameters = sheet->view->parameters;
	const struct region_summary *summary = sheet->view->summary;
	char cell[CELL_SIZE], number[NUMBER_SIZE];
	unsigned int row = FIRST;

	if (which == REGION_OPERAND_PACKETS)
		row = sheet->packets;
	else if (which == REGION_OPERAND_IDLE)
		row = sheet->idle;
	else if (which > 0)
		row += 1 + region_summary_column(summary, REGION_GROUP_CPU, which);
	average_cell(cpu, row, cell);
	write_number(which == REGION_OPERAND_CLOCK ? parameters->mhz :
		     parameters->idle_cycles, number);
	snprintf(text, CELL_SIZE + NUMBER_SIZE + 4,
		 which == REGION_OPERAND_CLOCK ? "(%s/%s)" :
		 which == REGION_OPERAND_IDLE ? "%s*%s" : "%s", cell, number);
}

static void print_metric(struct sheet *sheet, size_t which)
{
	const struct region_summary *summary = sheet->view->summary;
	char above[CELL_SIZE + NUMBER_SIZE + 4];
	char below[CELL_SIZE + NUMBER_SIZE + 4];
	struct region_metric metrics[REGION_MOST_METRICS];
	const struct region_metric *metric = &metrics[which];
	size_t i;

	for (i = 0; i < summary->cpu_count; i++) {
		region_metrics(summary, &summary->cpus[i],
			       sheet->view->parameters, metrics);
		if (!i)
			begin_row(sheet, metric->name);
		operand(sheet, i, metric->above, above);
		operand(sheet, i, metric->below, below);
		if (isnan(metric->value))
			put_formula(sheet, NULL);
		else if (metric->below == REGION_OPERAND_NONE)
			put_formula(sheet, "%s", above);
		else
			put_metric(sheet, metric->factor, above, below);
	}
}

void region_sheet(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	struct region_metric metrics[REGION_MOST_METRICS];
	struct sheet sheet = { .csv.out = out, .view = view, .row = 1 };
	size_t i, count = region_metrics(summary, &summary->cpus[0],
					 view->parameters, metrics);

	csv_names(&sheet.csv, "region,quantity");
	for (i = 0; i < summary->cpu_count; i++) {
		csv_format(&sheet.csv, "CPU %" PRIu64 " intervals", summary->cpus[i].cpu);
		csv_format(&sheet.csv, "CPU %" PRIu64 " total", summary->cpus[i].cpu);
		csv_format(&sheet.csv, "CPU %" PRIu64 " average", summary->cpus[i].cpu);
	}
	print_quantities(&sheet);
	sheet.packets = print_amount(&sheet, "packets", &view->parameters->packets);
	sheet.idle = print_amount(&sheet, "idle-loops", &view->parameters->idle_loops);
	for (i = 0; i < count; i++)
		print_metric(&sheet, i);
	csv_end(&sheet.csv);
}
