// SPDX-License-Identifier: GPL-2.0
/* Results as RFC 4180 has it: a line an event, and a line a metric. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report.h"
#include "results.h"

/* What was divided by 0 is an empty field. */
static void print_fraction(FILE *out, double value)
{
	if (!isnan(value))
		fprintf(out, "%.9g", value);
}

static void print_event(const struct results *results, FILE *out,
			const struct row *row)
{
	const struct result *result = results_of(results, row);
	const struct statistics *found = &result->statistics;

	fprintf(out, "%s,%u,%" PRIu64 ",",
		result->item->counter % 2 ? "odd" : "even", result->item->code,
		found->median);
	csv_word(out, row->metric ? row->metric->base : "", ",");
	if (row->metric)
		print_fraction(out, row->value);
	fprintf(out, ",%u,%u,%u,%u,%" PRIu64 ",%" PRIu64 ",%.9g,%" PRIu64
		",%" PRIu64 ",%.9g,", result->item->run, result->item->counter,
		result->count, results_outliers(result), found->least,
		found->most, found->spread, found->low, found->high,
		found->confidence);
}

static void print_row(const struct results *results, FILE *out,
		      const struct row *row)
{
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	csv_word(out, results->medians.measurements[0].title, ",");
	csv_word(out, modes, ",");
	csv_word(out, filter, ",");
	csv_word(out, row_name(row), ",");
	csv_word(out, row_label(row), ",");
	if (row->reading) {
		print_event(results, out, row);
	} else {
		fputs(",,", out);
		print_fraction(out, row->value);
		fputs(",,,,,,,,,,,,,", out);
	}
	fprintf(out, "%s\r\n", *results->sweep->partial ? "no" : "yes");
}

void results_csv(const struct results *results, FILE *out, bool headed)
{
	struct row *rows;
	size_t count, i;

	if (!headed) {
		fputs("measurement,modes,filter,name,label,bank,event,", out);
		fputs("value,share_of,share,run,counter,repeats,outliers,", out);
		fputs("least,most,spread,low,high,confidence,complete\r\n", out);
	}
	rows = rows_make(&results->medians, results->medians.measurements,
			 &count);
	for (i = 0; i < count; i++)
		print_row(results, out, &rows[i]);
	free(rows);
}
