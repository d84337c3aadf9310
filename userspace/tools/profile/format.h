/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of sampled runs, by name. */
#ifndef PERFCNT_PROFILE_FORMAT_H
#define PERFCNT_PROFILE_FORMAT_H

#include <stdio.h>

#include "rows.h"

struct sample_format;

/**
 * sample_format_named() - find a format
 * @name: its name
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct sample_format *sample_format_named(const char *name);

/**
 * sample_format_write() - print a run
 * @format: how
 * @out: where it goes
 * @view: what is shown
 */
void sample_format_write(const struct sample_format *format, FILE *out,
			 const struct sample_view *view);

#endif /* PERFCNT_PROFILE_FORMAT_H */
