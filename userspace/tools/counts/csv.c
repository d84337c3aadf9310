// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: a line an event, a metric, or a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "events/dump.h"
#include "events/events.h"
#include "events/medians.h"
#include "comparison.h"
#include "format.h"
#include "rows.h"
#include "stall_rows.h"

/* modes, filter, name, label */
static void put_name(struct csv *csv, const struct row *row)
{
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	row_filter(row, filter);
	csv_word(csv, modes);
	csv_word(csv, filter);
	csv_word(csv, row_name(row));
	csv_word(csv, row_label(row));
}

/* bank, code */
static void put_event(struct csv *csv, const struct row *row)
{
	const struct reading *reading = row->reading;

	if (!reading) {
		csv_empty(csv, 2);
		return;
	}
	csv_word(csv, bank_name(bank_of(reading->counter)));
	csv_number(csv, control_event(reading->control));
}

/* minimum, maximum, spread, low, high, confidence */
static void put_statistics(struct csv *csv, const struct statistics *found)
{
	csv_number(csv, found->least);
	csv_number(csv, found->most);
	csv_real(csv, found->spread);
	csv_number(csv, found->low);
	csv_number(csv, found->high);
	csv_real(csv, found->confidence);
}

/* From run to confidence. */
static void put_origin(struct csv *csv, const struct row *row,
		       const struct result *result)
{
	if (!row->reading) {
		csv_empty(csv, 10);
		return;
	}
	csv_number(csv, row->reading->run);
	csv_number(csv, row->reading->counter);
	csv_number(csv, result ? result->count : 1);
	csv_number(csv, result ? result_outliers(result) : 0);
	if (result)
		put_statistics(csv, &result->statistics);
	else
		csv_empty(csv, 6);
}

/* of_cycles, of_stalls, per_instruction, per, each */
static void put_stall(struct csv *csv, const struct row_stall *stall)
{
	csv_real(csv, stall->of_cycles);
	csv_real(csv, stall->of_stalls);
	csv_real(csv, stall->per_instruction);
	csv_word(csv, stall->cause ? stall->cause->per : NULL);
	csv_real(csv, stall->each);
}

/* partial, number, scope, shared */
static void put_end(struct csv *csv, const struct measurement *measurement,
		    size_t number, const struct reading *reading)
{
	csv_word(csv, measurement->partial);
	csv_number(csv, number);
	csv_word(csv, dump_scope_name(measurement->scope));
	if (reading)
		csv_yes(csv, reading->shared);
	else
		csv_empty(csv, 1);
	csv_end(csv);
}

/* value, share_of, share, relative */
static void put_value(struct csv *csv, const struct row *row)
{
	if (!row->reading) {
		csv_real(csv, row->value);
		csv_empty(csv, 3);
		return;
	}
	csv_number(csv, row->reading->count);
	csv_word(csv, row->metric ? row->metric->of : NULL);
	csv_real(csv, row->metric ? row->value : NAN);
	csv_real(csv, row->relative);
}

static void put_time(struct csv *csv, const struct view *view,
		     const struct measurement *measurement, const char *name,
		     double value, size_t number)
{
	csv_word(csv, measurement->title);
	csv_empty(csv, 2);
	csv_word(csv, name);
	csv_format(csv, "%s time in seconds", name);
	csv_empty(csv, 2);
	csv_real(csv, value);
	csv_empty(csv, view->stalls ? 18 : 13);
	put_end(csv, measurement, number, NULL);
}

static void put_times(struct csv *csv, const struct view *view,
		      const struct measurement *measurement, size_t number)
{
	const struct seconds seconds = run_times_median(measurement);

	if (!seconds.runs)
		return;
	put_time(csv, view, measurement, "elapsed", seconds.elapsed, number);
	put_time(csv, view, measurement, "user", seconds.user, number);
	put_time(csv, view, measurement, "system", seconds.system, number);
}

static void put_measurement(struct csv *csv, const struct view *view,
			    const struct measurement *measurement,
			    size_t number)
{
	size_t count, i;
	struct row *rows = chosen_rows(view, measurement, &count);

	for (i = 0; i < count; i++) {
		csv_word(csv, measurement->title);
		put_name(csv, &rows[i]);
		put_event(csv, &rows[i]);
		put_value(csv, &rows[i]);
		put_origin(csv, &rows[i], row_result(&rows[i], measurement));
		if (view->stalls)
			put_stall(csv, &rows[i].stall);
		put_end(csv, measurement, number, rows[i].reading);
	}
	put_times(csv, view, measurement, number);
	free(rows);
}

void report_csv_lines(FILE *out, const struct view *view)
{
	struct csv csv = { .out = out };
	size_t i;

	for (i = 0; i < view->dump->count; i++)
		put_measurement(&csv, view, &view->dump->measurements[i], i + 1);
}

void report_csv(FILE *out, const struct view *view)
{
	struct csv csv = { .out = out };

	csv_names(&csv, view->stalls ? CSV_STALL_NAMES : CSV_NAMES);
	csv_end(&csv);
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
static void put_title(struct csv *csv, const struct dump *dump, size_t which)
{
	const struct measurement *measurement = &dump->measurements[which];
	size_t before = count_before(dump, which);

	csv_format(csv, before ? "%s%s #%zu" : "%s%s", measurement->title,
		   measurement->partial ? " (partial)" : "", before + 1);
}

static void put_cell(struct csv *csv, const struct row *row)
{
	if (row && row->reading)
		csv_number(csv, row->reading->count);
	else
		csv_real(csv, row ? row->value : NAN);
}

void compare_csv(FILE *out, const struct view *view)
{
	struct comparison comparison = comparison_make(view);
	struct csv csv = { .out = out };
	size_t i, j;

	csv_names(&csv, "modes,filter,name,label,bank,code");
	for (j = 0; j < view->dump->count; j++)
		put_title(&csv, view->dump, j);
	csv_end(&csv);
	for (i = 0; i < comparison.count; i++) {
		put_name(&csv, comparison.lines[i].head);
		put_event(&csv, comparison.lines[i].head);
		for (j = 0; j < view->dump->count; j++)
			put_cell(&csv, comparison.lines[i].cells[j]);
		csv_end(&csv);
	}
	comparison_free(&comparison);
}
