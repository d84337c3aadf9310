/* SPDX-License-Identifier: GPL-2.0 */
/* One measurement from its repetitions. */
#ifndef PERFCNT_TOOLS_MEDIANS_H
#define PERFCNT_TOOLS_MEDIANS_H

#include "dump.h"

/* What needs memory ends the program, with a message, if there is none. */

/*
 * Adds an event's median to a measurement, all of whose readings are medians.  The count of
 * @reading does not matter; @values, one of each repetition and one at least, are copied.  With
 * @keep_outliers none of them is discarded.
 */
void medians_add(struct measurement *medians, const struct reading *reading,
		 const uint64_t *values, unsigned int count,
		 bool keep_outliers);

/*
 * Takes the medians of all repetitions: of measurements that follow each other with the titles
 * "TITLE (1 of N)", "TITLE (2 of N)" ...; all others are one each.  @medians gets a measurement of
 * each, and is zero at first.  An event that repetitions lack, as an interrupted one does, has the
 * median of the others.  With @keep_outliers none of the counts is discarded.
 */
void medians_of(const struct dump *dump, struct dump *medians,
		bool keep_outliers);

/* How many counts were discarded. */
unsigned int result_outliers(const struct result *result);

/* All that was found, and how. */
struct results {
	char *const *command; /* what was measured: its words, up to NULL */
	const char *driver; /* what drives the counters */
	unsigned int counters; /* how many the machine has */
	unsigned int runs; /* how many runs the events need */
	unsigned int repeats; /* how often each run was to be done */
	int status; /* the command's exit status: the first that is not 0 */
	int signal; /* the signal that killed the command, or 0 */
	const char *partial; /* why something is missing, or "" */
	enum scope_of_counts scope; /* whose events they are */
	const struct dump *dump; /* all that was read, a measurement for each repetition */
	struct dump medians; /* a measurement of the medians, each with its statistics */
};

/*
 * Begins with the medians; @results has all but them, which medians_add() adds, and @title is that
 * of their measurement.
 */
void results_begin(struct results *results, const char *title);

void results_free(struct results *results);

#endif /* PERFCNT_TOOLS_MEDIANS_H */
