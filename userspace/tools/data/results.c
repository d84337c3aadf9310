// SPDX-License-Identifier: GPL-2.0
/* From counts to results. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/message.h"
#include "results.h"

void results_begin(struct results *results, const char *title)
{
	dump_begin(&results->medians, title);
}

static void evaluate(struct result *result, bool keep_outliers)
{
	result->outlier = zeros(result->count, sizeof(*result->outlier));
	if ((!keep_outliers &&
	     statistics_outliers(result->values, result->count,
				 result->outlier)) ||
	    statistics_of(result->values, result->outlier, result->count,
			  &result->statistics))
		out_of_memory();
}

void results_add(struct results *results, const struct reading *reading,
		 const uint64_t *values, unsigned int count,
		 bool keep_outliers)
{
	struct reading median = *reading;
	struct result *result;

	results->result = grow(results->result, results->count,
			       sizeof(*results->result));
	result = &results->result[results->count++];
	*result = (struct result){ .values = values, .count = count };
	evaluate(result, keep_outliers);
	median.count = result->statistics.median;
	dump_add(results->medians.measurements, &median);
}

const struct measurement *results_measurement(const struct results *results)
{
	return results->medians.measurements;
}

const struct result *results_of(const struct results *results,
				const struct reading *reading)
{
	return &results->result[reading -
				results_measurement(results)->readings];
}

unsigned int result_outliers(const struct result *result)
{
	return result->count - result->statistics.kept;
}

void results_free(struct results *results)
{
	unsigned int i;

	for (i = 0; i < results->count; i++)
		free(results->result[i].outlier);
	free(results->result);
	dump_free(&results->medians);
}
