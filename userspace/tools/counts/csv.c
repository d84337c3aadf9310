// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: a line an event, a metric, or a time. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/message.h"
#include "events/dump.h"
#include "events/events.h"
#include "events/medians.h"
#include "comparison.h"
#include "format.h"
#include "rows.h"
#include "stall_rows.h"

/* NAN is an empty field: what was divided by 0. */
static void put_number(FILE *out, double number, const char *end)
{
	if (!isnan(number))
		fprintf(out, "%.9g", number);
	fputs(end, out);
}

/* modes, filter, name, label */
static void put_name(FILE *out, const struct row *row)
{
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	csv_word(out, modes, ",");
	csv_word(out, filter, ",");
	csv_word(out, row_name(row), ",");
	csv_word(out, row_label(row), ",");
}

/* bank, event */
static void put_event(FILE *out, const struct row *row)
{
	const struct reading *reading = row->reading;

	if (reading)
		fprintf(out, "%s,%u,", bank_name(bank_of(reading->counter)),
			control_event(reading->control));
	else
		fputs(",,", out);
}

/* least, most, spread, low, high, confidence */
static void put_statistics(FILE *out, const struct statistics *found)
{
	fprintf(out, "%" PRIu64 ",%" PRIu64 ",%.9g,%" PRIu64 ",%" PRIu64
		",%.9g,", found->least, found->most, found->spread, found->low,
		found->high, found->confidence);
}

/* From run to confidence. */
static void put_origin(FILE *out, const struct row *row,
		       const struct result *result)
{
	if (!row->reading) {
		fputs(",,,,,,,,,,", out);
		return;
	}
	fprintf(out, "%u,%u,", row->reading->run, row->reading->counter);
	if (result) {
		fprintf(out, "%u,%u,", result->count, result_outliers(result));
		put_statistics(out, &result->statistics);
	} else {
		fputs("1,0,,,,,,,", out);
	}
}

/* of_cycles, of_stalls, per_instruction, per, each */
static void put_stall(FILE *out, const struct row_stall *stall)
{
	put_number(out, stall->of_cycles, ",");
	put_number(out, stall->of_stalls, ",");
	put_number(out, stall->per_instruction, ",");
	csv_word(out, stall->cause && stall->cause->per ? stall->cause->per : "",
		 ",");
	put_number(out, stall->each, ",");
}

/* complete, number, scope, shared */
static void put_end(FILE *out, const struct measurement *measurement,
		    size_t number, const struct reading *reading)
{
	fprintf(out, "%s,%zu,%s,%s" CSV_LINE_END,
		measurement->partial ? "no" : "yes", number,
		dump_scope_name(measurement->scope),
		!reading ? "" : reading->shared ? "yes" : "no");
}

static void put_row(FILE *out, const struct row *row)
{
	put_name(out, row);
	put_event(out, row);
	if (!row->reading) {
		put_number(out, row->value, ",,,,");
		return;
	}
	fprintf(out, "%" PRIu64 ",", row->reading->count);
	csv_word(out, row->metric ? row->metric->of : "", ",");
	put_number(out, row->metric ? row->value : NAN, ",");
	put_number(out, row->relative, ",");
}

static void put_time(FILE *out, const struct view *view,
		     const struct measurement *measurement, const char *name,
		     double value, size_t number)
{
	csv_word(out, measurement->title, ",");
	fprintf(out, ",,%s,%s time in seconds,,,%.9g,,,,,,,,,,,,,,", name, name,
		value);
	if (view->stalls)
		fputs(",,,,,", out);
	put_end(out, measurement, number, NULL);
}

static void put_times(FILE *out, const struct view *view,
		      const struct measurement *measurement, size_t number)
{
	const struct seconds seconds = run_times_median(measurement);

	if (!seconds.runs)
		return;
	put_time(out, view, measurement, "elapsed", seconds.elapsed, number);
	put_time(out, view, measurement, "user", seconds.user, number);
	put_time(out, view, measurement, "system", seconds.system, number);
}

static void put_measurement(FILE *out, const struct view *view,
			    const struct measurement *measurement,
			    size_t number)
{
	size_t count, i;
	struct row *rows = chosen_rows(view, measurement, &count);

	for (i = 0; i < count; i++) {
		csv_word(out, measurement->title, ",");
		put_row(out, &rows[i]);
		put_origin(out, &rows[i], row_result(&rows[i], measurement));
		if (view->stalls)
			put_stall(out, &rows[i].stall);
		put_end(out, measurement, number, rows[i].reading);
	}
	put_times(out, view, measurement, number);
	free(rows);
}

void report_csv_lines(FILE *out, const struct view *view)
{
	size_t i;

	for (i = 0; i < view->dump->count; i++)
		put_measurement(out, view, &view->dump->measurements[i], i + 1);
}

void report_csv(FILE *out, const struct view *view)
{
	fputs(view->stalls ? CSV_STALL_NAMES : CSV_NAMES, out);
	fputs(CSV_LINE_END, out);
	report_csv_lines(out, view);
}

/* How many measurements before one have its title. */
static size_t count_before(const struct dump *dump, size_t which)
{
	size_t i, count = 0;

	for (i = 0; i < which; i++)
		count += !strcmp(dump->measurements[i].title,
				 dump->measurements[which].title);
	return count;
}

/* A column's name, which no other column has. */
static void put_title(FILE *out, const struct dump *dump, size_t which,
		      const char *end)
{
	const struct measurement *measurement = &dump->measurements[which];
	size_t before = count_before(dump, which);
	char *name;

	if (asprintf(&name, before ? "%s%s #%zu" : "%s%s", measurement->title,
		     measurement->partial ? " (partial)" : "", before + 1) < 0)
		out_of_memory();
	csv_word(out, name, end);
	free(name);
}

static void put_cell(FILE *out, const struct row *row, const char *end)
{
	if (row && row->reading)
		fprintf(out, "%" PRIu64 "%s", row->reading->count, end);
	else
		put_number(out, row ? row->value : NAN, end);
}

void compare_csv(FILE *out, const struct view *view)
{
	struct comparison comparison = comparison_make(view);
	size_t last = view->dump->count - 1, i, j;

	fputs("modes,filter,name,label,bank,event,", out);
	for (j = 0; j <= last; j++)
		put_title(out, view->dump, j, j < last ? "," : CSV_LINE_END);
	for (i = 0; i < comparison.count; i++) {
		put_name(out, comparison.lines[i].head);
		put_event(out, comparison.lines[i].head);
		for (j = 0; j <= last; j++)
			put_cell(out, comparison.lines[i].cells[j],
				 j < last ? "," : CSV_LINE_END);
	}
	comparison_free(&comparison);
}
