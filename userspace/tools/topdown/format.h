/* SPDX-License-Identifier: GPL-2.0 */
/* The formats in which pc_topdown says where slots go, by name. */
#ifndef PERFCNT_TOPDOWN_FORMAT_H
#define PERFCNT_TOPDOWN_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "topdown.h"

struct topdown_format;

/**
 * topdown_format_named() - find a format
 * @name: its name: table, bars, lines, csv, json or plot
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct topdown_format *topdown_format_named(const char *name);

/**
 * topdown_format_is_text() - is it for people?
 * @format: the format
 *
 * Return: whether something else may stand beside it.
 */
bool topdown_format_is_text(const struct topdown_format *format);

/**
 * topdown_format_is_whole() - does it need all measurements at once?
 * @format: the format
 *
 * Return: whether it is written only once.
 */
bool topdown_format_is_whole(const struct topdown_format *format);

/**
 * topdown_format_write() - write where slots went
 * @format: the format
 * @out: where it goes
 * @all: of each measurement
 * @count: how many measurements
 * @first: was nothing written there before?
 */
void topdown_format_write(const struct topdown_format *format, FILE *out,
			  const struct topdown *all, size_t count, bool first);

/**
 * topdown_csv_names() - print the line of names
 * @out: where it goes
 */
void topdown_csv_names(FILE *out);

/**
 * topdown_csv() - print a line for each part
 * @out: where they go
 * @topdown: where the slots went
 */
void topdown_csv(FILE *out, const struct topdown *topdown);

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * topdown_json() - print an object in a line, as perfcnt.schema.json says
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_json(FILE *out, const struct topdown *topdown);

/**
 * topdown_lines_names() - print the heading
 * @out: where it goes
 */
void topdown_lines_names(FILE *out);

/**
 * topdown_lines() - print a line: the time, the place, level 1, and the bottleneck
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_lines(FILE *out, const struct topdown *topdown);

/**
 * topdown_plot() - print commands that draw a bar for each result, of all its parts
 * @out: where they go
 * @all: the results, in the order of the x axis; of intervals the time stands there
 * @count: how many
 */
void topdown_plot(FILE *out, const struct topdown *all, size_t count);

/**
 * topdown_table() - print a line for each part, and the bottleneck
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_table(FILE *out, const struct topdown *topdown);

/**
 * topdown_bars() - the same with bars, which add up to all slots
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_bars(FILE *out, const struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_FORMAT_H */
