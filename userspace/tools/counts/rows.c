// SPDX-License-Identifier: GPL-2.0
/* The rows of a report. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/events.h"
#include "rows.h"

/* Filters that a whole measurement has. */

#define NO_SINGLE_FILTER	UINT32_MAX

static bool can_be_filtered(const struct reading *reading)
{
	const struct event *event = event_of(reading->counter,
					     reading->control);

	return !event || event->scope == SCOPE_TC;
}

struct grouping grouping_of(const struct measurement *measurement)
{
	struct grouping grouping = { 0 };
	unsigned int modes;
	size_t i;

	/* elsewhere each event can have each filter */
	if (!measurement_is_of_34k(measurement))
		return grouping;
	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];
		uint32_t filter = reading->control & FILTER_BITS;
		uint32_t *single = &grouping.filter[reading->control &
						    PERFCNT_CTL_MODES];

		if (!filter && !can_be_filtered(reading))
			continue;
		if (!filter || (*single && *single != filter))
			*single = NO_SINGLE_FILTER;
		else
			*single = filter;
	}
	for (modes = 0; modes <= PERFCNT_CTL_MODES; modes++)
		if (grouping.filter[modes] == NO_SINGLE_FILTER)
			grouping.filter[modes] = 0;
	return grouping;
}

/*
 * The group of an event: its modes and the filter, in GROUP_BITS.  An event that cannot have a
 * filter, as cycles cannot, is counted for all.  As in Figure 8 of MD00548 it is shown with the
 * others, if they have one filter.
 */
static uint32_t group_of(const struct grouping *grouping, const struct reading *reading)
{
	uint32_t group = reading->control & GROUP_BITS;

	if (!(group & FILTER_BITS) && !can_be_filtered(reading))
		group |= grouping->filter[group];
	return group;
}

bool grouping_value(const struct grouping *grouping, struct formula *formula,
		    const struct measurement *measurement,
		    const struct measurement *first, uint32_t group,
		    double *value)
{
	const uint32_t modes = group & PERFCNT_CTL_MODES;

	if (formula_value(formula, measurement, first, group, value))
		return true;
	return group != modes &&
	       grouping->filter[modes] == (group & FILTER_BITS) &&
	       formula_value(formula, measurement, first, modes, value);
}

/* Rows that grow. */
struct table {
	const struct view *view; /* what they are about */
	const struct measurement *measurement;
	struct grouping grouping; /* its filters */
	struct row *rows;
	size_t count;
};

static void add(struct table *table, const struct row *row)
{
	table->rows = grow(table->rows, table->count, sizeof(*table->rows));
	table->rows[table->count++] = *row;
}

static double relative(const struct measurement *first,
		       const struct reading *reading)
{
	const struct reading *other = dump_find(first, reading);

	return other && other->count ? (double)reading->count / other->count :
	       NAN;
}

/* What is printed beside an event, if all that it needs was counted. */
static void add_share(struct row *row, const struct measurement *measurement)
{
	size_t count, i;
	const struct metric *metrics = metrics_all(&count);

	for (i = 0; row->event && i < count; i++)
		if (metrics[i].event &&
		    !strcmp(metrics[i].event, row->event->name) &&
		    formula_value(metrics[i].formula, measurement, measurement,
				  row->reading->control, &row->value))
			row->metric = &metrics[i];
}

/* One that is stopped has no row, nor has what was counted before. */
static void add_events(struct table *table)
{
	const struct measurement *measurement = table->measurement;
	size_t i;

	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];
		struct row row = {
			.reading = reading,
			.event = event_of(reading->counter, reading->control),
		};

		if (!reading_is_shown(reading) ||
		    dump_find(measurement, reading) != reading ||
		    !view_shows(table->view, reading))
			continue;
		row.group = group_of(&table->grouping, reading);
		row.relative = relative(table->view->dump->measurements,
					reading);
		add_share(&row, measurement);
		add(table, &row);
	}
}

/* By their filters, then their modes: U is the highest mode bit. */
static int compare_groups(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if ((x ^ y) & ~PERFCNT_CTL_MODES)
		return x < y ? -1 : 1;
	return (x < y) - (x > y);
}

static int compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	unsigned int code_x, code_y;
	enum bank bank_x, bank_y;

	if (x->group != y->group)
		return compare_groups(&x->group, &y->group);
	code_x = control_event(x->reading->control);
	code_y = control_event(y->reading->control);
	if (code_x != code_y)
		return code_x < code_y ? -1 : 1;
	bank_x = bank_of(x->reading->counter);
	bank_y = bank_of(y->reading->counter);
	if (bank_x != bank_y)
		return bank_x < bank_y ? -1 : 1;
	/* native events as they came */
	return x->reading < y->reading ? -1 : 1;
}

/* All metrics that a group of events has counts for. */
static void add_metrics(struct table *table, uint32_t group)
{
	size_t count, i;
	const struct metric *metrics = metrics_all(&count);

	for (i = 0; i < count; i++) {
		struct row row = { .group = group, .metric = &metrics[i] };

		if (metrics[i].event ||
		    (formula_is_relative(metrics[i].formula) &&
		     table->view->dump->count < 2))
			continue;
		if (grouping_value(&table->grouping, metrics[i].formula,
				   table->measurement,
				   table->view->dump->measurements, group,
				   &row.value))
			add(table, &row);
	}
}

/* The groups of all events, also of those that are not shown, once each. */
static uint32_t *find_groups(const struct table *table, size_t *count)
{
	const struct measurement *measurement = table->measurement;
	uint32_t *groups = resize(NULL, measurement->count, sizeof(*groups));
	size_t i, found = 0;

	*count = 0;
	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];

		if (reading_is_shown(reading))
			groups[found++] = group_of(&table->grouping, reading);
	}
	qsort(groups, found, sizeof(*groups), compare_groups);
	for (i = 0; i < found; i++)
		if (!i || groups[i] != groups[i - 1])
			groups[(*count)++] = groups[i];
	return groups;
}

struct row *rows_make(const struct view *view,
		      const struct measurement *measurement, size_t *count)
{
	struct table table = {
		.view = view,
		.measurement = measurement,
		.grouping = grouping_of(measurement),
	};
	uint32_t *groups;
	size_t i, group_count;

	add_events(&table);
	if (table.count)
		qsort(table.rows, table.count, sizeof(*table.rows), compare);
	groups = find_groups(&table, &group_count);
	for (i = 0; i < group_count; i++)
		add_metrics(&table, groups[i]);
	free(groups);
	*count = table.count;
	return table.rows;
}

const struct result *row_result(const struct row *row,
				const struct measurement *measurement)
{
	if (!row->reading || !measurement->results)
		return NULL;
	return &measurement->results[row->reading - measurement->readings];
}

double row_value(const struct row *row)
{
	return row->reading ? (double)row->reading->count : row->value;
}

const char *row_name(const struct row *row)
{
	if (!row->reading)
		return row->metric->name;
	return row->event ? row->event->name : row->reading->native;
}

/* Two of the kernel's events count time. */
static const char *native_label(const char *name)
{
	if (!strcmp(name, "task-clock"))
		return "task-clock, ns";
	if (!strcmp(name, "cpu-clock"))
		return "cpu-clock, ns";
	return name;
}

const char *row_label(const struct row *row)
{
	if (!row->reading)
		return row->metric->label;
	if (row->event)
		return event_label(row->event);
	if (row->reading->native[0])
		return native_label(row->reading->native);
	return control_event(row->reading->control) == PERFCNT_EVENT_NATIVE ?
	       "native event" : "reserved event";
}

void row_event(const struct row *row, char text[ROW_EVENT_SIZE])
{
	*text = '\0';
	if (row->reading)
		snprintf(text, ROW_EVENT_SIZE, "(%u / %u)",
			 bank_of(row->reading->counter),
			 control_event(row->reading->control));
}

void row_modes(const struct row *row, char text[5])
{
	control_modes(row->group, CONTROL_MODES_SHOWN, text);
}

void row_filter(const struct row *row, char text[FILTER_TEXT_SIZE])
{
	uint32_t control = row->reading ? row->reading->control : row->group;
	struct filter filter = filter_of(control, 0);

	filter_text(&filter, text);
}
