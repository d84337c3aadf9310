// SPDX-License-Identifier: GPL-2.0
/* The results of a sweep. */
#include "medians.h"
#include "results.h"

void results_begin(struct results *results, const char *title)
{
	struct measurement *medians = dump_begin(&results->medians, title);
	size_t i;

	dump_set_partial(medians, results->partial);
	medians->scope = results->scope;
	for (i = 0; i < results->dump->count; i++)
		medians_add_times(medians, &results->dump->measurements[i]);
}

void results_add(struct results *results, const struct reading *reading,
		 const uint64_t *values, unsigned int count,
		 bool keep_outliers)
{
	medians_add(results->medians.measurements, reading, values, count,
		    keep_outliers);
}

void results_free(struct results *results)
{
	dump_free(&results->medians);
}
