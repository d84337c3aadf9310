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

#endif /* PERFCNT_TOPDOWN_FORMAT_H */
