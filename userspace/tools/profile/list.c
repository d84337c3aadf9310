// SPDX-License-Identifier: GPL-2.0
/* Samples as they are, and what is at their addresses, as CSV. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt_samples.h>

#include "base/csv.h"
#include "base/memory.h"
#include "format.h"

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
static void print_flags(struct csv *csv, uint32_t all)
{
	char text[64] = "";
	size_t i, length = 0;

	for (i = 0; i < ARRAY_SIZE(flags); i++)
		if (all & flags[i].flag)
			length += sprintf(text + length, "%s%s", length ? " " : "",
					  flags[i].name);
	csv_word(csv, text);
}

static void print_place(struct csv *csv, const struct place *place)
{
	bool is_known = strcmp(place->function, PLACE_UNKNOWN);

	csv_word(csv, place->function);
	if (is_known)
		csv_number(csv, place->address - place->start);
	else
		csv_empty(csv, 1);
	csv_word(csv, place->line_file);
	if (place->line)
		csv_number(csv, place->line);
	else
		csv_empty(csv, 1);
}

static void print_sample(struct csv *csv, const struct sample_view *view, size_t number)
{
	const struct samples *samples = view->samples;
	const struct sample *sample = &samples->samples[number];
	const struct sample_module *module = &samples->modules[sample->module];
	char *program = samples_program_name(samples, sample->program);

	csv_number(csv, sample->pid);
	csv_number(csv, sample->tid);
	csv_number(csv, sample->time);
	csv_number(csv, sample->cpu);
	csv_word(csv, samples->triggers[sample->trigger].event);
	csv_number(csv, sample_events(sample));
	print_flags(csv, sample->flags);
	csv_word(csv, module->path);
	csv_word(csv, module->build_id);
	csv_format(csv, "0x%" PRIx64, sample->address);
	print_place(csv, &view->places[samples_spot(samples, sample)]);
	csv_word(csv, program);
	csv_end(csv);
	free(program);
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
	size_t *numbers = resize(NULL, samples->sample_count, sizeof(*numbers)), i;
	struct csv csv = { .out = out };

	for (i = 0; i < samples->sample_count; i++)
		numbers[i] = i;
	if (samples->sample_count)
		qsort_r(numbers, samples->sample_count, sizeof(*numbers), compare,
			samples->samples);
	csv_names(&csv, "pid,tid,time,cpu,event,period,flags,module,build_id");
	csv_names(&csv, "address,function,offset,file,line,program");
	csv_end(&csv);
	for (i = 0; i < samples->sample_count; i++)
		print_sample(&csv, view, numbers[i]);
	free(numbers);
}
