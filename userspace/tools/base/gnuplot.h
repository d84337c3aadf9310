/* SPDX-License-Identifier: GPL-2.0 */
/* Texts in commands for gnuplot(1). */
#ifndef PERFCNT_TOOLS_GNUPLOT_H
#define PERFCNT_TOOLS_GNUPLOT_H

#include <stdio.h>

/* The first line's beginning. */
#define PLOT_BEGINS	"# gnuplot:"

/**
 * plot_text_put() - print a text as gnuplot takes it, whatever is in it
 * @out: where it goes
 * @text: the text
 * @percent: what a '%' is written as: twice where gnuplot takes it for a format
 *
 * What needs memory ends the tool, with a message, if there is none.
 */
void plot_text_put(FILE *out, const char *text, const char *percent);

#endif /* PERFCNT_TOOLS_GNUPLOT_H */
