// SPDX-License-Identifier: GPL-2.0
/* The run, its events, and its functions, each of which has a line of CSV for each event. */
#include <math.h>
#include <stdlib.h>

#include "base/csv.h"
#include "base/json.h"
#include "format.h"
#include "hits.h"
#include "sample_metrics.h"

static struct json_object *make_event(const struct sample_trigger *trigger)
{
	struct json_object *event = json_object_new_object();

	json_put(event, "name", json_text(trigger->event));
	json_put(event, "frequency", trigger->frequency ? json_number(trigger->frequency) : NULL);
	json_put(event, "period", trigger->period ? json_number(trigger->period) : NULL);
	json_put(event, "variation", json_number(trigger->jitter));
	json_put(event, "count", json_number(trigger->count));
	json_put(event, "samples", json_number(trigger->all.samples));
	json_put(event, "sampled", json_number(trigger->all.events));
	json_put(event, "left_out", json_number(trigger->left_out));
	json_put(event, "shared", json_yes(trigger->shared));
	return event;
}

static struct json_object *make_counted(const struct samples *samples)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < samples->count_count; i++) {
		const struct sample_count *count = &samples->counts[i];
		struct json_object *object = json_add(array, json_object_new_object());

		json_put(object, "name", json_text(count->event));
		json_put(object, "count", count->run ? json_number(count->count) : NULL);
		json_put(object, "run", count->run ? json_number(count->run) : NULL);
	}
	return array;
}

static struct json_object *make_metrics(const struct samples *samples)
{
	struct json_object *array = json_object_new_array();
	struct sample_metrics metrics;
	size_t i;

	sample_metrics_make(&metrics, samples);
	for (i = 0; i < metrics.count; i++)
		json_add(array, json_metric(metrics.metrics[i].name, NULL,
					    metrics.metrics[i].value));
	sample_metrics_free(&metrics);
	return array;
}

/* By event: samples, and how many events these are. */
static void put_sums(struct json_object *object, const struct samples *samples,
		     const struct sample_sum sums[SAMPLES_MOST_TRIGGERS])
{
	struct json_object *counts = json_object_new_array();
	struct json_object *estimates = json_object_new_array();
	unsigned int i;

	for (i = 0; i < samples->trigger_count; i++) {
		const struct sample_trigger *trigger = &samples->triggers[i];

		json_add(counts, json_number(sums[i].samples));
		json_add(estimates, json_number(sample_rows_estimate(trigger, &sums[i])));
	}
	json_put(object, "samples", counts);
	json_put(object, "estimates", estimates);
}

/* By event: which part of all it is, and how good that is. */
static void put_shares(struct json_object *object, const struct samples *samples,
		       const struct sample_sum sums[SAMPLES_MOST_TRIGGERS])
{
	struct json_object *shares = json_object_new_array();
	struct json_object *margins = json_object_new_array();
	unsigned int i;

	for (i = 0; i < samples->trigger_count; i++) {
		const struct sample_trigger *trigger = &samples->triggers[i];

		json_add(shares, json_real(sample_rows_share(trigger, &sums[i])));
		json_add(margins, json_real(sample_rows_margin(trigger, &sums[i])));
	}
	json_put(object, "shares", shares);
	json_put(object, "margins", margins);
}

/* Where it is in the sources. */
static void put_place(struct json_object *object, const struct place *place)
{
	json_put(object, "file", json_text(place->line_file));
	json_put(object, "line", place->line ? json_number(place->line) : NULL);
	json_put(object, "approximate", json_yes(place->approximate));
}

static struct json_object *make_inlined(const struct place *place)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < place->inlined_count; i++)
		json_add(array, json_text(place->inlined[i].function));
	return array;
}

static struct json_object *make_lines(const struct samples *samples,
				      const struct sample_hits *hits)
{
	struct json_object *array = json_object_new_array();
	struct sample_lines lines;
	size_t i;

	sample_lines_make(&lines, hits);
	for (i = 0; i < lines.count; i++) {
		const struct place *place = lines.lines[i].place;
		struct json_object *line = json_add(array, json_object_new_object());

		put_place(line, place);
		json_put(line, "inlined", make_inlined(place));
		json_put(line, "statement", json_text(place->statement));
		put_sums(line, samples, lines.lines[i].sums);
	}
	sample_lines_free(&lines);
	return array;
}

static struct json_object *make_code(const struct sample_view *view,
				     const struct sample_hits *hits)
{
	struct json_object *array = json_object_new_array();
	struct sample_code code;
	size_t i;

	sample_code_make(&code, hits, view->context);
	for (i = 0; i < code.count; i++) {
		const struct sample_instruction *from = &code.instructions[i];
		struct json_object *instruction;

		if (!from->is_listed)
			continue;
		instruction = json_add(array, json_object_new_object());
		json_put(instruction, "address", json_address(from->place->address));
		json_put(instruction, "text", json_text(from->place->instruction));
		put_place(instruction, from->place);
		json_put(instruction, "slot", json_yes(from->place->is_slot));
		json_put(instruction, "precise", json_yes(from->is_precise));
		json_put(instruction, "in_slot", json_number(from->in_slot));
		put_sums(instruction, view->samples, from->sums);
	}
	sample_code_free(&code);
	return array;
}

static struct json_object *make_row(const struct sample_view *view,
				    const struct sample_rows *rows,
				    const struct sample_row *row)
{
	struct json_object *object = json_object_new_object();
	struct sample_hits hits;

	sample_hits_find(&hits, view, rows, row);
	json_put(object, "module", json_text(row->module));
	json_put(object, "function", json_text(row->function));
	json_put(object, "address", json_address(row->start));
	json_put(object, "file", json_text(row->file));
	put_sums(object, view->samples, row->sums);
	put_shares(object, view->samples, row->sums);
	if (view->details == SAMPLE_DETAILS_STATEMENT ||
	    view->details == SAMPLE_DETAILS_ALL)
		json_put(object, "lines", make_lines(view->samples, &hits));
	if (view->details >= SAMPLE_DETAILS_INSTRUCTION)
		json_put(object, "instructions", make_code(view, &hits));
	sample_hits_free(&hits);
	return object;
}

static struct json_object *make_lost(const struct sample_lost *lost)
{
	struct json_object *object = json_object_new_object();

	json_put(object, "samples", json_number(lost->samples));
	json_put(object, "periods", json_number(lost->periods));
	json_put(object, "throttles", json_number(lost->throttles));
	json_put(object, "throttled_ns", json_number(lost->throttled_ns));
	json_put(object, "mappings", json_number(lost->mappings));
	return object;
}

static struct json_object *make_run(const struct sample_view *view)
{
	const struct samples *samples = view->samples;
	const double elapsed = samples->broken_off ? NAN : samples->elapsed / 1e9;
	struct json_object *object = json_object_new_object();
	struct json_object *events = json_object_new_array();
	struct json_object *functions = json_object_new_array();
	char *partial = samples_partial(samples);
	struct sample_rows rows;
	size_t i;

	sample_rows_make(&rows, view, false);
	json_put(object, "title", json_text(samples->title));
	json_put(object, "command_line", json_text(samples->command));
	json_put(object, "outcome", json_text(samples->ended));
	json_put(object, "machine", json_text(samples->machine));
	json_put(object, "driver", json_text(samples->driver));
	json_put(object, "date", json_text(samples->date));
	json_put(object, "seconds", json_seconds((struct seconds){ elapsed, NAN, NAN }));
	json_put(object, "partial", json_text(partial));
	json_put(object, "lost", make_lost(&samples->lost));
	for (i = 0; i < samples->trigger_count; i++)
		json_add(events, make_event(&samples->triggers[i]));
	json_put(object, "events", events);
	json_put(object, "counted", make_counted(samples));
	json_put(object, "metrics", make_metrics(samples));
	for (i = 0; i < rows.count; i++)
		json_add(functions, make_row(view, &rows, &rows.rows[i]));
	json_put(object, "functions", functions);
	sample_rows_free(&rows);
	free(partial);
	return object;
}

void sample_json_print(FILE *out, const struct sample_view *view)
{
	json_line(out, make_run(view));
}

/* Those of an event, by its number. */
#define COLUMNS \
	"module,function,address,file,event=/events/%1$u/name,samples=samples/%1$u," \
	"share=shares/%1$u,estimate=estimates/%1$u,margin=margins/%1$u,partial"

void sample_csv_print(FILE *out, const struct sample_view *view)
{
	const struct sample_view functions_alone = {
		.samples = view->samples, .places = view->places, .event = view->event, };
	struct json_object *run = make_run(&functions_alone);
	struct json_object *functions = json_object_object_get(run, "functions");
	struct csv csv = { .out = out };
	char columns[256];
	unsigned int i, j;

	snprintf(columns, sizeof(columns), COLUMNS, 0);
	csv_heading(&csv, columns);
	for (i = 0; i < json_object_array_length(functions); i++)
		for (j = 0; j < view->samples->trigger_count; j++) {
			snprintf(columns, sizeof(columns), COLUMNS, j);
			csv_row(&csv, columns, json_object_array_get_idx(functions, i), run);
		}
	json_object_put(run);
}
