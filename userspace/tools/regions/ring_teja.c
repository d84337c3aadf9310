// SPDX-License-Identifier: GPL-2.0
/* The library writes the same lines when a program dumps its own records. */
#include <teja_line.h>

#include "format.h"

/* What the events of a dump counted, at a record's beginning and at its end. */
static void set_counts(const struct perfcnt_regions_head *head,
		       const struct ring_record *record,
		       uint64_t counts[2][TEJA_COUNTS])
{
	uint32_t events[TEJA_EVENTS], i;

	perfcnt_teja_events(head, record->slot.set, events);
	for (i = 0; i < TEJA_EVENTS; i++) {
		bool counted = events[i] < head->events;

		counts[0][i] = counted ? record->begins[events[i]] : 0;
		counts[1][i] = counted ? counts[0][i] + record->counts[events[i]] : 0;
	}
	counts[0][TEJA_TIME] = record->begin;
	counts[1][TEJA_TIME] = record->end;
}

static void print_thread(FILE *out, const struct ring_recording *recording,
			 const struct ring_part *part)
{
	struct teja_writer writer = { .head = recording->head };
	uint64_t counts[2][TEJA_COUNTS];
	char text[TEJA_TEXT_SIZE];
	uint32_t set;
	size_t i;

	for (set = 0; set < recording->head->sets; set++)
		fwrite(text, 1, perfcnt_teja_legend(recording->head, &part->ring, set,
						    text), out);
	fputs(TEJA_CYCLES_ARE TEJA_HEAD, out);
	for (i = 0; i < part->kept; i++) {
		const struct ring_record *record =
			&recording->records[part->first + i];

		set_counts(recording->head, record, counts);
		fwrite(text, 1, perfcnt_teja_record(&writer, text, &record->slot,
						    record->number, counts,
						    record->user), out);
	}
	fputs(TEJA_END, out);
}

void ring_teja(FILE *out, const struct ring_view *view)
{
	const struct ring_recording *recording = view->summary->recording;
	size_t i;

	for (i = 0; i < recording->part_count; i++)
		print_thread(out, recording, &recording->parts[i]);
}
