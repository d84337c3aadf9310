/* SPDX-License-Identifier: GPL-2.0 */
/* What the counts of measurements come to, in several forms. */
#ifndef PERFCNT_TOOLS_REPORT_H
#define PERFCNT_TOOLS_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "dump.h"

enum report_format {
	REPORT_TABLE,		/* Figure 4's layout, a table a measurement */
	REPORT_RAW,		/* dumps, as dump_read() reads them */
	REPORT_CSV,		/* RFC 4180, with a line of names */
	REPORT_JSON,
};

/**
 * report_format_named() - the format of a name
 * @name: table, raw, csv or json
 * @format: gets it
 *
 * Return: whether there is one of that name.
 */
bool report_format_named(const char *name, enum report_format *format);

/**
 * report() - print measurements
 * @out: where they go
 * @dump: the measurements; what is relative is so to the first
 * @format: how
 *
 * Return: 0, or -1 with errno set: ENOMEM.
 */
int report(FILE *out, const struct dump *dump, enum report_format format);

/**
 * report_side_by_side() - print a table with a column a measurement
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 *
 * Return: 0, or -1 with errno set: ENOMEM.
 */
int report_side_by_side(FILE *out, const struct dump *dump);

/**
 * report_metrics() - print the metrics' definitions
 * @out: where they go
 *
 * Return: 0, or -1 with errno set: ENOMEM.
 */
int report_metrics(FILE *out);

/**
 * report_modes() - the modes of a control word as a report shows them
 * @control: the control word
 * @text: gets the letters U, S, K and E of those there are
 */
void report_modes(uint32_t control, char text[5]);

/**
 * report_filter() - the filter of a control word as a report shows it
 * @control: the control word
 * @text: gets 6 letters, as below "VPE TC"
 */
void report_filter(uint32_t control, char text[7]);

#endif /* PERFCNT_TOOLS_REPORT_H */
