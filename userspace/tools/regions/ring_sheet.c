// SPDX-License-Identifier: GPL-2.0
/* For each region a block of rows: its quantities, what is not recorded, its metrics. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format.h"
#include "sheet.h"

/* A block; rows are numbered from 1. */
struct block {
	struct sheet *sheet;
	const struct ring_view *view;
	const char *label;
	const struct ring_region **regions;	/* by thread; may be NULL */
	size_t threads;
	unsigned int first;			/* row */
	unsigned int packets;			/* row */
	unsigned int idle;			/* row */
};

static const struct ring_region *region_called(const struct ring_thread_regions *thread,
					       const char *label)
{
	size_t i;

	for (i = 0; i < thread->count; i++)
		if (!strcmp(thread->regions[i].label, label))
			return &thread->regions[i];
	return NULL;
}

static const struct region_series *series_of(const struct ring_region *region,
					     const struct perfcnt_regions_head *head,
					     uint32_t quantity)
{
	if (!quantity)
		return &region->time;
	if (quantity <= head->events)
		return &region->counts[quantity - 1];
	return &region->user[quantity - 1 - head->events];
}

static void print_quantity(struct block *block, uint32_t quantity)
{
	const struct perfcnt_regions_head *head = block->view->summary->recording->head;
	char name[16 + PERFCNT_NAME_SIZE];
	size_t i;

	if (!quantity)
		snprintf(name, sizeof(name), "nanoseconds");
	else if (quantity <= head->events)
		snprintf(name, sizeof(name), "%s", head->event[quantity - 1]);
	else
		snprintf(name, sizeof(name), "user%" PRIu32, quantity - head->events);
	sheet_row(block->sheet, block->label, name);
	for (i = 0; i < block->threads; i++) {
		if (block->regions[i])
			sheet_series(block->sheet, series_of(block->regions[i],
							     head, quantity));
		else
			sheet_formula(block->sheet, NULL);
	}
}

/* Returns its row, or 0. */
static unsigned int print_amount(struct block *block, const char *name,
				 const struct region_amount *amount)
{
	const struct perfcnt_regions_head *head = block->view->summary->recording->head;
	char number[SHEET_NUMBER_SIZE], cell[SHEET_CELL_SIZE];
	size_t i;

	if (!amount->given)
		return 0;
	sheet_number(amount->number, number);
	sheet_row(block->sheet, block->label, name);
	for (i = 0; i < block->threads; i++) {
		const struct ring_region *region = block->regions[i];

		sheet_average(i, block->first + head->events + amount->user, cell);
		if (!region)
			sheet_formula(block->sheet, NULL);
		else if (!amount->user)
			sheet_formula(block->sheet, "%s", number);
		else if (amount->step)
			sheet_steps(block->sheet, &region->user[amount->user - 1]);
		else if (region->user[amount->user - 1].count)
			sheet_formula(block->sheet, "%s", cell);
		else
			sheet_formula(block->sheet, NULL);
	}
	return block->sheet->row;
}

/* The cell that an operand of a formula is, with what it is multiplied by. */
static void operand(const struct block *block, size_t thread, int which,
		    char text[SHEET_CELL_SIZE + SHEET_NUMBER_SIZE])
{
	char cell[SHEET_CELL_SIZE], number[SHEET_NUMBER_SIZE];
	unsigned int row = block->first;

	if (which >= 0)
		row += 1 + which;
	else if (which == RING_OPERAND_PACKETS)
		row = block->packets;
	else if (which == RING_OPERAND_IDLE)
		row = block->idle;
	sheet_average(thread, row, cell);
	strcpy(text, cell);
	if (which != RING_OPERAND_IDLE)
		return;
	sheet_number(block->view->parameters->idle_cycles, number);
	snprintf(text, SHEET_CELL_SIZE + SHEET_NUMBER_SIZE, "%s*%s", cell, number);
}

static void print_metric(struct block *block, const struct ring_metric *metric)
{
	char above[SHEET_CELL_SIZE + SHEET_NUMBER_SIZE];
	char below[SHEET_CELL_SIZE + SHEET_NUMBER_SIZE];
	size_t i;

	sheet_row(block->sheet, block->label, metric->name);
	for (i = 0; i < block->threads; i++) {
		operand(block, i, metric->above, above);
		operand(block, i, metric->below, below);
		if (!block->regions[i] ||
		    isnan(ring_metric_value(metric, block->regions[i],
					    block->view->parameters)))
			sheet_formula(block->sheet, NULL);
		else if (metric->below == RING_OPERAND_NONE)
			sheet_formula(block->sheet, "%s", above);
		else
			sheet_metric(block->sheet, metric->factor, above, below);
	}
}

static void print_block(struct sheet *sheet, const struct ring_view *view,
			const char *label)
{
	const struct ring_recording *recording = view->summary->recording;
	struct ring_metric metrics[RING_MOST_METRICS];
	struct block block = {
		.sheet = sheet,
		.view = view,
		.label = label,
		.regions = zeros(recording->part_count, sizeof(*block.regions)),
		.threads = recording->part_count,
		.first = sheet->row + 1,
	};
	size_t i, count;

	for (i = 0; i < block.threads; i++)
		block.regions[i] = region_called(&view->summary->threads[i], label);
	for (i = 0; i < 1 + recording->head->events + recording->head->user; i++)
		print_quantity(&block, i);
	block.packets = print_amount(&block, "packets", &view->parameters->packets);
	block.idle = print_amount(&block, "idle-loops",
				  &view->parameters->idle_loops);
	count = ring_metrics(recording->head, view->parameters, metrics);
	for (i = 0; i < count; i++)
		print_metric(&block, &metrics[i]);
	free(block.regions);
}

/* A region has a block with the first thread that has it. */
static bool is_new(const struct ring_summary *summary, size_t thread,
		   const char *label)
{
	size_t i;

	for (i = 0; i < thread; i++)
		if (region_called(&summary->threads[i], label))
			return false;
	return true;
}

void ring_sheet(FILE *out, const struct ring_view *view)
{
	const struct ring_summary *summary = view->summary;
	char name[sizeof("thread ") + 11 + sizeof(summary->recording->parts->ring.name)];
	struct sheet sheet;
	size_t i, j;

	sheet_begin(&sheet, out);
	for (i = 0; i < summary->recording->part_count; i++) {
		const struct perfcnt_regions_thread *ring = &summary->recording->parts[i].ring;

		snprintf(name, sizeof(name), "thread %" PRIu32 " %s", ring->tid,
			 ring->name);
		sheet_thread(&sheet, name);
	}
	for (i = 0; i < summary->recording->part_count; i++)
		for (j = 0; j < summary->threads[i].count; j++)
			if (is_new(summary, i, summary->threads[i].regions[j].label))
				print_block(&sheet, view,
					    summary->threads[i].regions[j].label);
	sheet_end(&sheet);
}
