// SPDX-License-Identifier: GPL-2.0
/* Objects of measurements, of which JSON is, and whose rows are those of CSV. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/document.h"
#include "base/json.h"
#include "base/memory.h"
#include "events/dump.h"
#include "events/events.h"
#include "comparison.h"
#include "format.h"
#include "rows.h"
#include "stall_rows.h"

/* What every row begins with. */
static struct json_object *row_object(const struct row *row)
{
	struct json_object *object = json_object_new_object();
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	json_put(object, "name", json_word(row_name(row)));
	json_put(object, "label", json_word(row_label(row)));
	json_put(object, "modes", json_word(modes));
	json_put(object, "filter", json_word(filter));
	if (row->reading) {
		json_put(object, "bank", json_word(bank_name(bank_of(row->reading->counter))));
		json_put(object, "code", json_number(control_event(row->reading->control)));
	}
	return object;
}

/* What another source says of a 34K's event, if one says anything else. */
static void put_doubt(struct json_object *object, const struct row *row, bool is_34k)
{
	const char *doubt = is_34k && row->reading && row->event ? event_doubt(row->event) : NULL;

	if (doubt)
		json_put(object, "doubt", json_text(doubt));
}

/* Their places among the values, from 0. */
static struct json_object *outliers_array(const struct result *result)
{
	struct json_object *outliers = json_object_new_array();
	unsigned int i;

	for (i = 0; i < result->count; i++)
		if (result->outlier[i])
			json_add(outliers, json_number(i));
	return outliers;
}

static struct json_object *interval_object(const struct statistics *found)
{
	struct json_object *interval = json_object_new_object();

	json_put(interval, "low", json_number(found->low));
	json_put(interval, "high", json_number(found->high));
	json_put(interval, "confidence", json_real(found->confidence));
	return interval;
}

static void put_result(struct json_object *object, const struct result *result)
{
	const struct statistics *found = &result->statistics;

	json_put(object, "values", json_numbers(result->values, result->count));
	json_put(object, "outliers", outliers_array(result));
	json_put(object, "minimum", json_number(found->least));
	json_put(object, "maximum", json_number(found->most));
	json_put(object, "spread", json_real(found->spread));
	json_put(object, "interval", interval_object(found));
}

static struct json_object *stall_object(const struct row_stall *stall)
{
	struct json_object *object = json_object_new_object();

	json_put(object, "of_cycles", json_real(stall->of_cycles));
	json_put(object, "of_stalls", json_real(stall->of_stalls));
	json_put(object, "per_instruction", json_real(stall->per_instruction));
	json_put(object, "per", json_text(stall->cause ? stall->cause->per : NULL));
	json_put(object, "each", json_real(stall->each));
	return object;
}

/* The names of events that a stall report does not have. */
static struct json_object *missing_array(const struct row *rows, size_t count)
{
	struct json_object *missing = json_object_new_array();
	const char *name;
	size_t at = 0;

	while ((name = stall_rows_next_missing(rows, count, &at)))
		json_add(missing, json_text(name));
	return missing;
}

static struct json_object *event_object(const struct row *row,
					const struct measurement *measurement)
{
	const struct result *result = row_result(row, measurement);
	struct json_object *object = row_object(row);

	json_put(object, "run", json_number(row->reading->run));
	json_put(object, "counter", json_number(row->reading->counter));
	json_put(object, "count", json_number(row->reading->count));
	json_put(object, "share", json_real(row->metric ? row->value : NAN));
	json_put(object, "share_of", json_word(row->metric ? row->metric->of : NULL));
	json_put(object, "relative", json_real(row->relative));
	json_put(object, "shared", json_yes(row->reading->shared));
	put_doubt(object, row, measurement_is_of_34k(measurement));
	if (result)
		put_result(object, result);
	return object;
}

static struct json_object *metric_object(const struct row *row)
{
	struct json_object *object = row_object(row);
	bool possible;

	json_put(object, "value", json_real(row->value));
	possible = metric_is_possible(row->metric, row->value);
	json_put(object, "possible", json_yes(possible));
	return object;
}

/* Why it is partial, whose events it has, and its times. */
static void put_state(struct json_object *object,
		      const struct measurement *measurement)
{
	json_put(object, "partial", json_text(measurement->partial));
	json_put(object, "differ", json_text(measurement->differ));
	json_put(object, "scope", json_word(dump_scope_name(measurement->scope)));
	json_put(object, "seconds", json_seconds(run_times_median(measurement)));
}

/* Of events and metrics, in the order of a report. */
static struct json_object *rows_array(struct json_object *object, const struct view *view,
				      const struct measurement *measurement)
{
	struct json_object *array = json_object_new_array();
	struct row *rows;
	size_t count, i;

	rows = chosen_rows(view, measurement, &count);
	for (i = 0; i < count; i++) {
		const struct row *row = &rows[i];
		struct json_object *one = row->reading ? event_object(row, measurement) :
							 metric_object(row);

		if (view->stalls)
			json_put(one, "stall", stall_object(&row->stall));
		json_add(array, one);
	}
	if (view->stalls)
		json_put(object, "not_counted", missing_array(rows, count));
	free(rows);
	return array;
}

/* Its state, its events and metrics. */
static void put_measurement(struct json_object *object, const struct view *view,
			    const struct measurement *measurement)
{
	struct json_object *rows = rows_array(object, view, measurement);
	struct json_object *events = json_object_new_array();
	struct json_object *values = json_object_new_array();
	size_t i;

	for (i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		const bool is_event = json_object_object_get(row, "count");

		json_add(is_event ? events : values, json_object_get(row));
	}
	json_object_put(rows);
	put_state(object, measurement);
	json_put(object, "events", events);
	json_put(object, "metrics", values);
}

#define FIRST_COLUMNS \
	"title,modes,filter,name,label,bank,code,value=count|value,share_of,share,relative," \
	"run,counter,repeats=#values,outliers=#outliers,minimum,maximum,spread," \
	"low=interval/low,high=interval/high,confidence=interval/confidence"
#define STALL_COLUMNS \
	"of_cycles=stall/of_cycles,of_stalls=stall/of_stalls," \
	"per_instruction=stall/per_instruction,per=stall/per,each=stall/each"
#define LAST_COLUMNS "partial,number,scope,shared,differ"

static const char columns[] = FIRST_COLUMNS "," LAST_COLUMNS;
static const char stall_columns[] = FIRST_COLUMNS "," STALL_COLUMNS "," LAST_COLUMNS;

char *report_csv_names(void)
{
	return column_names(columns);
}

void report_csv_lines(FILE *out, const struct view *view)
{
	const struct measurement *all = view->dump->measurements;
	struct csv csv = { .out = out };
	size_t i;

	for (i = 0; i < view->dump->count; i++) {
		struct json_object *object = json_object_new_object();
		struct json_object *rows = rows_array(object, view, &all[i]);

		json_put(object, "title", json_text(all[i].title));
		json_put(object, "number", json_number(i + 1));
		put_state(object, &all[i]);
		csv_rows(&csv, view->stalls ? stall_columns : columns, rows, object);
		csv_seconds(&csv, view->stalls ? stall_columns : columns, object);
		json_object_put(rows);
		json_object_put(object);
	}
}

void report_csv(FILE *out, const struct view *view)
{
	struct csv csv = { .out = out };

	csv_heading(&csv, view->stalls ? stall_columns : columns);
	report_csv_lines(out, view);
}

void report_json(FILE *out, const struct view *view)
{
	struct json_object *object = json_object_new_object();
	struct json_object *measurements = json_object_new_array();
	size_t i;

	for (i = 0; i < view->dump->count; i++) {
		const struct measurement *measurement =
			&view->dump->measurements[i];
		struct json_object *one = json_add(measurements, json_object_new_object());

		json_put(one, "title", json_text(measurement->title));
		json_put(one, "runs", json_number(measurement->runs));
		put_measurement(one, view, measurement);
	}
	json_put(object, "measurements", measurements);
	json_line(out, object);
}

/* A line's values, null where a measurement has none. */
static struct json_object *cells_array(const struct comparison_line *line,
				       size_t count)
{
	struct json_object *cells = json_object_new_array();
	size_t i;

	for (i = 0; i < count; i++) {
		const struct row *row = line->cells[i];
		struct json_object *cell = NULL;

		if (row && row->reading)
			cell = json_number(row->reading->count);
		else if (row)
			cell = json_real(row->value);
		json_add(cells, cell);
	}
	return cells;
}

static void put_lines(struct json_object *object,
		      const struct comparison *comparison)
{
	struct json_object *events = json_object_new_array();
	struct json_object *values = json_object_new_array();
	size_t i;

	for (i = 0; i < comparison->count; i++) {
		const struct comparison_line *line = &comparison->lines[i];
		struct json_object *one = row_object(line->head);

		json_put(one, line->head->reading ? "counts" : "values",
			 cells_array(line, comparison->view->dump->count));
		put_doubt(one, line->head, dump_is_of_34k(comparison->view->dump));
		json_add(line->head->reading ? events : values, one);
	}
	json_put(object, "events", events);
	json_put(object, "metrics", values);
}

void compare_json(FILE *out, const struct view *view)
{
	struct comparison comparison = comparison_make(view);
	struct json_object *object = json_object_new_object();
	struct json_object *compared = json_object_new_array();
	size_t i;

	for (i = 0; i < view->dump->count; i++) {
		const struct measurement *measurement =
			&view->dump->measurements[i];
		struct json_object *one = json_add(compared, json_object_new_object());

		json_put(one, "title", json_text(measurement->title));
		put_state(one, measurement);
	}
	json_put(object, "compared", compared);
	put_lines(object, &comparison);
	comparison_free(&comparison);
	json_line(out, object);
}

void results_json(FILE *out, const struct results *results)
{
	struct json_object *object = json_object_new_object();
	const struct view view = { .dump = &results->medians };

	json_put(object, "command", json_command(results->command));
	json_put(object, "driver", json_word(results->driver));
	json_put(object, "counters", json_number(results->counters));
	json_put(object, "runs", json_number(results->runs));
	json_put(object, "repeats", json_number(results->repeats));
	json_put(object, "status", json_number(results->status));
	json_put(object, "signal", results->signal ? json_number(results->signal) : NULL);
	put_measurement(object, &view, results->medians.measurements);
	json_line(out, object);
}

/* How many measurements before one have its title. */
static size_t count_before(const struct dump *dump, size_t which)
{
	size_t i, count = 0;

	for (i = 0; i < which; i++)
		count += !strcmp(dump->measurements[i].title,
				 dump->measurements[which].title);
	return count;
}

/* A column's name, which no other column has. */
static void put_title(struct csv *csv, const struct dump *dump, size_t which)
{
	const struct measurement *measurement = &dump->measurements[which];
	size_t before = count_before(dump, which);

	csv_format(csv, before ? "%s%s #%zu" : "%s%s", measurement->title,
		   measurement->partial ? " (partial)" : "", before + 1);
}

/* As rows of their own, if any measurement has them. */
static void put_times(struct csv *csv, const char *columns, const struct dump *dump)
{
	static const char *const names[] = { "elapsed", "user", "system" };
	struct json_object *times = json_object_new_array();
	bool has_times = false;
	size_t i;

	for (i = 0; i < dump->count; i++)
		if (json_add(times, json_seconds(run_times_median(&dump->measurements[i]))))
			has_times = true;
	for (i = 0; i < ARRAY_SIZE(names) && has_times; i++) {
		char *label = formatted("%s time in seconds", names[i]);
		struct json_object *row = json_metric(names[i], label, NAN);

		csv_cells(csv, columns, row, NULL);
		csv_array(csv, names[i], times, dump->count);
		csv_end(csv);
		free(label);
		json_object_put(row);
	}
	json_object_put(times);
}

void compare_csv(FILE *out, const struct view *view)
{
	static const char names[] = "modes,filter,name,label,bank,code";
	struct comparison comparison = comparison_make(view);
	struct csv csv = { .out = out };
	size_t i;

	csv_columns(&csv, names);
	for (i = 0; i < view->dump->count; i++)
		put_title(&csv, view->dump, i);
	csv_end(&csv);
	for (i = 0; i < comparison.count; i++) {
		struct json_object *row = row_object(comparison.lines[i].head);
		struct json_object *cells = cells_array(&comparison.lines[i], view->dump->count);

		csv_cells(&csv, names, row, NULL);
		csv_array(&csv, NULL, cells, view->dump->count);
		csv_end(&csv);
		json_object_put(row);
		json_object_put(cells);
	}
	put_times(&csv, names, view->dump);
	comparison_free(&comparison);
}
