// SPDX-License-Identifier: GPL-2.0
/* The samples of one function among all. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "hits.h"

static int compare(const void *left, const void *right)
{
	const struct sample_hit *one = left, *other = right;

	return (one->place->address > other->place->address) -
	       (one->place->address < other->place->address);
}

static bool is_in(const struct place *place, const struct sample_row *row)
{
	return place->start == row->start && !strcmp(place->module, row->module) &&
	       !strcmp(place->function, row->function);
}

void sample_hits_find(struct sample_hits *hits, const struct sample_view *view,
		      const struct sample_row *row)
{
	const struct samples *samples = view->samples;
	size_t i;

	*hits = (struct sample_hits){
		.hits = resize(NULL, samples->count, sizeof(*hits->hits)),
	};
	for (i = 0; i < samples->count; i++)
		if (is_in(&view->places[i], row))
			hits->hits[hits->count++] = (struct sample_hit){
				&view->places[i], samples->samples[i].trigger,
				samples->samples[i].flags
			};
	if (hits->count)
		qsort(hits->hits, hits->count, sizeof(*hits->hits), compare);
}

void sample_hits_free(struct sample_hits *hits)
{
	free(hits->hits);
}
