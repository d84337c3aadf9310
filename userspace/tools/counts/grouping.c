// SPDX-License-Identifier: GPL-2.0
/* Filters that a whole measurement has. */
#include "events/events.h"
#include "grouping.h"

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

uint32_t grouping_group(const struct grouping *grouping,
			const struct reading *reading)
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
