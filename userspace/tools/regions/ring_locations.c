// SPDX-License-Identifier: GPL-2.0
/* The first of a profile's sites stands for none. */
#include "location.h"
#include "ring_locations.h"

void ring_locations(FILE *out, const struct ring_view *view)
{
	const struct ring_head *head = view->summary->profile->head;
	uint32_t i;

	location_heading(out);
	for (i = 1; i < head->sites; i++) {
		const struct ring_site *site = &head->site[i];
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
