/* SPDX-License-Identifier: GPL-2.0 */
/* How numbers are distributed, as bars. */
#ifndef PERFCNT_REGIONS_HISTOGRAM_H
#define PERFCNT_REGIONS_HISTOGRAM_H

#include <stdio.h>

#include "series.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_histogram() - print a line for each tenth from the minimum to the maximum
 * @out: where it goes
 * @name: what the numbers are
 * @series: the numbers, of which there is one
 */
void region_histogram(FILE *out, const char *name,
		      const struct region_series *series);

#endif /* PERFCNT_REGIONS_HISTOGRAM_H */
