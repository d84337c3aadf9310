/* SPDX-License-Identifier: GPL-2.0 */
/* What a measurement that was repeated has found. */
#ifndef PERFCNT_TOOLS_RESULTS_H
#define PERFCNT_TOOLS_RESULTS_H

#include "dump.h"
#include "statistics.h"

/**
 * struct result - what an event has come to
 * @values: its counts, one each time
 * @outlier: which of them are left out
 * @count: how many these are
 * @statistics: what the others come to
 */
struct result {
	const uint64_t *values;
	bool *outlier;
	unsigned int count;
	struct statistics statistics;
};

/**
 * struct results - all that was found, and how
 * @command: what was measured: its words, up to NULL
 * @driver: what drives the counters
 * @counters: how many the machine has
 * @runs: how many runs the events need
 * @repeats: how often each run was to be done
 * @status: the command's exit status: the first that is not 0
 * @signal: the signal that the command died of, or 0
 * @partial: why something is missing, or ""
 * @dump: all that was read, a measurement for each time
 * @medians: a measurement of the medians
 * @result: one of each reading of the medians, in their order
 * @count: how many
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
	const struct dump *dump;
	struct dump medians;
	struct result *result;
	unsigned int count;
};

/**
 * results_begin() - begin with the medians
 * @results: has no result yet
 * @title: of their measurement
 */
void results_begin(struct results *results, const char *title);

/**
 * results_add() - add an event
 * @results: gets it; was begun
 * @reading: the event; its count does not matter
 * @values: its counts, one each time, which are not copied
 * @count: how many, one at least
 * @keep_outliers: leave none of them out
 */
void results_add(struct results *results, const struct reading *reading,
		 const uint64_t *values, unsigned int count,
		 bool keep_outliers);

/**
 * results_measurement() - the medians as a measurement
 * @results: the results
 *
 * Return: the measurement.
 */
const struct measurement *results_measurement(const struct results *results);

/**
 * results_of() - the result that a reading is the median of
 * @results: the results
 * @reading: a reading of their medians
 *
 * Return: the result.
 */
const struct result *results_of(const struct results *results,
				const struct reading *reading);

/**
 * result_outliers() - count the values that were left out
 * @result: of this
 *
 * Return: how many there are.
 */
unsigned int result_outliers(const struct result *result);

/**
 * results_free() - free the results
 * @results: the results
 */
void results_free(struct results *results);

#endif /* PERFCNT_TOOLS_RESULTS_H */
