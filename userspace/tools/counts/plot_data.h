/* SPDX-License-Identifier: GPL-2.0 */
/* The numbers of a picture, as gnuplot(1) reads them: a line per measurement. */
#ifndef PERFCNT_COUNTS_PLOT_DATA_H
#define PERFCNT_COUNTS_PLOT_DATA_H

#include <stdio.h>

#include "chart.h"

/* What stands for a value that there is not. */
#define PLOT_DATA_MISSING	"?"

/**
 * struct plot_data - the numbers of a picture
 * @chart: what it shows
 * @dump: the measurements
 * @intervals: counts are medians, of which some have an interval
 * @percent: all metrics are printed as percentages
 * @most: the largest count, or end of an interval
 * @least_value: of the metrics, 0 at most
 * @most_value: of the metrics, 0 at least
 */
struct plot_data {
	struct chart chart;
	const struct dump *dump;
	bool intervals;
	bool percent;
	double most;
	double least_value;
	double most_value;
};

/**
 * plot_data_make() - find the numbers of a picture, and between what they are
 * @view: the measurements
 *
 * Return: the numbers, for plot_data_free().
 */
struct plot_data plot_data_make(const struct view *view);

/**
 * plot_data_free() - free the numbers of a picture
 * @data: the numbers
 */
void plot_data_free(struct plot_data *data);

/**
 * plot_data_column() - where a line of the chart is
 * @data: the numbers
 * @line: the line
 *
 * Return: its column, from 1; with intervals a count has three.  Column 1 is the
 * measurement's number, from 0.
 */
size_t plot_data_column(const struct plot_data *data, size_t line);

/**
 * plot_data_has_value() - can a line be drawn?
 * @data: the numbers
 * @line: the line
 *
 * Return: false for a metric that is divided by 0 in all measurements.
 */
bool plot_data_has_value(const struct plot_data *data, size_t line);

/**
 * plot_data_print() - print the numbers, with comments
 * @out: where they go
 * @data: the numbers
 */
void plot_data_print(FILE *out, const struct plot_data *data);

#endif /* PERFCNT_COUNTS_PLOT_DATA_H */
