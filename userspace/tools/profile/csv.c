// SPDX-License-Identifier: GPL-2.0
/* Each function has a line for each event. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt_samples.h>

#include "base/csv.h"
#include "base/memory.h"
#include "format.h"

static void print_row(FILE *out, const struct samples *samples,
		      const struct sample_row *row, unsigned int trigger)
{
	const struct sample_trigger *event = &samples->triggers[trigger];
	uint64_t percent = sample_rows_percent(row->samples[trigger], event->samples);

	csv_word(out, row->module, ",");
	csv_word(out, row->function, ",");
	fprintf(out, "0x%" PRIx64 ",", row->start);
	csv_word(out, row->file ?: "", ",");
	csv_word(out, event->event, ",");
	fprintf(out, "%" PRIu64 ",%" PRIu64 ".%02u,%" PRIu64 CSV_LINE_END,
		row->samples[trigger], percent / 100,
		(unsigned int)(percent % 100),
		sample_rows_estimate(event, row->samples[trigger]));
}

void sample_csv_print(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	unsigned int trigger;
	size_t i;

	sample_rows_make(&rows, view, false);
	fputs("module,function,address,file,event,samples,percent,estimated"
	      CSV_LINE_END, out);
	for (i = 0; i < rows.count; i++)
		for (trigger = 0; trigger < view->samples->trigger_count; trigger++)
			print_row(out, view->samples, &rows.rows[i], trigger);
	sample_rows_free(&rows);
}

/* Samples as they are, and what is at their addresses. */

static const struct {
	uint32_t flag;
	const char *name;
} flags[] = {
	{ PERFCNT_SAMPLE_USER, "user" },
	{ PERFCNT_SAMPLE_LATE, "late" },
	{ PERFCNT_SAMPLE_REMOTE, "remote" },
	{ PERFCNT_SAMPLE_CORE, "core" },
	{ PERFCNT_SAMPLE_PRECISE, "precise" },
	{ PERFCNT_SAMPLE_ISA, "mips16e" },
	{ PERFCNT_SAMPLE_SLOT, "slot" },
};

/* With blanks between them. */
static void print_flags(FILE *out, uint32_t all)
{
	const char *before = "";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(flags); i++)
		if (all & flags[i].flag) {
			fprintf(out, "%s%s", before, flags[i].name);
			before = " ";
		}
	fputc(',', out);
}

static void print_place(FILE *out, const struct place *place)
{
	bool is_known = strcmp(place->function, PLACE_UNKNOWN);

	csv_word(out, place->function, ",");
	if (is_known)
		fprintf(out, "%" PRIu64, place->address - place->start);
	fputc(',', out);
	csv_word(out, place->line_file ?: "", ",");
	if (place->line)
		fprintf(out, "%u", place->line);
	fputs(CSV_LINE_END, out);
}

static void print_sample(FILE *out, const struct sample_view *view, size_t number)
{
	const struct samples *samples = view->samples;
	const struct sample *sample = &samples->samples[number];
	const struct sample_module *module = &samples->modules[sample->module];

	fprintf(out, "%u,%u,%" PRIu64 ",%u,", sample->pid, sample->tid, sample->time,
		sample->cpu);
	csv_word(out, samples->triggers[sample->trigger].event, ",");
	fprintf(out, "%" PRIu64 ",", sample->period);
	print_flags(out, sample->flags);
	csv_word(out, module->path, ",");
	csv_word(out, module->build_id, ",");
	fprintf(out, "0x%" PRIx64 ",", sample->address);
	print_place(out, &view->places[number]);
}

/* By process, thread and time; those of one time stay as they are. */
static int compare(const void *left, const void *right, void *argument)
{
	size_t first = *(const size_t *)left, second = *(const size_t *)right;
	const struct sample *samples = argument;
	const struct sample *one = &samples[first], *other = &samples[second];

	if (one->pid != other->pid)
		return one->pid < other->pid ? -1 : 1;
	if (one->tid != other->tid)
		return one->tid < other->tid ? -1 : 1;
	if (one->time != other->time)
		return one->time < other->time ? -1 : 1;
	return (first > second) - (first < second);
}

void sample_list_print(FILE *out, const struct sample_view *view)
{
	const struct samples *samples = view->samples;
	size_t *numbers = resize(NULL, samples->count, sizeof(*numbers)), i;

	for (i = 0; i < samples->count; i++)
		numbers[i] = i;
	if (samples->count)
		qsort_r(numbers, samples->count, sizeof(*numbers), compare,
			samples->samples);
	fputs("pid,tid,time,cpu,event,period,flags,module,build_id,", out);
	fputs("address,function,offset,file,line" CSV_LINE_END, out);
	for (i = 0; i < samples->count; i++)
		print_sample(out, view, numbers[i]);
	free(numbers);
}
