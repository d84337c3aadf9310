/* SPDX-License-Identifier: GPL-2.0 */
/* Summaries as the profiler's own scripts printed them. */
#ifndef PERFCNT_REGIONS_CLASSIC_H
#define PERFCNT_REGIONS_CLASSIC_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_classic() - print what profiler.pl printed of a T1's dumps, or profiler_n2.pl of others
 * @out: where it goes
 * @view: what is printed
 */
void region_classic(FILE *out, const struct region_view *view);

#endif /* PERFCNT_REGIONS_CLASSIC_H */
