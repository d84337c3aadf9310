// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: a line an event, and a line a metric. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "events/control.h"
#include "csv.h"
#include "rows.h"

/* What both kinds of lines begin with. */
#define HEAD_NAMES	"measurement,modes,filter,name,label,bank,event," \
			"value,share_of,share,"

/* Quoted if it has to be. */
static void put_word(FILE *out, const char *word, const char *end)
{
	if (!strpbrk(word, ",\"\r\n")) {
		fprintf(out, "%s%s", word, end);
		return;
	}
	fputc('"', out);
	for (; *word; word++) {
		if (*word == '"')
			fputc('"', out);
		fputc(*word, out);
	}
	fprintf(out, "\"%s", end);
}

/* NAN is an empty field: what was divided by 0. */
static void put_number(FILE *out, double number, const char *end)
{
	if (!isnan(number))
		fprintf(out, "%.9g", number);
	fputs(end, out);
}

static void put_event(FILE *out, const struct row *row)
{
	const struct reading *reading = row->reading;

	fprintf(out, "%s,%u,%" PRIu64 ",",
		bank_name(bank_of(reading->counter)),
		control_event(reading->control), reading->count);
	put_word(out, row->metric ? row->metric->base : "", ",");
	put_number(out, row->metric ? row->value : NAN, ",");
}

/* The fields of HEAD_NAMES. */
static void put_head(FILE *out, const struct measurement *measurement,
		     const struct row *row)
{
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	put_word(out, measurement->title, ",");
	put_word(out, modes, ",");
	put_word(out, filter, ",");
	put_word(out, row_name(row), ",");
	put_word(out, row_label(row), ",");
	if (row->reading) {
		put_event(out, row);
		return;
	}
	fputs(",,", out);
	put_number(out, row->value, ",,,");
}

void report_csv(FILE *out, const struct dump *dump)
{
	size_t i, j, count;

	fputs(HEAD_NAMES "relative\r\n", out);
	for (i = 0; i < dump->count; i++) {
		struct row *rows = rows_make(dump, &dump->measurements[i],
					     &count);

		for (j = 0; j < count; j++) {
			put_head(out, &dump->measurements[i], &rows[j]);
			put_number(out, rows[j].reading ? rows[j].relative :
				   NAN, "\r\n");
		}
		free(rows);
	}
}

/* What is behind a median. */
static void put_result(FILE *out, const struct results *results,
		       const struct reading *reading)
{
	const struct result *result = results_of(results, reading);
	const struct statistics *found = &result->statistics;

	fprintf(out, "%u,%u,%u,%u,%" PRIu64 ",%" PRIu64 ",%.9g,%" PRIu64
		",%" PRIu64 ",%.9g,", reading->run, reading->counter,
		result->count, result_outliers(result), found->least,
		found->most, found->spread, found->low, found->high,
		found->confidence);
}

void results_csv_lines(FILE *out, const struct results *results)
{
	const struct measurement *medians = results_measurement(results);
	struct row *rows;
	size_t count, i;

	rows = rows_make(&results->medians, medians, &count);
	for (i = 0; i < count; i++) {
		put_head(out, medians, &rows[i]);
		if (rows[i].reading)
			put_result(out, results, rows[i].reading);
		else
			fputs(",,,,,,,,,,", out);
		fprintf(out, "%s\r\n", *results->partial ? "no" : "yes");
	}
	free(rows);
}

void results_csv(FILE *out, const struct results *results)
{
	fputs(HEAD_NAMES "run,counter,repeats,outliers,", out);
	fputs("least,most,spread,low,high,confidence,complete\r\n", out);
	results_csv_lines(out, results);
}
