/* SPDX-License-Identifier: GPL-2.0 */
/* Where the callers of a profile are in the sources, by the IDs that dumps have. */
#ifndef PERFCNT_REGIONS_RING_LOCATIONS_H
#define PERFCNT_REGIONS_RING_LOCATIONS_H

#include <stdio.h>

#include "ring_view.h"

/**
 * ring_locations() - print a line for each place that has made a mark
 * @out: where it goes
 * @view: the profile
 */
void ring_locations(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_LOCATIONS_H */
