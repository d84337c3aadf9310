/* SPDX-License-Identifier: GPL-2.0 */
/* One measurement from its repetitions. */
#ifndef PERFCNT_TOOLS_MEDIANS_H
#define PERFCNT_TOOLS_MEDIANS_H

#include "dump.h"

/* What needs memory ends the program, with a message, if there is none. */

/**
 * medians_add() - add an event's median to a measurement
 * @medians: the measurement; all of its readings are medians
 * @reading: the event; its count does not matter
 * @values: its counts, one of each repetition, which are copied
 * @count: how many, one at least
 * @keep_outliers: discard none of them
 */
void medians_add(struct measurement *medians, const struct reading *reading,
		 const uint64_t *values, unsigned int count,
		 bool keep_outliers);

/**
 * medians_of() - take the medians of all repetitions
 * @dump: measurements; those that follow each other with the title
 *	  "TITLE (1 of N)", "TITLE (2 of N)" ... are repetitions, all others are
 *	  one each
 * @medians: gets a measurement of each; zero at first
 * @keep_outliers: discard none of the counts
 *
 * An event that repetitions lack, as an interrupted one does, has the median of
 * the others.
 */
void medians_of(const struct dump *dump, struct dump *medians,
		bool keep_outliers);

/**
 * result_outliers() - how many counts were discarded
 * @result: of these
 *
 * Return: the number.
 */
unsigned int result_outliers(const struct result *result);

/**
 * struct results - all that was found, and how
 * @command: what was measured: its words, up to NULL
 * @driver: what drives the counters
 * @counters: how many the machine has
 * @runs: how many runs the events need
 * @repeats: how often each run was to be done
 * @status: the command's exit status: the first that is not 0
 * @signal: the signal that killed the command, or 0
 * @partial: why something is missing, or ""
 * @scope: whose events they are
 * @dump: all that was read, a measurement for each repetition
 * @medians: a measurement of the medians, each with its statistics
 */
struct results {
	char *const *command;
	const char *driver;
	unsigned int counters;
	unsigned int runs;
	unsigned int repeats;
	int status;
	int signal;
	const char *partial;
	enum scope_of_counts scope;
	const struct dump *dump;
	struct dump medians;
};

/**
 * results_begin() - begin with the medians
 * @results: has all but them, which medians_add() adds
 * @title: of their measurement
 */
void results_begin(struct results *results, const char *title);

/**
 * results_free() - free the results
 * @results: the results
 */
void results_free(struct results *results);

#endif /* PERFCNT_TOOLS_MEDIANS_H */
