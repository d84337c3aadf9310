// SPDX-License-Identifier: GPL-2.0
/* A line for each record: what is known of it, all events, and all words of user data. */
#include <inttypes.h>

#include "base/csv.h"
#include "format.h"

/* IDs are hexadecimal, as they are in a dump; those of two objects may be the same. */

void location_heading(FILE *out)
{
	fputs("id,file,line,function,region,object" CSV_LINE_END, out);
}

void location_print(FILE *out, const struct location *location)
{
	fprintf(out, "%" PRIx64 ",", location->id);
	csv_word(out, location->file, ",");
	fprintf(out, "%" PRIu32 ",", location->line);
	csv_word(out, location->function, ",");
	csv_word(out, location->region, ",");
	csv_word(out, location->object, CSV_LINE_END);
}

/* The first of a recording's places stands for none. */

void ring_locations(FILE *out, const struct ring_view *view)
{
	const struct perfcnt_regions_head *head = view->summary->recording->head;
	uint32_t i;

	location_heading(out);
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

		location_print(out, &location);
	}
}

#define RING_CSV_NAMES	"thread,name,number,region,file,line,function,"	\
			"end_file,end_line,depth,inner,begin,"		\
			"nanoseconds,cpu,end_cpu"

static void print_names(FILE *out, const struct perfcnt_regions_head *head)
{
	uint32_t i;

	fputs(RING_CSV_NAMES, out);
	for (i = 0; i < head->events; i++) {
		fputc(',', out);
		csv_word(out, head->event[i], "");
	}
	for (i = 0; i < head->user; i++)
		fprintf(out, ",user%" PRIu32, i + 1);
	fputs(CSV_LINE_END, out);
}

static void print_place(FILE *out, const struct perfcnt_regions_place *place, bool whole)
{
	csv_word(out, place->file, ",");
	fprintf(out, "%" PRIu32 ",", place->line);
	if (whole)
		csv_word(out, place->function, ",");
}

static void print_record(FILE *out, const struct ring_recording *recording,
			 const struct ring_record *record)
{
	const struct perfcnt_regions_head *head = recording->head;
	const struct perfcnt_regions_thread *ring = &recording->parts[record->thread].ring;
	const struct perfcnt_regions_slot *slot = &record->slot;
	char label[RING_LABEL_SIZE];
	uint32_t i;

	fprintf(out, "%" PRIu32 ",", ring->tid);
	csv_word(out, ring->name, ",");
	fprintf(out, "%" PRIu64 ",", record->number);
	ring_label(recording, record, label);
	csv_word(out, label, ",");
	print_place(out, &head->place[slot->begin_place], true);
	print_place(out, &head->place[slot->end_place ?: slot->begin_place], false);
	fprintf(out, "%u,%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32
		",%" PRIu32, slot->depth, record->inner, record->begin,
		record->end - record->begin, slot->begin_cpu,
		slot->end_cpu);
	for (i = 0; i < head->events; i++) {
		fputc(',', out);
		if (record->counted >> i & 1)
			fprintf(out, "%" PRIu64, record->counts[i]);
	}
	for (i = 0; i < head->user; i++) {
		fputc(',', out);
		if (i < slot->user_count)
			fprintf(out, "%" PRIu64, record->user[i]);
	}
	fputs(CSV_LINE_END, out);
}

void ring_csv(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	size_t i;

	print_names(out, recording->head);
	for (i = 0; i < recording->count; i++)
		print_record(out, recording, &recording->records[i]);
}
