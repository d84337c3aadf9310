/* SPDX-License-Identifier: GPL-2.0 */
/* Modules and functions with their samples, as text. */
#ifndef PERFCNT_PROFILE_SUMMARY_H
#define PERFCNT_PROFILE_SUMMARY_H

#include <stdio.h>

#include "rows.h"

struct libscols_table;

/* Characters of the longest rule. */
#define SAMPLE_SUMMARY_WIDTH	73

/*
 * Reads which columns the summaries have: names, separated by commas or blanks, become bits, for
 * @columns of a view.  Returns NULL, or the first word that is no name, up to the next comma or
 * blank, and of no names at all the end of @text.
 */
const char *sample_summary_columns(const char *text, unsigned int *columns);

void sample_summary_rule(FILE *out);

/* Adds a rule of so many characters, which ends where all of them end, as a line without cells. */
void sample_summary_grid_rule(struct libscols_table *grid, int width);

void sample_summary_modules(FILE *out, const struct sample_view *view);

void sample_summary_functions(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_SUMMARY_H */
