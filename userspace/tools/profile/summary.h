/* SPDX-License-Identifier: GPL-2.0 */
/* Modules and functions with their samples, as text. */
#ifndef PERFCNT_PROFILE_SUMMARY_H
#define PERFCNT_PROFILE_SUMMARY_H

#include <stdio.h>

#include "rows.h"

struct libscols_table;

/* Characters of the longest rule. */
#define SAMPLE_SUMMARY_WIDTH	73

/**
 * sample_summary_columns() - read which columns the summaries have
 * @text: their names, separated by commas or blanks
 * @columns: gets them: bits, for @columns of a view
 *
 * Return: NULL, or the first word that is no name, up to the next comma or blank, and of
 * no names at all the end of @text.
 */
const char *sample_summary_columns(const char *text, unsigned int *columns);

/**
 * sample_summary_rule() - print a rule
 * @out: where it goes
 */
void sample_summary_rule(FILE *out);

/**
 * sample_summary_grid_rule() - add a rule, which ends where all of them end
 * @grid: gets it, as a line without cells
 * @width: its characters
 */
void sample_summary_grid_rule(struct libscols_table *grid, int width);

/**
 * sample_summary_modules() - print the summary of load modules
 * @out: where it goes
 * @view: what is shown
 */
void sample_summary_modules(FILE *out, const struct sample_view *view);

/**
 * sample_summary_functions() - print the summary of functions
 * @out: where it goes
 * @view: what is shown
 */
void sample_summary_functions(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_SUMMARY_H */
