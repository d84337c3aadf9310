/* SPDX-License-Identifier: GPL-2.0 */
/* What stands above the columns of measurements: what differs in their titles. */
#ifndef PERFCNT_COUNTS_HEADINGS_H
#define PERFCNT_COUNTS_HEADINGS_H

#include <stdio.h>

#include "events/dump.h"

/**
 * struct headings - the titles of measurements, without what all have in common
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
 * headings_partial() - print a line for each measurement that lacks counts
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

#endif /* PERFCNT_COUNTS_HEADINGS_H */
