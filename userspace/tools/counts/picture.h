/* SPDX-License-Identifier: GPL-2.0 */
/* Pictures, drawn by gnuplot(1). */
#ifndef PERFCNT_COUNTS_PICTURE_H
#define PERFCNT_COUNTS_PICTURE_H

#include <stdio.h>

#include "view.h"

/* How an SVG and a PNG begin. */
#define PICTURE_SVG_BEGINS	"<?xml"
#define PICTURE_PNG_BEGINS	"\x89PNG"

/*
 * Without gnuplot in PATH, without memory and if gnuplot fails these end the tool,
 * with a message, and print nothing.
 */

/**
 * report_svg() - draw the picture of plot_write() as SVG
 * @out: where it goes
 * @view: the measurements
 */
void report_svg(FILE *out, const struct view *view);

/**
 * report_png() - draw the picture of plot_write() as PNG
 * @out: where it goes
 * @view: the measurements
 */
void report_png(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_PICTURE_H */
