// SPDX-License-Identifier: GPL-2.0
/* Rows of quantities, of what dumps do not say, and of metrics. */
#include <inttypes.h>
#include <math.h>

#include "region_sheet.h"
#include "sheet.h"

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

	begin_row(rows, "cycles");
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
