/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The formats that reports are written in, by name.  What is relative is so to the first
 * measurement.  What needs memory ends the tool, with a message, if there is none.
 */
#ifndef PERFCNT_COUNTS_FORMAT_H
#define PERFCNT_COUNTS_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "events/medians.h"
#include "view.h"

struct format;

/* NULL if there is none of that name. */
const struct format *format_named(const char *name);

const char *format_name(const struct format *format);

/* Can it stand after what a file has?  A picture cannot, nor can what is exported. */
bool format_can_append(const struct format *format);

/*
 * Is it for programs that collect what counters count now?  Then it has one measurement of one
 * dump, also with all counters stopped.
 */
bool format_exports(const struct format *format);

/*
 * Whether a file, which need not be there, or standard output, "-", has anything that the format
 * is written after; CSV has its line of names then.  Ends the tool if that has another format.
 */
bool format_appends(const struct format *format, const char *path);

/* Writes measurements; after others if format_appends() says so. */
void format_report(const struct format *format, FILE *out,
		   const struct view *view, bool appended);

/* Writes measurements side by side, in a format that can. */
void format_compare(const struct format *format, FILE *out,
		    const struct view *view);

/* Writes what a command's measurement has found: raw has all that was read, others the medians. */
void format_results(const struct format *format, FILE *out,
		    const struct results *results, bool appended);

/* One table per measurement, and one of the statistics of medians; or all side by side. */
void report_table(FILE *out, const struct view *view);
void report_compare(FILE *out, const struct view *view);

/* Bars: the longest is the largest count of all measurements, or 100 % of a rate. */
void report_bars(FILE *out, const struct view *view);

/* A bar per measurement: the longest is the largest value of the event or metric. */
void compare_bars(FILE *out, const struct view *view);

/* The line of names of a report that is not of stalls, to be freed by free(). */
char *report_csv_names(void);

/* One line per event, metric and time; report_csv() prints the line of names before them. */
void report_csv(FILE *out, const struct view *view);
void report_csv_lines(FILE *out, const struct view *view);

/* One line per event and metric, one column per measurement. */
void compare_csv(FILE *out, const struct view *view);

/* Objects, as perfcnt.schema.json says. */
void report_json(FILE *out, const struct view *view);
void compare_json(FILE *out, const struct view *view);
void results_json(FILE *out, const struct results *results);

/* How OpenMetrics 1.0 and Prometheus' own text format 0.0.4 begin. */
#define OPENMETRICS_BEGINS	"# HELP perfcnt_events "
#define PROMETHEUS_BEGINS	"# HELP perfcnt_events_total "

void report_openmetrics(FILE *out, const struct view *view);
void report_prometheus(FILE *out, const struct view *view);

/* How an SVG and a PNG begin. */
#define PICTURE_SVG_BEGINS	"<?xml"
#define PICTURE_PNG_BEGINS	"\x89PNG"

/*
 * The picture of plot_write().  Without gnuplot in PATH, without memory and if gnuplot fails
 * these end the tool, with a message, and print nothing.
 */
void report_svg(FILE *out, const struct view *view);
void report_png(FILE *out, const struct view *view);

/*
 * Commands that draw one picture of all measurements, which stand along the x axis; one alone has
 * its events there.  @terminal is what gnuplot draws with; NULL, as in report_plot(), is SVG if it
 * has nothing better.
 */
void plot_write(FILE *out, const struct view *view, const char *terminal);
void report_plot(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_FORMAT_H */
