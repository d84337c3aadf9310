/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of one function. */
#ifndef PERFCNT_PROFILE_HITS_H
#define PERFCNT_PROFILE_HITS_H

#include "symbols/place.h"
#include "rows.h"

/**
 * struct sample_hit - a sample
 * @place: where it is
 * @trigger: which event it is of
 * @flags: PERFCNT_SAMPLE_*
 */
struct sample_hit {
	const struct place *place;
	unsigned int trigger;
	uint32_t flags;
};

/**
 * struct sample_hits - the samples of a function, in the order of their addresses
 * @hits: the samples
 * @count: how many
 */
struct sample_hits {
	struct sample_hit *hits;
	size_t count;
};

/**
 * sample_hits_find() - find the samples of a function
 * @hits: comes back; sample_hits_free() frees it
 * @view: all samples
 * @row: the function
 */
void sample_hits_find(struct sample_hits *hits, const struct sample_view *view,
		      const struct sample_row *row);

/**
 * sample_hits_free() - free what was found
 * @hits: the samples
 */
void sample_hits_free(struct sample_hits *hits);

#endif /* PERFCNT_PROFILE_HITS_H */
