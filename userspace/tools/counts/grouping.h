/* SPDX-License-Identifier: GPL-2.0 */
/* Under which modes and filter an event is shown. */
#ifndef PERFCNT_COUNTS_GROUPING_H
#define PERFCNT_COUNTS_GROUPING_H

#include "events/dump.h"
#include "events/filter.h"
#include "metrics/formula.h"

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

#endif /* PERFCNT_COUNTS_GROUPING_H */
