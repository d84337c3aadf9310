// SPDX-License-Identifier: GPL-2.0
/*
 * An object, whose threads are the rows of tables; its records, which are the lines of CSV, are
 * made one by one, as there may be very many.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/json.h"
#include "format.h"

static void put_place(struct json_object *object, const struct perfcnt_regions_place *place,
		      const char *end)
{
	char name[16];

	snprintf(name, sizeof(name), "%sfile", end);
	json_put(object, name, json_text(place->file));
	snprintf(name, sizeof(name), "%sline", end);
	json_put(object, name, json_number(place->line));
	snprintf(name, sizeof(name), "%sfunction", end);
	json_put(object, name, json_text(place->function));
}

static struct json_object *metrics_array(const struct ring_view *view,
					 const struct ring_region *region)
{
	struct ring_metric metrics[RING_MOST_METRICS];
	struct json_object *array = json_object_new_array();
	size_t i, count = ring_metrics(view->summary->recording->head,
				       view->parameters, metrics);

	for (i = 0; i < count; i++)
		json_add(array, json_metric(metrics[i].name, metrics[i].label,
					    ring_metric_value(&metrics[i], region,
							      view->parameters)));
	return array;
}

struct json_object *ring_region_object(const struct ring_view *view,
				       const struct ring_thread_regions *thread,
				       const struct ring_region *region)
{
	const struct perfcnt_regions_head *head = view->summary->recording->head;
	struct json_object *object = json_object_new_object();
	struct json_object *events = json_object_new_array();
	struct json_object *user = json_object_new_array();
	uint32_t i;

	json_put(object, "name", json_text(region->label));
	put_place(object, &head->place[region->place], "");
	json_put(object, "count", json_number(region->records));
	json_put(object, "share", json_real(thread->elapsed ?
		 (double)region->time.sum / thread->elapsed : NAN));
	json_put(object, "total", region->no_time ? NULL : json_number(region->time.sum));
	json_put(object, "nanoseconds", region_series_object(&region->time));
	for (i = 0; i < head->events; i++) {
		struct json_object *event = json_add(events, json_object_new_object());

		json_put(event, "name", json_text(head->event[i]));
		json_put(event, "total", region->counts[i].count ?
			 json_number(region->counts[i].sum) : NULL);
		json_put(event, "count", region_series_object(&region->counts[i]));
	}
	json_put(object, "events", events);
	for (i = 0; i < head->user; i++)
		json_add(user, region_series_object(&region->user[i]));
	json_put(object, "user_data", user);
	json_put(object, "metrics", metrics_array(view, region));
	return object;
}

static struct json_object *open_array(const struct perfcnt_regions_head *head,
				      const struct ring_part *part)
{
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < part->depth; i++) {
		struct json_object *object = json_add(array, json_object_new_object());
		const struct perfcnt_regions_place *place = &head->place[part->open[i]];

		json_put(object, "name", json_text(place->name));
		put_place(object, place, "");
	}
	return array;
}

static struct json_object *thread_object(const struct ring_view *view,
					 const struct ring_thread_regions *thread)
{
	const struct perfcnt_regions_head *head = view->summary->recording->head;
	struct json_object *object = json_object_new_object();
	struct json_object *regions = json_object_new_array();
	const struct ring_part *part = thread->part;
	size_t i;

	json_put(object, "tid", json_number(part->ring.tid));
	json_put(object, "name", json_text(part->ring.name));
	json_put(object, "ended", json_yes(part->ring.flags & PERFCNT_REGIONS_ENDED));
	json_put(object, "before", json_number(part->ring.before));
	json_put(object, "made", json_number(part->made));
	json_put(object, "kept", json_number(part->kept));
	json_put(object, "overwritten", json_number(part->overwritten));
	json_put(object, "unfinished", json_number(part->unfinished));
	json_put(object, "unmatched", json_number(part->ring.unmatched));
	json_put(object, "left_open", json_number(part->ring.left));
	json_put(object, "too_deep", json_number(part->ring.too_deep));
	json_put(object, "starts", json_number(part->ring.starts));
	json_put(object, "calibrated", json_yes(part->ring.flags & PERFCNT_REGIONS_CALIBRATED));
	json_put(object, "shared", json_yes(part->ring.flags & PERFCNT_REGIONS_SHARED));
	json_put(object, "way", json_text(part->ring.flags & PERFCNT_REGIONS_PAGES ?
					  "pages" : "device"));
	json_put(object, "why", *part->ring.why ? json_text(part->ring.why) : NULL);
	json_put(object, "reason", json_text(part->ring.error ? strerror(part->ring.error) : NULL));
	json_put(object, "open", open_array(head, part));
	for (i = 0; i < thread->count; i++)
		json_add(regions, ring_region_object(view, thread, &thread->regions[i]));
	json_put(object, "regions", regions);
	return object;
}

static struct json_object *record_object(const struct ring_recording *recording,
					 const struct ring_record *record)
{
	const struct perfcnt_regions_head *head = recording->head;
	const struct perfcnt_regions_slot *slot = &record->slot;
	struct json_object *object = json_object_new_object();
	struct json_object *counts = json_object_new_array();
	char label[RING_LABEL_SIZE];
	uint32_t i;

	ring_label(recording, record, label);
	json_put(object, "tid", json_number(recording->parts[record->thread].ring.tid));
	json_put(object, "number", json_number(record->number));
	json_put(object, "region", json_text(label));
	put_place(object, &head->place[slot->begin_place], "");
	put_place(object, &head->place[slot->end_place ?: slot->begin_place], "end_");
	json_put(object, "depth", json_number(slot->depth));
	json_put(object, "inner", json_number(record->inner));
	json_put(object, "begin", json_number(record->begin));
	json_put(object, "nanoseconds",
		 ring_record_has_time(record) ?
		 json_number(record->end - record->begin) : NULL);
	json_put(object, "cpu", json_number(slot->begin_cpu));
	json_put(object, "end_cpu", json_number(slot->end_cpu));
	for (i = 0; i < head->events; i++)
		json_add(counts, record->counted >> i & 1 ? json_number(record->counts[i]) : NULL);
	json_put(object, "counts", counts);
	json_put(object, "user_data", json_numbers(record->user, slot->user_count));
	return object;
}

static struct json_object *threads_array(const struct ring_view *view)
{
	struct json_object *threads = json_object_new_array();
	size_t i;

	for (i = 0; i < view->summary->recording->part_count; i++)
		json_add(threads, thread_object(view, &view->summary->threads[i]));
	return threads;
}

void ring_json(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	const struct perfcnt_regions_head *head = recording->head;
	struct json_object *object = json_object_new_object();
	struct json_object *events = json_object_new_array();
	bool first = true;
	size_t i;

	json_put(object, "program", json_text(head->program));
	json_put(object, "pid", json_number(head->pid));
	json_put(object, "realtime", json_number(head->realtime));
	json_put(object, "skip", json_number(view->skip));
	json_put(object, "lost_threads", json_number(head->lost_threads));
	json_put(object, "partial", json_text(recording->partial));
	for (i = 0; i < head->events; i++)
		json_add(events, json_text(head->event[i]));
	json_put(object, "events", events);
	json_put(object, "threads", threads_array(view));
	json_begin(out, object, "records");
	for (i = 0; i < recording->count; i++)
		json_item(out, record_object(recording, &recording->records[i]), &first);
	json_end(out);
}

#define COLUMNS \
	"tid,thread=/name,number,region,file,line,function,end_file,end_line," \
	"depth,inner,begin,nanoseconds,cpu,end_cpu"

static void put_record(struct csv *csv, const struct ring_recording *recording,
		       const struct ring_record *record, struct json_object *threads)
{
	struct json_object *object = record_object(recording, record);

	csv_cells(csv, COLUMNS, object, json_object_array_get_idx(threads, record->thread));
	csv_array(csv, NULL, json_object_object_get(object, "counts"), recording->head->events);
	csv_array(csv, NULL, json_object_object_get(object, "user_data"), recording->head->user);
	csv_word(csv, recording->partial);
	csv_end(csv);
	json_object_put(object);
}

void ring_csv(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	struct json_object *threads = threads_array(view);
	struct csv csv = { .out = out };
	size_t i;

	csv_columns(&csv, COLUMNS);
	for (i = 0; i < recording->head->events; i++)
		csv_word(&csv, recording->head->event[i]);
	for (i = 0; i < recording->head->user; i++)
		csv_format(&csv, "user%zu", i + 1);
	csv_word(&csv, "partial");
	csv_end(&csv);
	for (i = 0; i < recording->count; i++)
		put_record(&csv, recording, &recording->records[i], threads);
	json_object_put(threads);
}

/* IDs are hexadecimal, as they are in a dump; those of two objects may be the same. */

void location_heading(struct csv *csv)
{
	csv_names(csv, "id,file,line,function,region,object");
	csv_end(csv);
}

void location_print(struct csv *csv, const struct location *location)
{
	csv_format(csv, "%" PRIx64, location->id);
	csv_word(csv, location->file);
	csv_number(csv, location->line);
	csv_word(csv, location->function);
	csv_word(csv, location->region);
	csv_word(csv, location->object);
	csv_end(csv);
}

/* The first of a recording's places stands for none. */

void ring_locations(FILE *out, const struct ring_view *view)
{
	const struct perfcnt_regions_head *head = view->summary->recording->head;
	struct csv csv = { .out = out };
	uint32_t i;

	location_heading(&csv);
	for (i = 1; i < head->places; i++) {
		const struct perfcnt_regions_place *place = &head->place[i];
		const struct location location = {
			.id = place->id,
			.file = place->file,
			.line = place->line,
			.function = place->function,
			.region = place->name,
			.object = *place->object ? place->object : head->program,
		};

		location_print(&csv, &location);
	}
}
