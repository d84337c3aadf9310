/* SPDX-License-Identifier: GPL-2.0 */
/* What the counts of measurements come to, in several forms. */
#ifndef PERFCNT_TOOLS_REPORT_H
#define PERFCNT_TOOLS_REPORT_H

#include <stdio.h>

#include "data/dump.h"

/* What needs memory ends the program, with a message, if there is none. */

/**
 * report_figure() - print the layout of MD00548's Figure 4, once a measurement
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 */
void report_figure(FILE *out, const struct dump *dump);

/**
 * report_side_by_side() - print the layout of its Table 6, a column a measurement
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 */
void report_side_by_side(FILE *out, const struct dump *dump);

/**
 * report_csv() - print RFC 4180's form, with a line of names
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 */
void report_csv(FILE *out, const struct dump *dump);

/**
 * report_json() - print JSON
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 */
void report_json(FILE *out, const struct dump *dump);

/**
 * report_metrics() - print the metrics' definitions
 * @out: where they go
 */
void report_metrics(FILE *out);

struct json_object;

/**
 * json_text() - a string of json-c, in UTF-8 as JSON has to be
 * @text: the text; a byte of anything else becomes U+FFFD
 *
 * Return: the string.
 */
struct json_object *json_text(const char *text);

struct row;

/**
 * json_row() - what a row is of: name, label, modes, filter
 * @row: the row
 *
 * Ends the program if there is no memory.
 *
 * Return: an object, to which its values can be added.
 */
struct json_object *json_row(const struct row *row);

/**
 * csv_word() - print a field of RFC 4180, quoted if it has to be
 * @out: where it goes
 * @word: the field
 * @end: what is behind it: "," or "\r\n"
 */
void csv_word(FILE *out, const char *word, const char *end);

#endif /* PERFCNT_TOOLS_REPORT_H */
