// SPDX-License-Identifier: GPL-2.0
/* JSON, by json-c. */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>

#include "base/message.h"
#include "base/text.h"
#include "data/run_times.h"
#include "events/control.h"
#include "comparison.h"
#include "json.h"
#include "rows.h"

/* json-c gives NULL for null, and where there is no memory. */
static void put(struct json_object *object, const char *name,
		struct json_object *value)
{
	if (json_object_object_add(object, name, value))
		out_of_memory();
}

/* In UTF-8, as JSON has to be, whatever a command or a file contains. */
static struct json_object *text_string(const char *text)
{
	char *utf8 = text_as_utf8(text);
	struct json_object *object = json_object_new_string(utf8);

	free(utf8);
	return object;
}

static struct json_object *word(const char *text)
{
	return *text ? text_string(text) : NULL;
}

static struct json_object *number(uint64_t value)
{
	return json_object_new_uint64(value);
}

/* JSON has no number for what was divided by 0. */
static struct json_object *fraction(double value)
{
	return isnan(value) ? NULL : json_object_new_double(value);
}

static struct json_object *share_object(const struct row *row)
{
	struct json_object *share;

	if (!row->metric)
		return NULL;
	share = json_object_new_object();
	put(share, "of", word(row->metric->of));
	put(share, "value", fraction(row->value));
	return share;
}

/* What every row begins with. */
static struct json_object *row_object(const struct row *row)
{
	struct json_object *object = json_object_new_object();
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	put(object, "name", word(row_name(row)));
	put(object, "label", word(row_label(row)));
	put(object, "modes", word(modes));
	put(object, "filter", word(filter));
	if (row->reading) {
		put(object, "bank",
		    word(bank_name(bank_of(row->reading->counter))));
		put(object, "event",
		    number(control_event(row->reading->control)));
	}
	return object;
}

static struct json_object *values_array(const struct result *result)
{
	struct json_object *values = json_object_new_array();
	unsigned int i;

	for (i = 0; i < result->count; i++)
		json_object_array_add(values, number(result->values[i]));
	return values;
}

/* Their places among the values, from 0. */
static struct json_object *outliers_array(const struct result *result)
{
	struct json_object *outliers = json_object_new_array();
	unsigned int i;

	for (i = 0; i < result->count; i++)
		if (result->outlier[i])
			json_object_array_add(outliers, number(i));
	return outliers;
}

static struct json_object *interval_object(const struct statistics *found)
{
	struct json_object *interval = json_object_new_object();

	put(interval, "low", number(found->low));
	put(interval, "high", number(found->high));
	put(interval, "confidence", json_object_new_double(found->confidence));
	return interval;
}

static void put_result(struct json_object *object, const struct result *result)
{
	const struct statistics *found = &result->statistics;

	put(object, "values", values_array(result));
	put(object, "outliers", outliers_array(result));
	put(object, "least", number(found->least));
	put(object, "most", number(found->most));
	put(object, "spread", json_object_new_double(found->spread));
	put(object, "interval", interval_object(found));
}

static struct json_object *event_object(const struct row *row,
					const struct measurement *measurement)
{
	const struct result *result = row_result(row, measurement);
	struct json_object *object = row_object(row);

	put(object, "run", number(row->reading->run));
	put(object, "counter", number(row->reading->counter));
	put(object, "count", number(row->reading->count));
	put(object, "share", share_object(row));
	put(object, "relative", fraction(row->relative));
	if (result)
		put_result(object, result);
	return object;
}

static struct json_object *metric_object(const struct row *row)
{
	struct json_object *object = row_object(row);
	bool possible;

	put(object, "value", fraction(row->value));
	possible = metric_is_possible(row->metric, row->value);
	put(object, "possible", json_object_new_boolean(possible));
	return object;
}

static struct json_object *time_object(const struct measurement *measurement)
{
	const struct seconds seconds = run_times_median(measurement);
	struct json_object *object;

	if (!seconds.runs)
		return NULL;
	object = json_object_new_object();
	put(object, "runs", number(seconds.runs));
	put(object, "elapsed", json_object_new_double(seconds.elapsed));
	put(object, "user", json_object_new_double(seconds.user));
	put(object, "system", json_object_new_double(seconds.system));
	return object;
}

/* Why it is partial, its times, its events and metrics. */
static void put_measurement(struct json_object *object, const struct view *view,
			    const struct measurement *measurement)
{
	struct json_object *events = json_object_new_array();
	struct json_object *values = json_object_new_array();
	struct row *rows;
	size_t count, i;

	rows = rows_make(view, measurement, &count);
	for (i = 0; i < count; i++) {
		const struct row *row = &rows[i];

		if (row->reading)
			json_object_array_add(events,
					      event_object(row, measurement));
		else
			json_object_array_add(values, metric_object(row));
	}
	free(rows);
	put(object, "partial", measurement->partial ?
	    text_string(measurement->partial) : NULL);
	put(object, "time", time_object(measurement));
	put(object, "events", events);
	put(object, "metrics", values);
}

/* Ends @object. */
static void print(FILE *out, struct json_object *object, int how)
{
	fprintf(out, "%s\n",
		json_object_to_json_string_ext(object, how |
					       JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}

void report_json(FILE *out, const struct view *view)
{
	struct json_object *object = json_object_new_object();
	struct json_object *measurements = json_object_new_array();
	size_t i;

	for (i = 0; i < view->dump->count; i++) {
		const struct measurement *measurement =
			&view->dump->measurements[i];
		struct json_object *one = json_object_new_object();

		put(one, "title", text_string(measurement->title));
		put(one, "runs", number(measurement->runs));
		put_measurement(one, view, measurement);
		json_object_array_add(measurements, one);
	}
	put(object, "measurements", measurements);
	print(out, object, JSON_C_TO_STRING_PRETTY);
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
			cell = number(row->reading->count);
		else if (row)
			cell = fraction(row->value);
		json_object_array_add(cells, cell);
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

		put(one, line->head->reading ? "counts" : "values",
		    cells_array(line, comparison->view->dump->count));
		json_object_array_add(line->head->reading ? events : values,
				      one);
	}
	put(object, "events", events);
	put(object, "metrics", values);
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
		struct json_object *one = json_object_new_object();

		put(one, "title", text_string(measurement->title));
		put(one, "partial", measurement->partial ?
		    text_string(measurement->partial) : NULL);
		put(one, "time", time_object(measurement));
		json_object_array_add(compared, one);
	}
	put(object, "compared", compared);
	put_lines(object, &comparison);
	comparison_free(&comparison);
	print(out, object, JSON_C_TO_STRING_PRETTY);
}

static struct json_object *command_array(char *const *command)
{
	struct json_object *words = json_object_new_array();

	for (; *command; command++)
		json_object_array_add(words, text_string(*command));
	return words;
}

void results_json(FILE *out, const struct results *results)
{
	struct json_object *object = json_object_new_object();
	const struct view view = { .dump = &results->medians };

	put(object, "command", command_array(results->command));
	put(object, "driver", word(results->driver));
	put(object, "counters", number(results->counters));
	put(object, "runs", number(results->runs));
	put(object, "repeats", number(results->repeats));
	put(object, "status", number(results->status));
	put(object, "signal", results->signal ? number(results->signal) : NULL);
	put_measurement(object, &view, results->medians.measurements);
	print(out, object, JSON_C_TO_STRING_PLAIN);
}
