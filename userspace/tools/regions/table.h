/* SPDX-License-Identifier: GPL-2.0 */
/* Summaries as tables for people. */
#ifndef PERFCNT_REGIONS_TABLE_H
#define PERFCNT_REGIONS_TABLE_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_table() - print tables of each CPU: its regions, its averages, its metrics
 * @out: where it goes
 * @view: what is printed
 */
void region_table(FILE *out, const struct region_view *view);

#endif /* PERFCNT_REGIONS_TABLE_H */
