/* SPDX-License-Identifier: GPL-2.0 */
/* What a picture shows: measurements side by side, and what its lines are called. */
#ifndef PERFCNT_COUNTS_CHART_H
#define PERFCNT_COUNTS_CHART_H

#include "comparison.h"

/**
 * struct chart - what a picture shows
 * @comparison: the events, then the metrics
 * @headings: what the measurements are called
 * @group: the modes and the filter that all lines have, as "[U] [tc1]"
 * @lines: those of @comparison that are shown: counts first
 * @names: what each line is called
 * @count: how many lines
 * @counts: how many of them are counts: events, and metrics that are cycles
 */
struct chart {
	struct comparison comparison;
	struct headings headings;
	char *group;
	const struct comparison_line **lines;
	char **names;
	size_t count;
	size_t counts;
};

/**
 * chart_make() - find out what there is to draw
 * @view: the measurements
 *
 * A name is the label, with the modes, the filter, and the bank and code of the
 * event where these tell lines apart, and "(impossible)" after a rate that is.
 * Of a stall report only stalls are shown, and causes that have any.
 *
 * Return: the chart, for chart_free().
 */
struct chart chart_make(const struct view *view);

/**
 * chart_free() - free a chart
 * @chart: the chart
 */
void chart_free(struct chart *chart);

/**
 * chart_title() - what stands above a chart, or above a part of it
 * @chart: the chart
 * @title: of what is shown, or NULL
 *
 * Return: the title with the chart's modes and filter, to be freed by free().
 */
char *chart_title(const struct chart *chart, const char *title);

#endif /* PERFCNT_COUNTS_CHART_H */
