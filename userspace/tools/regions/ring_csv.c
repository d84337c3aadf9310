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

/* The first of a profile's sites stands for none. */

void ring_locations(FILE *out, const struct ring_view *view)
{
	const struct perfcnt_regions_head *head = view->summary->profile->head;
	uint32_t i;

	location_heading(out);
	for (i = 1; i < head->sites; i++) {
		const struct perfcnt_regions_site *site = &head->site[i];
		const struct location location = {
			.id = site->id,
			.file = site->file,
			.line = site->line,
			.function = site->function,
			.region = site->name,
			.object = *site->object ? site->object : head->program,
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

static void print_site(FILE *out, const struct perfcnt_regions_site *site, bool whole)
{
	csv_word(out, site->file, ",");
	fprintf(out, "%" PRIu32 ",", site->line);
	if (whole)
		csv_word(out, site->function, ",");
}

static void print_record(FILE *out, const struct ring_profile *profile,
			 const struct ring_record *record)
{
	const struct perfcnt_regions_head *head = profile->head;
	const struct perfcnt_regions_thread *ring = &profile->parts[record->thread].ring;
	const struct perfcnt_regions_slot *slot = &record->slot;
	char label[RING_LABEL_SIZE];
	uint32_t i;

	fprintf(out, "%" PRIu32 ",", ring->tid);
	csv_word(out, ring->name, ",");
	fprintf(out, "%" PRIu64 ",", record->number);
	ring_label(profile, record, label);
	csv_word(out, label, ",");
	print_site(out, &head->site[slot->begin_site], true);
	print_site(out, &head->site[slot->end_site ?: slot->begin_site], false);
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
	const struct ring_profile *profile = view->summary->profile;
	size_t i;

	print_names(out, profile->head);
	for (i = 0; i < profile->count; i++)
		print_record(out, profile, &profile->records[i]);
}
