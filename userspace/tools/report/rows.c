// SPDX-License-Identifier: GPL-2.0
/* The rows of a report. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/control.h"
#include "rows.h"

/* The bits that make a group: the modes and the filter. */
#define GROUP	(PERFCNT_CTL_MODES | FILTER_BITS)

/* Whether a measurement has counted the same before. */
static bool is_repeated(const struct measurement *measurement, size_t i)
{
	size_t j;

	for (j = 0; j < i; j++)
		if (dump_counts_same(&measurement->readings[j],
				     &measurement->readings[i]))
			return true;
	return false;
}

static double relative(const struct measurement *first,
		       const struct reading *reading)
{
	size_t i;

	for (i = 0; i < first->count; i++) {
		const struct reading *other = &first->readings[i];

		if (dump_counts_same(other, reading))
			return other->count ?
			       (double)reading->count / other->count : NAN;
	}
	return NAN;
}

/* What is printed beside an event, if all that it needs was counted. */
static void add_share(struct row *row, const struct measurement *measurement)
{
	unsigned int i;

	for (i = 0; row->event && i < metric_count; i++) {
		const struct metric *metric = &metrics[i];

		if (metric->place == METRIC_BESIDE &&
		    !strcmp(metric->parts[0], row->event->name) &&
		    metric_value(metric, measurement, measurement,
				 row->control, &row->value))
			row->metric = metric;
	}
}

/* An event that stands still has no row. */
static size_t add_events(struct row *rows, const struct dump *dump,
			 const struct measurement *measurement)
{
	size_t count = 0, i;

	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];
		struct row *row = &rows[count];

		if (!(reading->control & PERFCNT_CTL_MODES) ||
		    is_repeated(measurement, i))
			continue;
		*row = (struct row){
			.control = reading->control & GROUP,
			.reading = reading,
			.event = event_of(reading->counter, reading->control),
			.relative = relative(dump->measurements, reading),
		};
		add_share(row, measurement);
		count++;
	}
	return count;
}

static int compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	unsigned int code_x, code_y;
	enum bank bank_x, bank_y;

	if ((x->control ^ y->control) & ~PERFCNT_CTL_MODES)
		return x->control < y->control ? -1 : 1;
	if (x->control != y->control) /* U is the highest mode bit */
		return x->control > y->control ? -1 : 1;
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
static size_t add_metrics(struct row *rows, const struct dump *dump,
			  const struct measurement *measurement,
			  uint32_t control)
{
	size_t count = 0;
	unsigned int i;

	for (i = 0; i < metric_count; i++) {
		const struct metric *metric = &metrics[i];
		struct row *row = &rows[count];

		if (metric->place != METRIC_LINE ||
		    (!metric->base && dump->count < 2))
			continue;
		*row = (struct row){ .control = control, .metric = metric };
		if (metric_value(metric, measurement, dump->measurements,
				 control, &row->value))
			count++;
	}
	return count;
}

struct row *rows_make(const struct dump *dump,
		      const struct measurement *measurement, size_t *count)
{
	struct row *rows = resize(NULL, measurement->count, sizeof(*rows));
	size_t events = add_events(rows, dump, measurement);
	size_t i;

	qsort(rows, events, sizeof(*rows), compare);
	*count = events;
	for (i = 0; i < events; i++) {
		if (i && rows[i].control == rows[i - 1].control)
			continue;
		rows = resize(rows, *count + metric_count, sizeof(*rows));
		*count += add_metrics(rows + *count, dump, measurement,
				      rows[i].control);
	}
	return rows;
}

const char *row_name(const struct row *row)
{
	if (!row->reading)
		return row->metric->name;
	return row->event ? row->event->name : row->reading->native;
}

const char *row_label(const struct row *row)
{
	if (!row->reading)
		return row->metric->label;
	if (row->event)
		return event_label(row->event);
	if (row->reading->native[0])
		return row->reading->native;
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
	control_modes(row->control, CONTROL_MODES_SHOWN, text);
}

void row_filter(const struct row *row, char text[FILTER_TEXT_SIZE])
{
	struct filter filter = filter_of(row->control, 0);

	filter_text(&filter, text);
}
