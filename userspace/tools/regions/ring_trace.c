// SPDX-License-Identifier: GPL-2.0
/* Complete events, whose times are in microseconds; names of threads are metadata. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"
#include "format.h"

static void put_name(FILE *out, const struct perfcnt_regions_head *head, const char *what,
		     uint32_t tid, const char *name, bool *first)
{
	struct json_object *object = json_object_new_object();
	struct json_object *args = json_object_new_object();

	json_put(args, "name", json_text(name));
	json_put(object, "name", json_text(what));
	json_put(object, "ph", json_text("M"));
	json_put(object, "pid", json_number(head->pid));
	json_put(object, "tid", json_number(tid));
	json_put(object, "args", args);
	json_item(out, object, first);
}

/* Nanoseconds as microseconds, to the digit. */
static struct json_object *microseconds(uint64_t time)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64 ".%03u", time / 1000,
		 (unsigned int)(time % 1000));
	return json_object_new_double_s(time / 1000.0, text);
}

/* What is called so in a file is UTF-8 here. */
static void put_count(struct json_object *args, const char *event, uint64_t count)
{
	char *name = text_as_utf8(event);

	json_put(args, name, json_number(count));
	free(name);
}

static struct json_object *arguments(const struct perfcnt_regions_head *head,
				     const struct ring_record *record)
{
	const struct perfcnt_regions_place *place = &head->place[record->slot.begin_place];
	struct json_object *args = json_object_new_object();
	char text[sizeof(place->file) + 16];
	uint32_t i;

	snprintf(text, sizeof(text), "%s:%" PRIu32, place->file, place->line);
	json_put(args, "place", *place->file ? json_text(text) : NULL);
	for (i = 0; i < head->events; i++)
		if (record->counted >> i & 1)
			put_count(args, head->event[i], record->counts[i]);
	for (i = 0; i < record->slot.user_count; i++) {
		snprintf(text, sizeof(text), "user%" PRIu32, i + 1);
		json_put(args, text, json_number(record->user[i]));
	}
	return args;
}

static void put_record(FILE *out, const struct ring_recording *recording,
		       const struct ring_record *record, bool *first)
{
	struct json_object *object = json_object_new_object();
	char label[RING_LABEL_SIZE];

	ring_label(recording, record, label);
	json_put(object, "name", json_text(label));
	json_put(object, "cat", json_text("region"));
	json_put(object, "ph", json_text("X"));
	json_put(object, "ts", microseconds(record->begin));
	json_put(object, "dur", microseconds(record->end -
					     record->begin));
	json_put(object, "pid", json_number(recording->head->pid));
	json_put(object, "tid",
		 json_number(recording->parts[record->thread].ring.tid));
	json_put(object, "args", arguments(recording->head, record));
	json_item(out, object, first);
}

void ring_trace(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	const struct perfcnt_regions_head *head = recording->head;
	struct json_object *object = json_object_new_object();
	bool first = true;
	size_t i;

	json_put(object, "displayTimeUnit", json_text("ns"));
	json_begin(out, object, "traceEvents");
	put_name(out, head, "process_name", head->pid, head->program, &first);
	for (i = 0; i < recording->part_count; i++)
		put_name(out, head, "thread_name", recording->parts[i].ring.tid,
			 recording->parts[i].ring.name, &first);
	for (i = 0; i < recording->count; i++)
		if (ring_record_has_time(&recording->records[i]))
			put_record(out, recording, &recording->records[i], &first);
	json_end(out);
}
