// SPDX-License-Identifier: GPL-2.0
/* An object of CPUs and intervals. */
#include "base/json.h"
#include "format.h"

struct json_object *region_series_object(const struct region_series *series)
{
	struct json_object *object, *bins;
	size_t i;

	if (!series->count)
		return NULL;
	object = json_object_new_object();
	json_put(object, "count", json_number(series->count));
	json_put(object, "average", json_number(series->average));
	json_put(object, "mean", json_object_new_double(series->mean)); /* all its digits */
	json_put(object, "deviation", json_real(series->deviation));
	json_put(object, "median", json_number(series->median));
	json_put(object, "minimum", json_number(series->least));
	json_put(object, "maximum", json_number(series->most));
	bins = json_object_new_array();
	for (i = 0; i < REGION_BINS; i++)
		json_object_array_add(bins, json_number(series->bins[i]));
	json_put(object, "histogram", bins);
	return object;
}

static struct json_object *events_array(const struct region_summary *summary,
					const struct region_cpu *cpu)
{
	struct json_object *events = json_object_new_array();
	size_t i;

	for (i = 0; i < summary->column_count; i++) {
		const struct region_column *column = &summary->columns[i];
		struct json_object *object = json_object_new_object();

		json_put(object, "name", json_text(column->name));
		json_put(object, "group", json_number(column->group));
		json_put(object, "type", json_address(column->type));
		json_put(object, "count", region_series_object(&cpu->events[i]));
		json_object_array_add(events, object);
	}
	return events;
}

static struct json_object *regions_array(const struct region_cpu *cpu)
{
	struct json_object *regions = json_object_new_array();
	size_t i;

	for (i = 0; i < cpu->site_count; i++) {
		const struct region_site *place = &cpu->places[i];
		struct json_object *object = json_object_new_object();

		json_put(object, "from_pc", json_address(place->from_pc));
		json_put(object, "to_pc", json_address(place->to_pc));
		json_put(object, "cycles", region_series_object(&place->cycles));
		json_put(object, "share", json_real(place->share));
		json_object_array_add(regions, object);
	}
	return regions;
}

static struct json_object *metrics_array(const struct region_view *view,
					 const struct region_cpu *cpu)
{
	struct json_object *array = json_object_new_array();
	struct region_metric metrics[REGION_MOST_METRICS];
	size_t i, count = region_metrics(view->summary, cpu, view->parameters,
					 metrics);

	for (i = 0; i < count; i++)
		json_object_array_add(array, json_metric(metrics[i].name, metrics[i].label,
							 metrics[i].value));
	return array;
}

static struct json_object *cpu_object(const struct region_view *view,
				      const struct region_cpu *cpu)
{
	struct json_object *object = json_object_new_object();
	struct json_object *user = json_object_new_array();
	size_t i;

	for (i = 0; i < view->summary->user_count; i++)
		json_object_array_add(user, region_series_object(&cpu->user[i]));
	json_put(object, "cpu", json_number(cpu->cpu));
	json_put(object, "cycles", region_series_object(&cpu->cycles));
	json_put(object, "events", events_array(view->summary, cpu));
	json_put(object, "user_data", user);
	json_put(object, "regions", regions_array(cpu));
	json_put(object, "metrics", metrics_array(view, cpu));
	return object;
}

static struct json_object *counts_array(const struct region_summary *summary,
					const struct interval *interval)
{
	struct json_object *events = json_object_new_array();
	unsigned int i;

	for (i = 0; i < interval->event_count; i++) {
		const struct interval_event *event = &interval->events[i];
		struct json_object *object = json_object_new_object();
		size_t which = region_summary_column(summary, interval->group,
						     event->type);

		json_put(object, "name",
			 json_text(summary->columns[which].name));
		json_put(object, "count",
			 event->good ? json_number(event->value) : NULL);
		json_object_array_add(events, object);
	}
	return events;
}

static struct json_object *interval_object(const struct region_summary *summary,
					   const struct interval *interval)
{
	struct json_object *object = json_object_new_object();
	struct json_object *user = json_object_new_array();
	size_t i;

	for (i = 0; i < interval->user_count; i++)
		json_object_array_add(user, json_number(interval->user[i]));
	json_put(object, "file", json_text(interval->file));
	json_put(object, "line", json_number(interval->line));
	json_put(object, "cpu", json_number(interval->cpu));
	json_put(object, "end_cpu", json_number(interval->end_cpu));
	json_put(object, "from_id", json_address(interval->from_id));
	json_put(object, "to_id", json_address(interval->to_id));
	json_put(object, "from_pc", json_address(interval->from_pc));
	json_put(object, "to_pc", json_address(interval->to_pc));
	json_put(object, "begin", json_number(interval->begin));
	json_put(object, "cycles", json_number(interval->cycles));
	json_put(object, "events", counts_array(summary, interval));
	json_put(object, "user_data", user);
	return object;
}

void region_json(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	struct json_object *object = json_object_new_object();
	struct json_object *cpus = json_object_new_array();
	bool first = true;
	size_t i, j;

	for (i = 0; i < summary->cpu_count; i++)
		json_object_array_add(cpus, cpu_object(view, &summary->cpus[i]));
	json_put(object, "cycles_are", json_text(region_time_name(summary)));
	json_put(object, "overrun", json_yes(summary->intervals->overrun));
	json_put(object, "skip", json_number(view->skip));
	json_put(object, "cpus", cpus);
	json_begin(out, object, "intervals");
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++)
			json_item(out, interval_object(summary,
						       summary->cpus[i].intervals[j]), &first);
	json_end(out);
}
