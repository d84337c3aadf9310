/* SPDX-License-Identifier: GPL-2.0 */
/* Averages and metrics of a program's own profile as formulas. */
#ifndef PERFCNT_REGIONS_RING_SHEET_H
#define PERFCNT_REGIONS_RING_SHEET_H

#include <stdio.h>

#include "ring_view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * ring_sheet() - print threads side by side, as sheet.h says
 * @out: where it goes
 * @view: what is printed
 */
void ring_sheet(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_SHEET_H */
