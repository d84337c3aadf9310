// SPDX-License-Identifier: GPL-2.0
/* IDs are hexadecimal, as they are in a dump; those of two objects may be the same. */
#include <inttypes.h>

#include "csv.h"
#include "ring_locations.h"

void ring_locations(FILE *out, const struct ring_view *view)
{
	const struct ring_head *head = view->summary->profile->head;
	uint32_t i;

	fputs("id,file,line,function,region,object" CSV_LINE_END, out);
	for (i = 1; i < head->sites; i++) {
		const struct ring_site *site = &head->site[i];

		fprintf(out, "%" PRIx32 ",", site->id);
		csv_word(out, site->file, ",");
		fprintf(out, "%" PRIu32 ",", site->line);
		csv_word(out, site->function, ",");
		csv_word(out, site->name, ",");
		csv_word(out, *site->object ? site->object : head->program,
			 CSV_LINE_END);
	}
}
