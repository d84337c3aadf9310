/* SPDX-License-Identifier: GPL-2.0 */
/* What the formats of pc_regions print. */
#ifndef PERFCNT_REGIONS_VIEW_H
#define PERFCNT_REGIONS_VIEW_H

#include <stdbool.h>

#include "region_metrics.h"

/**
 * struct region_view - what is printed
 * @summary: the summary
 * @parameters: for its metrics
 * @skip: how many intervals of each CPU were left out
 * @histogram: tables have histograms
 */
struct region_view {
	const struct region_summary *summary;
	const struct region_parameters *parameters;
	size_t skip;
	bool histogram;
};

/**
 * region_view_is_t1() - are dumps those of an UltraSPARC T1?
 * @summary: of the dumps
 *
 * Return: whether each interval counts the instructions of a T1, and perhaps
 * another event.
 */
bool region_view_is_t1(const struct region_summary *summary);

#endif /* PERFCNT_REGIONS_VIEW_H */
