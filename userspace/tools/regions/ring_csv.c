// SPDX-License-Identifier: GPL-2.0
/* A line for each record: what is known of it, all events, and all words of user data. */
#include <inttypes.h>

#include "base/csv.h"
#include "format.h"

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

static void print_names(struct csv *csv, const struct perfcnt_regions_head *head)
{
	uint32_t i;

	csv_names(csv, "tid,thread,number,region,file,line,function,end_file,end_line");
	csv_names(csv, "depth,inner,begin,nanoseconds,cpu,end_cpu");
	for (i = 0; i < head->events; i++)
		csv_word(csv, head->event[i]);
	for (i = 0; i < head->user; i++)
		csv_format(csv, "user%" PRIu32, i + 1);
	csv_end(csv);
}

static void print_place(struct csv *csv, const struct perfcnt_regions_place *place)
{
	csv_word(csv, place->file);
	csv_number(csv, place->line);
}

static void print_counts(struct csv *csv, const struct perfcnt_regions_head *head,
			 const struct ring_record *record)
{
	uint32_t i;

	for (i = 0; i < head->events; i++)
		if (record->counted >> i & 1)
			csv_number(csv, record->counts[i]);
		else
			csv_empty(csv, 1);
	for (i = 0; i < head->user; i++)
		if (i < record->slot.user_count)
			csv_number(csv, record->user[i]);
		else
			csv_empty(csv, 1);
}

static void print_record(struct csv *csv, const struct ring_recording *recording,
			 const struct ring_record *record)
{
	const struct perfcnt_regions_head *head = recording->head;
	const struct perfcnt_regions_thread *ring = &recording->parts[record->thread].ring;
	const struct perfcnt_regions_slot *slot = &record->slot;
	char label[RING_LABEL_SIZE];

	csv_number(csv, ring->tid);
	csv_word(csv, ring->name);
	csv_number(csv, record->number);
	ring_label(recording, record, label);
	csv_word(csv, label);
	print_place(csv, &head->place[slot->begin_place]);
	csv_word(csv, head->place[slot->begin_place].function);
	print_place(csv, &head->place[slot->end_place ?: slot->begin_place]);
	csv_number(csv, slot->depth);
	csv_number(csv, record->inner);
	csv_number(csv, record->begin);
	if (ring_record_has_time(record))
		csv_number(csv, record->end - record->begin);
	else
		csv_empty(csv, 1);
	csv_number(csv, slot->begin_cpu);
	csv_number(csv, slot->end_cpu);
	print_counts(csv, head, record);
	csv_end(csv);
}

void ring_csv(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	struct csv csv = { .out = out };
	size_t i;

	print_names(&csv, recording->head);
	for (i = 0; i < recording->count; i++)
		print_record(&csv, recording, &recording->records[i]);
}
