// SPDX-License-Identifier: GPL-2.0
/* Results as JSON, a line a sweep; pc_sweep.schema.json says what it has. */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>

#include "base/message.h"
#include "report.h"
#include "results.h"

/* json-c gives NULL for null, and where there is no memory. */
static void put(struct json_object *object, const char *name,
		struct json_object *value)
{
	if (json_object_object_add(object, name, value))
		fail("no memory");
}

static struct json_object *word(const char *text)
{
	return *text ? json_object_new_string(text) : NULL;
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

static struct json_object *share_object(const struct row *row)
{
	struct json_object *share;

	if (!row->metric)
		return NULL;
	share = json_object_new_object();
	put(share, "of", word(row->metric->base));
	put(share, "value", fraction(row->value));
	return share;
}

static struct json_object *event_object(const struct row *row,
					const struct result *result)
{
	const struct statistics *found = &result->statistics;
	struct json_object *object = json_row(row);

	put(object, "bank", word(result->item->counter % 2 ? "odd" : "even"));
	put(object, "event", number(result->item->code));
	put(object, "run", number(result->item->run));
	put(object, "counter", number(result->item->counter));
	put(object, "count", number(found->median));
	put(object, "share", share_object(row));
	put(object, "values", values_array(result));
	put(object, "outliers", outliers_array(result));
	put(object, "least", number(found->least));
	put(object, "most", number(found->most));
	put(object, "spread", json_object_new_double(found->spread));
	put(object, "interval", interval_object(found));
	return object;
}

static struct json_object *metric_object(const struct row *row)
{
	struct json_object *object = json_row(row);

	put(object, "value", fraction(row->value));
	return object;
}

static void put_rows(struct json_object *object, const struct results *results)
{
	struct json_object *events = json_object_new_array();
	struct json_object *metrics = json_object_new_array();
	struct row *rows;
	size_t count, i;

	rows = rows_make(&results->medians, results->medians.measurements,
			 &count);
	for (i = 0; i < count; i++) {
		const struct result *result = results_of(results, &rows[i]);

		if (result)
			json_object_array_add(events,
					      event_object(&rows[i], result));
		else
			json_object_array_add(metrics, metric_object(&rows[i]));
	}
	free(rows);
	put(object, "events", events);
	put(object, "metrics", metrics);
}

static struct json_object *command_array(const struct sweep *sweep)
{
	struct json_object *words = json_object_new_array();
	char **argument;

	for (argument = sweep->command->argv; *argument; argument++)
		json_object_array_add(words, json_text(*argument));
	return words;
}

void results_json(const struct results *results, FILE *out)
{
	struct json_object *object = json_object_new_object();
	const struct sweep *sweep = results->sweep;

	put(object, "command", command_array(sweep));
	put(object, "driver", word(sweep->machine->describe.driver));
	put(object, "counters", number(sweep->machine->describe.counters));
	put(object, "runs", number(sweep->runs));
	put(object, "repeats", number(sweep->options->repeats));
	put(object, "status", number(sweep->status));
	put(object, "signal", sweep->signal ? number(sweep->signal) : NULL);
	put(object, "partial",
	    *sweep->partial ? json_text(sweep->partial) : NULL);
	put_rows(object, results);
	fprintf(out, "%s\n",
		json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
					       JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}
