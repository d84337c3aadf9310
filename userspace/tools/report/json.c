// SPDX-License-Identifier: GPL-2.0
/* JSON. */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>

#include "base/message.h"
#include "base/text.h"
#include "events/control.h"
#include "report.h"
#include "rows.h"

/* json-c gives NULL for null, and where there is no memory. */
static void put(struct json_object *object, const char *name,
		struct json_object *value)
{
	if (json_object_object_add(object, name, value))
		fail("no memory");
}

struct json_object *json_text(const char *text)
{
	char *utf8 = text_as_utf8(text);
	struct json_object *object = json_object_new_string(utf8);

	free(utf8);
	return object;
}

static struct json_object *word(const char *text)
{
	return *text ? json_text(text) : NULL;
}

static struct json_object *number(double value)
{
	return isnan(value) ? NULL : json_object_new_double(value);
}

struct json_object *json_row(const struct row *row)
{
	struct json_object *object = json_object_new_object();
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	put(object, "name", word(row_name(row)));
	put(object, "label", word(row_label(row)));
	put(object, "modes", word(modes));
	put(object, "filter", word(filter));
	return object;
}

static struct json_object *event_object(const struct row *row)
{
	struct json_object *object = json_row(row);
	struct json_object *share = NULL;

	put(object, "bank", word(row->reading->counter % 2 ? "odd" : "even"));
	put(object, "event",
	    json_object_new_int(control_event(row->reading->control)));
	put(object, "count", json_object_new_uint64(row->reading->count));
	if (row->metric) {
		share = json_object_new_object();
		put(share, "of", word(row->metric->base));
		put(share, "value", number(row->value));
	}
	put(object, "share", share);
	put(object, "relative", number(row->relative));
	return object;
}

static struct json_object *metric_object(const struct row *row)
{
	struct json_object *object = json_row(row);

	put(object, "value", number(row->value));
	return object;
}

static struct json_object *measurement_object(const struct dump *dump, size_t i)
{
	const struct measurement *measurement = &dump->measurements[i];
	struct json_object *object = json_object_new_object();
	struct json_object *events = json_object_new_array();
	struct json_object *values = json_object_new_array();
	struct row *rows;
	size_t count, j;

	rows = rows_make(dump, measurement, &count);
	for (j = 0; j < count; j++) {
		if (rows[j].reading)
			json_object_array_add(events, event_object(&rows[j]));
		else
			json_object_array_add(values, metric_object(&rows[j]));
	}
	free(rows);
	put(object, "title", json_text(measurement->title));
	put(object, "runs", json_object_new_int(measurement->runs));
	put(object, "events", events);
	put(object, "metrics", values);
	return object;
}

void report_json(FILE *out, const struct dump *dump)
{
	struct json_object *object = json_object_new_object();
	struct json_object *measurements = json_object_new_array();
	const int how = JSON_C_TO_STRING_PRETTY |
			JSON_C_TO_STRING_NOSLASHESCAPE;
	size_t i;

	for (i = 0; i < dump->count; i++)
		json_object_array_add(measurements, measurement_object(dump, i));
	put(object, "measurements", measurements);
	fprintf(out, "%s\n", json_object_to_json_string_ext(object, how));
	json_object_put(object);
}
