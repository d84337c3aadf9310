/* SPDX-License-Identifier: GPL-2.0 */
/* Summaries as CSV, RFC 4180. */
#ifndef PERFCNT_REGIONS_CSV_H
#define PERFCNT_REGIONS_CSV_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_csv() - print the columns of the original's scripts, then regions, statistics and
 * metrics, with an empty line between the parts
 * @out: where it goes
 * @view: what is printed
 */
void region_csv(FILE *out, const struct region_view *view);

#endif /* PERFCNT_REGIONS_CSV_H */
