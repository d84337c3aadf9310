/* SPDX-License-Identifier: GPL-2.0 */
/* Measurements side by side: which rows of theirs are the same. */
#ifndef PERFCNT_COUNTS_COMPARISON_H
#define PERFCNT_COUNTS_COMPARISON_H

#include "rows.h"

/**
 * struct comparison_line - a row of several measurements
 * @head: the first of them
 * @cells: one of each measurement, NULL where it has none
 */
struct comparison_line {
	const struct row *head;
	const struct row **cells;
};

/**
 * struct comparison - measurements side by side
 * @view: the measurements
 * @rows: of each measurement
 * @lines: the events in the order in which they come, then the metrics
 * @count: how many lines
 */
struct comparison {
	const struct view *view;
	struct row **rows;
	struct comparison_line *lines;
	size_t count;
};

/**
 * comparison_make() - put measurements side by side
 * @view: the measurements
 *
 * Return: the comparison, for comparison_free().
 */
struct comparison comparison_make(const struct view *view);

/**
 * comparison_free() - free a comparison
 * @comparison: the comparison
 */
void comparison_free(struct comparison *comparison);

#endif /* PERFCNT_COUNTS_COMPARISON_H */
