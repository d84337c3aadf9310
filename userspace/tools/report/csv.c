// SPDX-License-Identifier: GPL-2.0
/* RFC 4180. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "events/control.h"
#include "report.h"
#include "rows.h"

void csv_word(FILE *out, const char *word, const char *end)
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

/* NAN is an empty field. */
static void csv_number(FILE *out, double number, const char *end)
{
	if (!isnan(number))
		fprintf(out, "%.9g", number);
	fputs(end, out);
}

static void csv_event(FILE *out, const struct row *row)
{
	const struct reading *reading = row->reading;

	csv_word(out, row_name(row), ",");
	csv_word(out, row_label(row), ",");
	fprintf(out, "%s,%u,%" PRIu64 ",",
		reading->counter % 2 ? "odd" : "even",
		control_event(reading->control), reading->count);
	csv_word(out, row->metric ? row->metric->base : "", ",");
	csv_number(out, row->metric ? row->value : NAN, ",");
	csv_number(out, row->relative, "\r\n");
}

static void csv_metric(FILE *out, const struct row *row)
{
	csv_word(out, row_name(row), ",");
	csv_word(out, row_label(row), ",,,");
	csv_number(out, row->value, ",,,\r\n");
}

static void csv_row(FILE *out, const struct measurement *measurement,
		    const struct row *row)
{
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	csv_word(out, measurement->title, ",");
	csv_word(out, modes, ",");
	csv_word(out, filter, ",");
	if (row->reading)
		csv_event(out, row);
	else
		csv_metric(out, row);
}

void report_csv(FILE *out, const struct dump *dump)
{
	size_t i, j, count;

	fputs("measurement,modes,filter,name,label,bank,event,value,share_of,share,relative\r\n",
	      out);
	for (i = 0; i < dump->count; i++) {
		struct row *rows = rows_make(dump, &dump->measurements[i],
					     &count);

		for (j = 0; j < count; j++)
			csv_row(out, &dump->measurements[i], &rows[j]);
		free(rows);
	}
}
