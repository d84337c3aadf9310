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

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_bars() - print a line with a bar per event and metric
 * @out: where it goes
 * @view: the measurements
 *
 * The longest bar is the largest count of all measurements, or 100 % of a rate.
 */
void report_bars(FILE *out, const struct view *view);

/**
 * compare_bars() - print, per event and metric, a line with a bar per measurement
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 *
 * The longest bar is the largest value of the event or metric.
 */
void compare_bars(FILE *out, const struct view *view);

/**
 * report_compare() - print measurements side by side
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_compare(FILE *out, const struct view *view);

/* The line of names of a report that is not of stalls, to be freed by free(). */
char *report_csv_names(void);

/**
 * report_csv() - print the line of names, and what report_csv_lines() does
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_csv(FILE *out, const struct view *view);

/**
 * report_csv_lines() - print one line per event, metric and time
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_csv_lines(FILE *out, const struct view *view);

/**
 * compare_csv() - print one line per event and metric, one column per measurement
 * @out: where it goes
 * @view: the measurements
 */
void compare_csv(FILE *out, const struct view *view);

/**
 * report_json() - print an object, as perfcnt.schema.json says
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_json(FILE *out, const struct view *view);

/**
 * compare_json() - print an object with the measurements side by side, as
 * perfcnt.schema.json says
 * @out: where it goes
 * @view: the measurements
 */
void compare_json(FILE *out, const struct view *view);

/**
 * results_json() - print an object in a line, as perfcnt.schema.json says
 * @out: where it goes
 * @results: what a measurement that was repeated has found
 */
void results_json(FILE *out, const struct results *results);

/* How both formats begin. */
#define OPENMETRICS_BEGINS	"# HELP perfcnt_events "
#define PROMETHEUS_BEGINS	"# HELP perfcnt_events_total "

/**
 * report_openmetrics() - write counters as OpenMetrics 1.0
 * @out: where they go
 * @view: one measurement of one dump
 */
void report_openmetrics(FILE *out, const struct view *view);

/**
 * report_prometheus() - write the same in Prometheus' own text format 0.0.4
 * @out: where they go
 * @view: one measurement of one dump
 */
void report_prometheus(FILE *out, const struct view *view);

/* How an SVG and a PNG begin. */
#define PICTURE_SVG_BEGINS	"<?xml"
#define PICTURE_PNG_BEGINS	"\x89PNG"

/*
 * Without gnuplot in PATH, without memory and if gnuplot fails these end the tool,
 * with a message, and print nothing.
 */

/**
 * report_svg() - draw the picture of plot_write() as SVG
 * @out: where it goes
 * @view: the measurements
 */
void report_svg(FILE *out, const struct view *view);

/**
 * report_png() - draw the picture of plot_write() as PNG
 * @out: where it goes
 * @view: the measurements
 */
void report_png(FILE *out, const struct view *view);

/**
 * plot_write() - print commands that draw one picture of all measurements
 * @out: where they go
 * @view: the measurements; what is relative is so to the first
 * @terminal: what gnuplot draws with; NULL is SVG if it has nothing better
 *
 * Several measurements stand along the x axis, one alone has its events there.
 */
void plot_write(FILE *out, const struct view *view, const char *terminal);

/**
 * report_plot() - plot_write() without a terminal
 * @out: where the commands go
 * @view: the measurements
 */
void report_plot(FILE *out, const struct view *view);

/**
 * report_raw() - print measurements as they were read
 * @out: where it goes
 * @view: the measurements; all events are printed
 */
void report_raw(FILE *out, const struct view *view);

/**
 * report_table() - print one table per measurement, and one of the statistics of medians
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_table(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_FORMAT_H */
