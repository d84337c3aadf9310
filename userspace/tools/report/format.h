/* SPDX-License-Identifier: GPL-2.0 */
/* The formats that reports are written in, by name. */
#ifndef PERFCNT_TOOLS_FORMAT_H
#define PERFCNT_TOOLS_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "data/dump.h"
#include "data/results.h"

/**
 * struct format - a format
 * @name: what --format calls it
 * @report: writes measurements
 * @results: writes what a measurement that was repeated has found, with the
 *	     line of names that it has; or NULL
 * @more: the same behind what was written before
 */
struct format {
	const char *name;
	void (*report)(FILE *out, const struct dump *dump);
	void (*results)(FILE *out, const struct results *results);
	void (*more)(FILE *out, const struct results *results);
};

/**
 * format_named() - find a format
 * @name: its name
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct format *format_named(const char *name);

#endif /* PERFCNT_TOOLS_FORMAT_H */
