/* SPDX-License-Identifier: GPL-2.0 */
/* What a sweep has found, and how it is written. */
#ifndef PERFCNT_TOOLS_RESULTS_H
#define PERFCNT_TOOLS_RESULTS_H

#include <stdio.h>

#include "data/statistics.h"
#include "session/sweep.h"
#include "rows.h"

/**
 * struct result - what an item has come to
 * @item: the item
 * @values: its counts
 * @outlier: which of them are left out
 * @count: how many these are
 * @statistics: what the others come to
 */
struct result {
	const struct item *item;
	const uint64_t *values;
	bool *outlier;
	unsigned int count;
	struct statistics statistics;
};

/**
 * struct results - all of them
 * @sweep: where they come from
 * @result: one of each item that was counted
 * @count: how many
 * @medians: a measurement of the medians, a reading each, in the same order
 */
struct results {
	const struct sweep *sweep;
	struct result *result;
	unsigned int count;
	struct dump medians;
};

/**
 * results_make() - what a sweep has found
 * @results: comes back
 * @sweep: the sweep, which was done
 */
void results_make(struct results *results, const struct sweep *sweep);

/**
 * results_free() - free the results
 * @results: the results
 */
void results_free(struct results *results);

/**
 * results_of() - the result that a row is about
 * @results: the results
 * @row: a row of their medians
 *
 * Return: the result, or NULL for a metric's row.
 */
const struct result *results_of(const struct results *results,
				const struct row *row);

/**
 * results_outliers() - how many values were left out
 * @result: of this
 */
unsigned int results_outliers(const struct result *result);

/**
 * results_print() - write them
 * @results: the results
 * @out: where they go
 * @format: how
 * @headed: what stands there already has CSV's line of names
 */
void results_print(const struct results *results, FILE *out, enum format format,
		   bool headed);

/* What results_print() does for CSV and for JSON. */
void results_csv(const struct results *results, FILE *out, bool headed);
void results_json(const struct results *results, FILE *out);

#endif /* PERFCNT_TOOLS_RESULTS_H */
