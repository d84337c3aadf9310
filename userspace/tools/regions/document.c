// SPDX-License-Identifier: GPL-2.0
/* An object of CPUs and intervals; they are the rows of CSV and of tables. */
#include <inttypes.h>

#include "base/csv.h"
#include "base/json.h"
#include "format.h"

struct json_object *region_series_object(const struct region_series *series)
{
	struct json_object *object;

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
	json_put(object, "histogram", json_numbers(series->bins, REGION_BINS));
	return object;
}

static struct json_object *events_array(const struct region_summary *summary,
					const struct region_cpu *cpu)
{
	struct json_object *events = json_object_new_array();
	size_t i;

	for (i = 0; i < summary->column_count; i++) {
		const struct region_column *column = &summary->columns[i];
		struct json_object *object = json_add(events, json_object_new_object());

		json_put(object, "name", json_text(column->name));
		json_put(object, "group", json_number(column->group));
		json_put(object, "type", json_address(column->type));
		json_put(object, "count", region_series_object(&cpu->events[i]));
	}
	return events;
}

static struct json_object *regions_array(const struct region_cpu *cpu)
{
	struct json_object *regions = json_object_new_array();
	size_t i;

	for (i = 0; i < cpu->site_count; i++) {
		const struct region_site *place = &cpu->places[i];
		struct json_object *object = json_add(regions, json_object_new_object());

		json_put(object, "from_pc", json_address(place->from_pc));
		json_put(object, "to_pc", json_address(place->to_pc));
		json_put(object, "cycles", region_series_object(&place->cycles));
		json_put(object, "share", json_real(place->share));
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
		json_add(array, json_metric(metrics[i].name, metrics[i].label, metrics[i].value));
	return array;
}

struct json_object *region_cpu_object(const struct region_view *view,
				      const struct region_cpu *cpu)
{
	struct json_object *object = json_object_new_object();
	struct json_object *user = json_object_new_array();
	size_t i;

	for (i = 0; i < view->summary->user_count; i++)
		json_add(user, region_series_object(&cpu->user[i]));
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
		struct json_object *object = json_add(events, json_object_new_object());
		size_t which = region_summary_column(summary, interval->group,
						     event->type);

		json_put(object, "name", json_text(summary->columns[which].name));
		json_put(object, "count", event->good ? json_number(event->value) : NULL);
	}
	return events;
}

static struct json_object *interval_object(const struct region_summary *summary,
					   const struct interval *interval)
{
	struct json_object *object = json_object_new_object();

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
	json_put(object, "user_data", json_numbers(interval->user, interval->user_count));
	return object;
}

static void add_series(struct json_object *rows, const char *name, struct json_object *series)
{
	struct json_object *row;

	if (!series)
		return;
	row = json_add(rows, json_object_new_object());
	json_put(row, "name", json_text(name));
	json_put(row, "count", json_object_get(series));
}

struct json_object *region_series_rows(struct json_object *cpu, const char *time, const char *user)
{
	struct json_object *events = json_object_object_get(cpu, "events");
	struct json_object *words = json_object_object_get(cpu, "user_data");
	struct json_object *rows = json_object_new_array();
	char name[32];
	size_t i;

	add_series(rows, time, json_object_object_get(cpu, "cycles"));
	for (i = 0; i < json_object_array_length(events); i++) {
		struct json_object *event = json_object_array_get_idx(events, i);

		add_series(rows, json_object_get_string(json_object_object_get(event, "name")),
			   json_object_object_get(event, "count"));
	}
	for (i = 0; i < json_object_array_length(words); i++) {
		snprintf(name, sizeof(name), "%s%zu", user, i + 1);
		add_series(rows, name, json_object_array_get_idx(words, i));
	}
	return rows;
}

static struct json_object *cpus_array(const struct region_view *view)
{
	struct json_object *cpus = json_object_new_array();
	size_t i;

	for (i = 0; i < view->summary->cpu_count; i++)
		json_add(cpus, region_cpu_object(view, &view->summary->cpus[i]));
	return cpus;
}

void region_json(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	struct json_object *object = json_object_new_object();
	bool first = true;
	size_t i, j;

	json_put(object, "cycles_are", json_text(region_time_name(summary)));
	json_put(object, "overrun", json_yes(summary->intervals->overrun));
	json_put(object, "skip", json_number(view->skip));
	json_put(object, "cpus", cpus_array(view));
	json_begin(out, object, "intervals");
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++)
			json_item(out, interval_object(summary,
						       summary->cpus[i].intervals[j]), &first);
	json_end(out);
}

/* The columns of the original; those of a T1 have other names than those of a T2. */
static void put_averages(struct csv *csv, const struct region_summary *summary,
			 struct json_object *cpus, bool t1)
{
	size_t i;

	csv_names(csv, t1 ? "cpuid,cycle" : "CPUid,Cycles");
	for (i = 0; i < summary->column_count; i++)
		csv_word(csv, summary->columns[i].name);
	for (i = 0; i < summary->user_count; i++)
		csv_format(csv, t1 ? "userdata%zu" : "Userdata.%zu", i + 1);
	csv_end(csv);
	for (i = 0; i < summary->cpu_count; i++) {
		struct json_object *cpu = json_object_array_get_idx(cpus, i);

		csv_cells(csv, "cpu,cycles/average", cpu, NULL);
		csv_array(csv, "count/average", json_object_object_get(cpu, "events"),
			  summary->column_count);
		csv_array(csv, "average", json_object_object_get(cpu, "user_data"),
			  summary->user_count);
		csv_end(csv);
	}
}

#define INTERVAL "CPU=cpu,StartPC=from_pc,UpdatePC=to_pc,Cycles=cycles,"
#define T1_EVENTS "Instr_cnt=events/0/count,CntrName=events/1/name,Value=events/1/count"
#define T2_EVENTS \
	"CntrName.1=events/0/name,Value.1=events/0/count," \
	"CntrName.2=events/1/name,Value.2=events/1/count"

static void put_intervals(struct csv *csv, const struct region_summary *summary, bool t1)
{
	const char *columns = t1 ? INTERVAL T1_EVENTS : INTERVAL T2_EVENTS;
	size_t i, j;

	csv_columns(csv, columns);
	for (i = 0; i < summary->user_count; i++)
		csv_format(csv, "UserData.%zu", i + 1);
	csv_end(csv);
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++) {
			struct json_object *interval =
				interval_object(summary, summary->cpus[i].intervals[j]);

			csv_cells(csv, columns, interval, NULL);
			csv_array(csv, NULL, json_object_object_get(interval, "user_data"),
				  summary->user_count);
			csv_end(csv);
			json_object_put(interval);
		}
}

#define REGIONS \
	"CPU=/cpu,StartPC=from_pc,UpdatePC=to_pc," \
	"Intervals=cycles/count,Cycles=cycles/average,Share=share"
#define STATISTICS \
	"CPU=/cpu,Name=name,Intervals=count/count,Average=count/mean," \
	"Deviation=count/deviation,Minimum=count/minimum,Maximum=count/maximum"

/* Of each CPU, one after the other. */
static void put_rows(struct csv *csv, const char *columns, struct json_object *cpus,
		     const char *key)
{
	size_t i;

	csv_heading(csv, columns);
	for (i = 0; i < json_object_array_length(cpus); i++) {
		struct json_object *cpu = json_object_array_get_idx(cpus, i);

		csv_rows(csv, columns, json_object_object_get(cpu, key), cpu);
	}
	csv_end(csv);
}

/* CPUs side by side. */
static void put_metrics(struct csv *csv, const struct region_summary *summary,
			struct json_object *cpus)
{
	struct json_object *metrics =
		json_object_object_get(json_object_array_get_idx(cpus, 0), "metrics");
	char columns[48];
	size_t i;

	csv_names(csv, "Metric");
	for (i = 0; i < summary->cpu_count; i++)
		csv_format(csv, "CPU %" PRIu64, summary->cpus[i].cpu);
	csv_end(csv);
	for (i = 0; i < json_object_array_length(metrics); i++) {
		csv_cells(csv, "name", json_object_array_get_idx(metrics, i), NULL);
		snprintf(columns, sizeof(columns), "metrics/%zu/value", i);
		csv_array(csv, columns, cpus, summary->cpu_count);
		csv_end(csv);
	}
}

void region_csv(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	const bool t1 = region_view_is_t1(summary);
	struct json_object *cpus = cpus_array(view);
	struct csv csv = { .out = out };
	size_t i;

	for (i = 0; i < summary->cpu_count; i++) {
		struct json_object *cpu = json_object_array_get_idx(cpus, i);

		json_put(cpu, "series", region_series_rows(cpu, "Cycles", "UserData."));
	}
	put_averages(&csv, summary, cpus, t1);
	csv_end(&csv);
	put_intervals(&csv, summary, t1);
	csv_end(&csv);
	put_rows(&csv, REGIONS, cpus, "regions");
	put_rows(&csv, STATISTICS, cpus, "series");
	put_metrics(&csv, summary, cpus);
	json_object_put(cpus);
}
