/* SPDX-License-Identifier: GPL-2.0 */
/* What the formats of a program's own profile print. */
#ifndef PERFCNT_REGIONS_RING_VIEW_H
#define PERFCNT_REGIONS_RING_VIEW_H

#include "ring_metrics.h"

/**
 * struct ring_view - what is printed
 * @summary: the summary
 * @parameters: for its metrics
 * @skip: how many of each region's first records were left out
 * @histogram: tables have histograms
 */
struct ring_view {
	const struct ring_summary *summary;
	const struct region_parameters *parameters;
	size_t skip;
	bool histogram;
};

#endif /* PERFCNT_REGIONS_RING_VIEW_H */
