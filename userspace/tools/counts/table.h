/* SPDX-License-Identifier: GPL-2.0 */
/* Tables as MD00548's Figure 4 has them, one per measurement. */
#ifndef PERFCNT_COUNTS_TABLE_H
#define PERFCNT_COUNTS_TABLE_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_table() - print one table per measurement, and one of the statistics of medians
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_table(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_TABLE_H */
