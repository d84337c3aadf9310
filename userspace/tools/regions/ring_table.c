// SPDX-License-Identifier: GPL-2.0
/* For each thread a table: its regions, their times, and what they have counted. */
#include <inttypes.h>
#include <math.h>

#include "base/grid.h"
#include "base/json.h"
#include "base/utf8.h"
#include "format.h"
#include "series.h"

/* Its time, and what it has counted; the name stands once. */
static void add_rows(struct json_object *rows, struct json_object *region)
{
	struct json_object *events = json_object_object_get(region, "events");
	const bool has_time = json_object_object_get(region, "nanoseconds");
	const char *name = json_object_get_string(json_object_object_get(region, "name"));
	size_t i;

	json_put(region, "what", json_text("nanoseconds"));
	json_put(region, "region", json_text(name));
	if (has_time)
		json_add(rows, json_object_get(region));
	for (i = 0; i < json_object_array_length(events); i++) {
		struct json_object *event = json_object_array_get_idx(events, i);

		json_put(event, "region", json_text(has_time ? "" : name));
		if (json_object_object_get(event, "count"))
			json_add(rows, json_object_get(event));
	}
}

#define COLUMNS \
	"region,what=what|name,records=nanoseconds/count|count/count,total,share=%share," \
	"average=nanoseconds/average|count/average," \
	"deviation=nanoseconds/deviation|count/deviation," \
	"minimum=nanoseconds/minimum|count/minimum,maximum=nanoseconds/maximum|count/maximum"

static void print_regions(FILE *out, const struct ring_view *view,
			  const struct ring_thread_regions *thread)
{
	struct json_object *rows = json_object_new_array();
	size_t i;

	for (i = 0; i < thread->count; i++) {
		struct json_object *region = ring_region_object(view, thread, &thread->regions[i]);

		add_rows(rows, region);
		json_object_put(region);
	}
	grid_rows(out, COLUMNS, rows);
	json_object_put(rows);
}

static void add_metrics(struct libscols_table *grid, const struct ring_view *view,
			const struct ring_region *region)
{
	struct ring_metric metrics[RING_MOST_METRICS];
	size_t i, shown = 0, count = ring_metrics(view->summary->recording->head,
						  view->parameters, metrics);

	for (i = 0; i < count; i++) {
		double value = ring_metric_value(&metrics[i], region,
						 view->parameters);
		struct libscols_line *line;

		if (isnan(value))
			continue;
		line = grid_line(grid);
		grid_set(line, 0, "%s", shown++ ? "" : region->label);
		grid_set(line, 1, "%s", metrics[i].label);
		grid_set(line, 2, "%.*f", (int)metrics[i].digits, value);
	}
}

static void print_metrics(FILE *out, const struct ring_view *view,
			  const struct ring_thread_regions *thread)
{
	struct libscols_table *grid = grid_new();
	size_t i;

	grid_column(grid, "region", 0);
	grid_column(grid, "metric", 0);
	grid_column(grid, "value", SCOLS_FL_RIGHT);
	for (i = 0; i < thread->count; i++)
		add_metrics(grid, view, &thread->regions[i]);
	if (scols_table_get_nlines(grid))
		fputc('\n', out);
	grid_print(out, grid);
}

static void print_histograms(FILE *out, const struct perfcnt_regions_head *head,
			     const struct ring_region *region)
{
	char name[RING_LABEL_SIZE + PERFCNT_NAME_SIZE + 2];
	uint32_t i;

	if (region->time.count) {
		snprintf(name, sizeof(name), "%s, nanoseconds", region->label);
		region_histogram(out, name, &region->time);
	}
	for (i = 0; i < head->events; i++) {
		if (!region->counts[i].count)
			continue;
		snprintf(name, sizeof(name), "%s, %s", region->label,
			 head->event[i]);
		region_histogram(out, name, &region->counts[i]);
	}
}

/* Which times cannot be. */
static void print_no_times(FILE *out, const struct ring_thread_regions *thread)
{
	size_t i;

	for (i = 0; i < thread->count; i++)
		if (thread->regions[i].no_time) {
			utf8_print(out, thread->regions[i].label);
			fprintf(out, ": the CPU's clock went back, as in a suspend, in one of %"
				PRIu64 " records: it has no times\n",
				thread->regions[i].records);
		}
}

/* What is not in the table is said. */
static void print_rest(FILE *out, const struct ring_part *part)
{
	if (part->ring.before)
		fprintf(out, "the table has the totals of %" PRIu32
			" threads that had ended before, too\n", part->ring.before);
	if (part->overwritten)
		fprintf(out, "%" PRIu64 " of %" PRIu64
			" records were overwritten: their totals are in the table\n",
			part->overwritten, part->made);
	if (part->unfinished)
		fprintf(out, "%" PRIu64 " records were being written\n",
			part->unfinished);
	if (part->ring.left)
		fprintf(out, "%" PRIu32 " regions were left without an end: they have no record\n",
			part->ring.left);
	if (part->ring.too_deep)
		fprintf(out, "%" PRIu32 " regions have no record: more than %d were open\n",
			part->ring.too_deep, PERFCNT_REGIONS_DEPTH);
	if (part->ring.unmatched)
		fprintf(out, "%" PRIu32 " ends of regions that were not open\n",
			part->ring.unmatched);
	if (part->ring.starts)
		fprintf(out, "%" PRIu32 " starts without update\n",
			part->ring.starts);
	if (part->ring.error)
		fprintf(out, "the thread could not be counted: %s\n",
			ring_not_counted(&part->ring));
	if (part->ring.flags & PERFCNT_REGIONS_SHARED)
		fputs("some counts include what other VPEs did meanwhile\n", out);
}

static void print_open(FILE *out, const struct perfcnt_regions_head *head,
		       const struct ring_part *part)
{
	uint32_t i;

	for (i = 0; i < part->depth; i++) {
		const struct perfcnt_regions_place *place = &head->place[part->open[i]];

		fputs(i ? ", " : "open: ", out);
		utf8_print(out, !part->open[i] ? "others" :
			   *place->name ? place->name : place->function);
	}
	if (i)
		fputc('\n', out);
}

void ring_table(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	const struct perfcnt_regions_head *head = recording->head;
	size_t i, j;

	utf8_print(out, head->program);
	fprintf(out, ", process %" PRIu32 "\n", head->pid);
	for (i = 0; i < recording->part_count; i++) {
		const struct ring_part *part = &recording->parts[i];
		const struct ring_thread_regions *thread =
			&view->summary->threads[i];

		fprintf(out, "\nthread %" PRIu32 ", ", part->ring.tid);
		utf8_print(out, part->ring.name);
		fputs(part->ring.flags & PERFCNT_REGIONS_ENDED ? ", has ended\n" : "\n", out);
		print_regions(out, view, thread);
		print_no_times(out, thread);
		print_open(out, head, part);
		print_rest(out, part);
		print_metrics(out, view, thread);
		for (j = 0; j < thread->count && view->histogram; j++)
			print_histograms(out, head, &thread->regions[j]);
	}
	if (head->lost_threads)
		fprintf(out, "%" PRIu32 " threads had no room\n",
			head->lost_threads);
}
