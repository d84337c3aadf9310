/* SPDX-License-Identifier: GPL-2.0 */
/* Bars of plain text, for any terminal and any file. */
#ifndef PERFCNT_COUNTS_BARS_H
#define PERFCNT_COUNTS_BARS_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_bars() - print a line with a bar per event and metric
 * @out: where it goes
 * @view: the measurements
 *
 * The longest bar is the largest count of all measurements, or 100 % of a rate.
 */
void report_bars(FILE *out, const struct view *view);

/**
 * compare_bars() - print, per event and metric, a line with a bar per measurement
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 *
 * The longest bar is the largest value of the event or metric.
 */
void compare_bars(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_BARS_H */
