/* SPDX-License-Identifier: GPL-2.0 */
/* What a picture shows: measurements side by side, and what its lines are called. */
#ifndef PERFCNT_COUNTS_CHART_H
#define PERFCNT_COUNTS_CHART_H

#include "comparison.h"

/* What a picture shows. */
struct chart {
	struct comparison comparison; /* the events, then the metrics */
	struct headings headings; /* what the measurements are called */
	char *group; /* the modes and the filter that all lines have, as "[U] [tc1]" */
	/* those of @comparison that are shown: counts first */
	const struct comparison_line **lines;
	char **names; /* what each line is called */
	size_t count; /* how many lines */
	size_t counts; /* how many of them are counts: events, and metrics that are cycles */
};

/*
 * What there is to draw.  A name is the label, with the modes, the filter, and the bank and code
 * of the event where these tell lines apart, and "(impossible)" after a rate that is.  Of a stall
 * report only stalls are shown, and causes that have any.
 */
struct chart chart_make(const struct view *view);

void chart_free(struct chart *chart);

/*
 * What stands above a chart, or above a part of it: the title, or NULL, with the chart's modes
 * and filter.  To be freed by free().
 */
char *chart_title(const struct chart *chart, const char *title);

#endif /* PERFCNT_COUNTS_CHART_H */
