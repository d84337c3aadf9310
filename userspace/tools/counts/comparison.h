/* SPDX-License-Identifier: GPL-2.0 */
/* Measurements side by side: which rows of theirs are the same. */
#ifndef PERFCNT_COUNTS_COMPARISON_H
#define PERFCNT_COUNTS_COMPARISON_H

#include <stdio.h>

#include "events/dump.h"
#include "rows.h"

/*
 * The titles of measurements, without what all have in common; those that have the same title
 * have their files' names.
 */
struct headings {
	char *common; /* that, with "..." for what differs; NULL if there is nothing */
	char **rest; /* of each measurement, what differs; "" may be among them */
	size_t count;
};

/* What differs in the titles; one measurement alone has its whole title. */
struct headings headings_make(const struct dump *dump);

void headings_free(struct headings *headings);

/* Prints a line for each measurement that lacks counts, or whose runs differ. */
void headings_partial(FILE *out, const char *before, const struct dump *dump);

/* Says whose events were counted, where measurements say it. */
void headings_scope(FILE *out, const char *before, const struct dump *dump);

/* Whose events a measurement has, in words; NULL if it does not say it. */
const char *heading_scope(const struct measurement *measurement);

/* A row of several measurements. */
struct comparison_line {
	const struct row *head; /* the first of them */
	const struct row **cells; /* one of each measurement, NULL where it has none */
};

/* Measurements side by side. */
struct comparison {
	const struct view *view; /* the measurements */
	struct row **rows; /* of each measurement */
	/* the events in the order in which they come, then the metrics */
	struct comparison_line *lines;
	size_t count; /* how many lines */
};

/* Puts measurements side by side. */
struct comparison comparison_make(const struct view *view);

void comparison_free(struct comparison *comparison);

#endif /* PERFCNT_COUNTS_COMPARISON_H */
