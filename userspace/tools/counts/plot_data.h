/* SPDX-License-Identifier: GPL-2.0 */
/* The numbers of a picture, as gnuplot(1) reads them: a line per measurement. */
#ifndef PERFCNT_COUNTS_PLOT_DATA_H
#define PERFCNT_COUNTS_PLOT_DATA_H

#include <stdio.h>

#include "chart.h"

/* What stands for a value that there is not. */
#define PLOT_DATA_MISSING	"?"

/* The numbers of a picture. */
struct plot_data {
	struct chart chart; /* what it shows */
	const struct dump *dump; /* the measurements */
	bool intervals; /* counts are medians, of which some have an interval */
	bool percent; /* all metrics are printed as percentages */
	double most; /* the largest count, or end of an interval */
	double least_value; /* of the metrics, 0 at most */
	double most_value; /* of the metrics, 0 at least */
};

/* Finds the numbers of a picture, and between what they are. */
struct plot_data plot_data_make(const struct view *view);

void plot_data_free(struct plot_data *data);

/*
 * A line's column, from 1; with intervals a count has three.  Column 1 is the measurement's
 * number, from 0.
 */
size_t plot_data_column(const struct plot_data *data, size_t line);

/* Can a line be drawn?  A metric cannot that is divided by 0 in all measurements. */
bool plot_data_has_value(const struct plot_data *data, size_t line);

/* Prints the numbers, with comments. */
void plot_data_print(FILE *out, const struct plot_data *data);

#endif /* PERFCNT_COUNTS_PLOT_DATA_H */
