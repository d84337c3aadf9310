/* SPDX-License-Identifier: GPL-2.0 */
/* Commands for gnuplot(1), with the data in them. */
#ifndef PERFCNT_COUNTS_PLOT_H
#define PERFCNT_COUNTS_PLOT_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * plot_write() - print commands that draw one picture of all measurements
 * @out: where they go
 * @view: the measurements; what is relative is so to the first
 * @terminal: what gnuplot draws with; NULL is SVG if it has nothing better
 *
 * Several measurements stand along the x axis, one alone has its events there.
 */
void plot_write(FILE *out, const struct view *view, const char *terminal);

/**
 * report_plot() - plot_write() without a terminal
 * @out: where the commands go
 * @view: the measurements
 */
void report_plot(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_PLOT_H */
