/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of a program's own profile, by their names. */
#ifndef PERFCNT_REGIONS_RING_FORMAT_H
#define PERFCNT_REGIONS_RING_FORMAT_H

#include <stdio.h>

#include "ring_view.h"

/**
 * struct ring_format - a format
 */
struct ring_format;

/**
 * ring_format_named() - find a format
 * @name: table, csv, sheet, json, trace, ver1.1 or locations
 *
 * Return: the format, or NULL.
 */
const struct ring_format *ring_format_named(const char *name);

/**
 * ring_format_write() - print a profile in a format
 * @format: the format
 * @out: where it goes
 * @view: what is printed
 */
void ring_format_write(const struct ring_format *format, FILE *out,
		       const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_FORMAT_H */
