/* SPDX-License-Identifier: GPL-2.0 */
/* Measurements side by side: which rows of theirs are the same. */
#ifndef PERFCNT_COUNTS_COMPARISON_H
#define PERFCNT_COUNTS_COMPARISON_H

#include <stdio.h>

#include "events/dump.h"
#include "rows.h"

/**
 * struct headings - the titles of measurements, without what all have in common; those that
 *		     have the same title have their files' names
 * @common: that, with "..." for what differs; NULL if there is nothing
 * @rest: of each measurement, what differs; "" may be among them
 * @count: how many
 */
struct headings {
	char *common;
	char **rest;
	size_t count;
};

/**
 * headings_make() - find what differs in the titles
 * @dump: the measurements; one alone has its whole title
 *
 * Return: the headings, for headings_free().
 */
struct headings headings_make(const struct dump *dump);

/**
 * headings_free() - free headings
 * @headings: the headings
 */
void headings_free(struct headings *headings);

/**
 * headings_partial() - print a line for each measurement that lacks counts, or whose runs differ
 * @out: where it goes
 * @before: what the lines begin with
 * @dump: the measurements
 */
void headings_partial(FILE *out, const char *before, const struct dump *dump);

/**
 * headings_scope() - say whose events were counted
 * @out: where it goes
 * @before: what each line begins with
 * @dump: the measurements; nothing is said of those that do not say it
 */
void headings_scope(FILE *out, const char *before, const struct dump *dump);

/**
 * heading_scope() - whose events a measurement has, in words
 * @measurement: the measurement
 *
 * Return: the words, or NULL if it does not say it.
 */
const char *heading_scope(const struct measurement *measurement);

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
