// SPDX-License-Identifier: GPL-2.0
/* What other programs read: folded stacks, and perf-script(1)'s text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "format.h"
#include "hits.h"

/*
 * Samples have no callers: a stack is the program, the module, the function, and what is
 * inlined there.
 */

/* A semicolon would begin another frame. */
static void print_frame(FILE *out, const char *name)
{
	size_t length;

	for (; *name; name += length) {
		char part[64];

		length = utf8_cut(name, sizeof(part) - 1);
		memcpy(part, name, length);
		part[length] = '\0';
		while (strchr(part, ';'))
			*strchr(part, ';') = ':';
		utf8_print(out, part);
	}
}

/* By program, and by what is inlined, what has less of it first. */
static int compare(const void *left, const void *right)
{
	const struct sample_hit *first = left, *second = right;
	const struct place *one = first->place, *other = second->place;
	unsigned int i;

	if (first->spot->program != second->spot->program)
		return first->spot->program < second->spot->program ? -1 : 1;
	for (i = 0; i < one->inlined_count && i < other->inlined_count; i++) {
		int order = strcmp(one->inlined[i].function, other->inlined[i].function);

		if (order)
			return order;
	}
	return (one->inlined_count > other->inlined_count) -
	       (one->inlined_count < other->inlined_count);
}

static void print_stack(FILE *out, const struct sample_view *view,
			const struct sample_row *row, const struct sample_hit *hit,
			const struct sample_sum *sum)
{
	char *program = samples_program_name(view->samples, hit->spot->program);
	const struct place *place = hit->place;
	const struct sample_trigger *trigger = &view->samples->triggers[view->event];
	unsigned int i;

	print_frame(out, program);
	fputc(';', out);
	print_frame(out, row->module);
	fputc(';', out);
	print_frame(out, row->function);
	for (i = 0; i < place->inlined_count; i++) {
		fputc(';', out);
		print_frame(out, place->inlined[i].function);
	}
	fprintf(out, " %" PRIu64 "\n", sample_rows_estimate(trigger, sum));
	free(program);
}

static void print_row(FILE *out, const struct sample_view *view,
		      const struct sample_rows *rows, const struct sample_row *row)
{
	struct sample_sum sum = { 0 };
	struct sample_hits hits;
	size_t i;

	sample_hits_find(&hits, view, rows, row);
	qsort(hits.hits, hits.count, sizeof(*hits.hits), compare);
	for (i = 0; i < hits.count; i++) {
		if (hits.hits[i].spot->trigger == view->event)
			sample_sum_merge(&sum, &hits.hits[i].spot->sum);
		if (i + 1 < hits.count && !compare(&hits.hits[i], &hits.hits[i + 1]))
			continue;
		if (sum.samples)
			print_stack(out, view, row, &hits.hits[i], &sum);
		sum = (struct sample_sum){ 0 };
	}
	sample_hits_free(&hits);
}

void sample_folded_print(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	size_t i;

	sample_rows_make(&rows, view, false);
	for (i = 0; i < rows.count && rows.rows[i].sums[view->event].samples; i++)
		print_row(out, view, &rows, &rows.rows[i]);
	sample_rows_free(&rows);
}

/* Each sample is a line, one for the place it is at, and an empty one. */

#define NANOSECONDS	UINT64_C(1000000000)
#define MICROSECOND	1000u

/* Of places without a name an address is all there is. */
static void print_place(FILE *out, const struct sample_module *module,
			const struct place *place)
{
	fprintf(out, "\t%16" PRIx64 " ", place->address);
	if (strcmp(place->function, PLACE_UNKNOWN)) {
		utf8_print(out, place->function);
		fprintf(out, "+0x%" PRIx64, place->address - place->start);
	} else {
		fputs("[unknown]", out);
	}
	fputs(" (", out);
	utf8_print(out, module->path);
	fputs(")\n\n", out);
}

void sample_script_print(FILE *out, const struct sample_view *view)
{
	const struct samples *samples = view->samples;
	size_t i;

	for (i = 0; i < samples->sample_count; i++) {
		const struct sample *sample = &samples->samples[i];
		char *name = samples_program_name(samples, sample->program);

		utf8_print(out, name);
		free(name);
		fprintf(out, " %u/%u [%03u] %" PRIu64 ".%06u: %10" PRIu64 " ",
			sample->pid, sample->tid, sample->cpu,
			sample->time / NANOSECONDS,
			(unsigned int)(sample->time % NANOSECONDS / MICROSECOND),
			sample_events(sample));
		utf8_print(out, samples->triggers[sample->trigger].event);
		fputs(":\n", out);
		print_place(out, &samples->modules[sample->module],
			    &view->places[samples_spot(samples, sample)]);
	}
}
