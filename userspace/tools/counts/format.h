/* SPDX-License-Identifier: GPL-2.0 */
/* The formats that reports are written in, by name. */
#ifndef PERFCNT_COUNTS_FORMAT_H
#define PERFCNT_COUNTS_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "events/medians.h"
#include "view.h"

struct format;

/**
 * format_named() - find a format
 * @name: its name: table, bars, csv, json, raw, plot, svg, png, openmetrics or
 *	  prometheus
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct format *format_named(const char *name);

/**
 * format_can_append() - can a format stand after what a file has?
 * @format: the format; a picture cannot, nor can what is exported
 */
bool format_can_append(const struct format *format);

/**
 * format_exports() - is a format for programs that collect what counters count now?
 * @format: the format; if it is, it has one measurement of one dump, also with all
 *	    counters stopped
 */
bool format_exports(const struct format *format);

/**
 * format_name() - what --format calls a format
 * @format: the format
 */
const char *format_name(const struct format *format);

/**
 * format_appends() - may a format be written after what a file has?
 * @format: the format
 * @path: the file, which need not be there; "-" is standard output
 *
 * Ends the tool with words on it if the file has another format.
 *
 * Return: whether the file has anything: the line of names that CSV begins with is
 * there already then.
 */
bool format_appends(const struct format *format, const char *path);

/**
 * format_report() - write measurements
 * @format: the format
 * @out: where they go
 * @view: the measurements
 * @appended: after others, from format_appends()
 */
void format_report(const struct format *format, FILE *out,
		   const struct view *view, bool appended);

/**
 * format_compare() - write measurements side by side
 * @format: a format that can
 * @out: where they go
 * @view: the measurements
 */
void format_compare(const struct format *format, FILE *out,
		    const struct view *view);

/**
 * format_results() - write what a command's measurement has found
 * @format: the format
 * @out: where it goes
 * @results: the results; raw has all that was read, the others the medians
 * @appended: after others, from format_appends()
 */
void format_results(const struct format *format, FILE *out,
		    const struct results *results, bool appended);

#endif /* PERFCNT_COUNTS_FORMAT_H */
