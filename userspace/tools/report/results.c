// SPDX-License-Identifier: GPL-2.0
/* From counts to results, and those that people read. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "report.h"
#include "results.h"

static void make_one(struct result *result, const struct item *item,
		     const struct counts *counts, bool keep_outliers)
{
	result->item = item;
	result->values = counts->values;
	result->count = counts->count;
	result->outlier = zeros(counts->count, sizeof(*result->outlier));
	if ((!keep_outliers &&
	     statistics_outliers(result->values, result->count,
				 result->outlier)) ||
	    statistics_of(result->values, result->outlier, result->count,
			  &result->statistics))
		fail("no memory");
}

void results_make(struct results *results, const struct sweep *sweep)
{
	const struct items *items = sweep->items;
	struct measurement *medians;
	unsigned int i;

	memset(results, 0, sizeof(*results));
	results->sweep = sweep;
	results->result = zeros(items->count, sizeof(*results->result));
	medians = dump_begin(&results->medians,
			     sweep->dump.measurements[0].title);
	for (i = 0; i < items->count; i++) {
		struct result *result = &results->result[results->count];
		const struct item *item = &items->item[i];
		struct reading reading = {
			.run = item->run,
			.counter = item->counter,
			.control = item->what.control,
		};

		if (!sweep->counts[i].count)
			continue;
		make_one(result, item, &sweep->counts[i],
			 sweep->options->keep_outliers);
		results->count++;
		reading.count = result->statistics.median;
		if (item->what.unit) /* as /proc/perf shows it */
			reading.control |= PERFCNT_CTL_MT_EN;
		if (item->code == PERFCNT_EVENT_NATIVE)
			strcpy(reading.native, item->name);
		dump_add(medians, &reading);
	}
}

void results_free(struct results *results)
{
	unsigned int i;

	for (i = 0; i < results->count; i++)
		free(results->result[i].outlier);
	free(results->result);
	dump_free(&results->medians);
}

const struct result *results_of(const struct results *results,
				const struct row *row)
{
	return row->reading ? &results->result[row->reading -
			       results->medians.measurements[0].readings] :
	       NULL;
}

unsigned int results_outliers(const struct result *result)
{
	return result->count - result->statistics.kept;
}

/* What is behind the medians: a line an event, in the order of the table. */
static void print_repeats(const struct results *results, FILE *out)
{
	struct row *rows;
	size_t count, i;

	fprintf(out, "\n%-8s %20s %20s %20s  %-10s %s\n", "(event)", "median",
		"from", "to", "confidence", "spread   outliers");
	rows = rows_make(&results->medians, results->medians.measurements,
			 &count);
	for (i = 0; i < count; i++) {
		const struct result *result = results_of(results, &rows[i]);
		const struct statistics *found;
		char event[16];

		if (!result)
			continue;
		found = &result->statistics;
		sprintf(event, "(%u / %u)", result->item->counter % 2,
			result->item->code);
		fprintf(out, "%-8s %20" PRIu64 " %20" PRIu64 " %20" PRIu64
			"  %9.2f%% %7.2f%% %u of %u\n", event, found->median,
			found->low, found->high, 100 * found->confidence,
			found->median ? 100 * found->spread / found->median : 0,
			results_outliers(result), result->count);
	}
	free(rows);
}

static void print_table(const struct results *results, FILE *out)
{
	if (*results->sweep->partial)
		fprintf(out, "partial: %s\n", results->sweep->partial);
	report_figure(out, &results->medians);
	if (results->sweep->options->repeats > 1)
		print_repeats(results, out);
}

/* All that was read, not the medians. */
static void print_raw(const struct results *results, FILE *out)
{
	const struct dump *dump = &results->sweep->dump;
	size_t i;

	if (*results->sweep->partial)
		fprintf(out, "# partial: %s\n", results->sweep->partial);
	for (i = 0; i < dump->count; i++)
		dump_write(out, &dump->measurements[i]);
}

void results_print(const struct results *results, FILE *out, enum format format,
		   bool headed)
{
	switch (format) {
	case FORMAT_RAW:
		print_raw(results, out);
		break;
	case FORMAT_TABLE:
		print_table(results, out);
		break;
	case FORMAT_CSV:
		results_csv(results, out, headed);
		break;
	case FORMAT_JSON:
		results_json(results, out);
		break;
	}
}
