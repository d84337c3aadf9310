/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The formats in which pc_topdown says where slots go, by name.  What needs memory ends the tool,
 * with a message, if there is none.
 */
#ifndef PERFCNT_TOPDOWN_FORMAT_H
#define PERFCNT_TOPDOWN_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "topdown.h"

struct topdown_format;

/* NULL if there is none of that name. */
const struct topdown_format *topdown_format_named(const char *name);

/* Is it for people, so that something else may stand beside it? */
bool topdown_format_is_text(const struct topdown_format *format);

/* Does it say to people why results are partial? */
bool topdown_format_says_partial(const struct topdown_format *format);

/* Does it need all measurements at once, so that it is written only once? */
bool topdown_format_is_whole(const struct topdown_format *format);

/* @first: nothing was written there before. */
void topdown_format_write(const struct topdown_format *format, FILE *out,
			  const struct topdown *all, size_t count, bool first);

/* A line for each part; names are those of all results, of which the @first may be NULL. */
void topdown_csv_names(FILE *out, const struct topdown *first);
void topdown_csv(FILE *out, const struct topdown *topdown);

/* An object in a line, as perfcnt.schema.json says. */
void topdown_json(FILE *out, const struct topdown *topdown);

/* A line: the time, the place, level 1, and the bottleneck. */
void topdown_lines_names(FILE *out, const struct topdown *first);
void topdown_lines(FILE *out, const struct topdown *topdown);

/* Commands that draw a bar for each result, of all its parts; of intervals the x axis is time. */
void topdown_plot(FILE *out, const struct topdown *all, size_t count);

/* A line for each part, and the bottleneck; the same with bars, which add up to all slots. */
void topdown_table(FILE *out, const struct topdown *topdown);
void topdown_bars(FILE *out, const struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_FORMAT_H */
