/* SPDX-License-Identifier: GPL-2.0 */
/* The formats in which pc_regions prints summaries, by name. */
#ifndef PERFCNT_REGIONS_FORMAT_H
#define PERFCNT_REGIONS_FORMAT_H

#include <stdio.h>

#include "view.h"

struct region_format;

/**
 * region_format_named() - find a format
 * @name: its name: table, csv, sheet, classic or json
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct region_format *region_format_named(const char *name);

/**
 * region_format_write() - print a summary
 * @format: the format
 * @out: where it goes
 * @view: what is printed
 */
void region_format_write(const struct region_format *format, FILE *out,
			 const struct region_view *view);

#endif /* PERFCNT_REGIONS_FORMAT_H */
