/* SPDX-License-Identifier: GPL-2.0 */
/* The rows of a report: the events of a measurement, then its metrics. */
#ifndef PERFCNT_COUNTS_ROWS_H
#define PERFCNT_COUNTS_ROWS_H

#include "events/dump.h"
#include "events/events.h"
#include "events/filter.h"
#include "metrics/formula.h"
#include "metrics/metrics.h"
#include "view.h"

/* The bits that make a group: the modes and the filter. */
#define GROUP_BITS	(PERFCNT_CTL_MODES | FILTER_BITS)

/**
 * struct grouping - the filters of a measurement
 * @filter: by modes: the filter's bits, if all events have it that can; or 0
 */
struct grouping {
	uint32_t filter[PERFCNT_CTL_MODES + 1];
};

/**
 * grouping_of() - find the filters of a measurement
 * @measurement: the measurement
 *
 * Return: the filters.
 */
struct grouping grouping_of(const struct measurement *measurement);

/**
 * grouping_group() - the group of an event
 * @grouping: of the measurement
 * @reading: the event
 *
 * An event that cannot have a filter, as cycles cannot, is counted for all.  As
 * in Figure 8 of MD00548 it is shown with the others, if they have one filter.
 *
 * Return: its modes and the filter, in GROUP_BITS.
 */
uint32_t grouping_group(const struct grouping *grouping,
			const struct reading *reading);

/**
 * grouping_value() - compute a formula for a group
 * @grouping: of the measurement
 * @formula: the formula
 * @measurement: the measurement
 * @first: the first measurement
 * @group: from grouping_group()
 * @value: gets the result, as formula_value() gives it
 *
 * Events that are shown with the group without having its filter are taken, too.
 *
 * Return: whether all that it needs was counted.
 */
bool grouping_value(const struct grouping *grouping, struct formula *formula,
		    const struct measurement *measurement,
		    const struct measurement *first, uint32_t group,
		    double *value);

#define ROW_EVENT_SIZE	16

/**
 * struct row_stall - what a stall report says of a row's cycles
 * @cause: which stage or cause it is, or NULL
 * @of_cycles: the part of all cycles, NAN if these were not counted
 * @of_stalls: the part of all stalls, NAN for what is none, too
 * @per_instruction: cycles per instruction
 * @each: cycles for one of what @cause is counted per
 */
struct row_stall {
	const struct cause *cause;
	double of_cycles;
	double of_stalls;
	double per_instruction;
	double each;
};

/**
 * struct row - an event's count or a metric
 * @group: the modes and the filter that it is shown under
 * @reading: of an event, otherwise NULL
 * @event: of a reading, NULL if it is native or reserved
 * @relative: the count over the first measurement's; NAN if it has none
 * @metric: of an event what its share is of, or NULL; otherwise the metric
 * @value: of @metric
 * @stall: with --stalls
 */
struct row {
	uint32_t group;
	const struct reading *reading;
	const struct event *event;
	double relative;
	const struct metric *metric;
	double value;
	struct row_stall stall;
};

/**
 * rows_make() - what there is to say of a measurement
 * @view: where it is; what is relative is so to the first, if there are several
 * @measurement: the measurement
 * @count: gets the number of rows
 *
 * Events are in the order of their codes, even counters before odd ones, those
 * of the same modes and filter together.
 *
 * Return: the rows, to be freed by free().
 */
struct row *rows_make(const struct view *view,
		      const struct measurement *measurement, size_t *count);

/**
 * row_result() - the counts and statistics of a median
 * @row: the row
 * @measurement: that it is of
 *
 * Return: the result, or NULL for a metric and where nothing was repeated.
 */
const struct result *row_result(const struct row *row,
				const struct measurement *measurement);

/**
 * row_name() - what programs call a row
 * @row: the row
 *
 * Return: the event's or the metric's name, "" for a reserved event.
 */
const char *row_name(const struct row *row);

/**
 * row_label() - what a report calls a row
 * @row: the row
 *
 * Return: the label of the event or the metric.
 */
const char *row_label(const struct row *row);

/**
 * row_event() - write a row's bank and code as MD00548's figures do
 * @row: the row
 * @text: gets (BANK / CODE), "" for a metric
 */
void row_event(const struct row *row, char text[ROW_EVENT_SIZE]);

/**
 * row_modes() - a row's modes as a report shows them
 * @row: the row
 * @text: gets the letters U, S, K and E of those there are
 */
void row_modes(const struct row *row, char text[5]);

/**
 * row_filter() - a row's filter as /proc/perf writes it
 * @row: the row
 * @text: gets vpeN or tcN, "" without a filter, "?" for one that the control
 *	  word has no room for
 */
void row_filter(const struct row *row, char text[FILTER_TEXT_SIZE]);

#endif /* PERFCNT_COUNTS_ROWS_H */
