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

/* The filters of a measurement. */
struct grouping {
	/* by modes: the filter's bits, if all events have it that can; or 0 */
	uint32_t filter[PERFCNT_CTL_MODES + 1];
};

struct grouping grouping_of(const struct measurement *measurement);

/*
 * Computes a formula for a group, as formula_value() does.  Events that are shown with the group
 * without having its filter are taken, too.  Returns whether all that it needs was counted.
 */
bool grouping_value(const struct grouping *grouping, struct formula *formula,
		    const struct measurement *measurement,
		    const struct measurement *first, uint32_t group,
		    double *value);

#define ROW_EVENT_SIZE	16

/* What a stall report says of a row's cycles. */
struct row_stall {
	const struct cause *cause; /* which stage or cause it is, or NULL */
	double of_cycles; /* the part of all cycles, NAN if these were not counted */
	double of_stalls; /* the part of all stalls, NAN for what is none, too */
	double per_instruction; /* cycles per instruction */
	double each; /* cycles for one of what @cause is counted per */
};

/* An event's count or a metric. */
struct row {
	uint32_t group; /* the modes and the filter that it is shown under */
	const struct reading *reading; /* of an event, otherwise NULL */
	const struct event *event; /* of a reading, NULL if it is native or reserved */
	double relative; /* the count over the first measurement's; NAN if it has none */
	/* of an event what its share is of, or NULL; otherwise the metric */
	const struct metric *metric;
	double value; /* of @metric */
	struct row_stall stall; /* with --stalls */
};

/*
 * What there is to say of a measurement, to be freed by free().  What is relative is so to the
 * first, if there are several.  Events are in the order of their codes, even counters before odd
 * ones, those of the same modes and filter together.
 */
struct row *rows_make(const struct view *view,
		      const struct measurement *measurement, size_t *count);

/* The counts and statistics of a median, NULL for a metric and where nothing was repeated. */
const struct result *row_result(const struct row *row,
				const struct measurement *measurement);

/* A row's count, or the metric's value. */
double row_value(const struct row *row);

/* What programs call a row: the event's or the metric's name, "" for a reserved event. */
const char *row_name(const struct row *row);

/* What a report calls a row: the label of the event or the metric. */
const char *row_label(const struct row *row);

/* A row's bank and code as MD00548's figures have them, (BANK / CODE); "" for a metric. */
void row_event(const struct row *row, char text[ROW_EVENT_SIZE]);

/* A row's modes as a report shows them: the letters U, S, K and E of those there are. */
void row_modes(const struct row *row, char text[5]);

/*
 * A row's filter as /proc/perf writes it: vpeN or tcN, "" without a filter, "?" for one that the
 * control word has no room for.
 */
void row_filter(const struct row *row, char text[FILTER_TEXT_SIZE]);

#endif /* PERFCNT_COUNTS_ROWS_H */
