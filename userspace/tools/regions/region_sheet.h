/* SPDX-License-Identifier: GPL-2.0 */
/* Averages and metrics of dumps as formulas. */
#ifndef PERFCNT_REGIONS_REGION_SHEET_H
#define PERFCNT_REGIONS_REGION_SHEET_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_sheet() - print CPUs side by side, as sheet.h says
 * @out: where it goes
 * @view: what is printed
 */
void region_sheet(FILE *out, const struct region_view *view);

#endif /* PERFCNT_REGIONS_REGION_SHEET_H */
