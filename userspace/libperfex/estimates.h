/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What events have cost: estimated times. */
#ifndef PERFEX_ESTIMATES_H
#define PERFEX_ESTIMATES_H

#include <stdint.h>

#include "costs.h"

/**
 * struct perfex_line - a line of a report: an event and its count
 * @number: the event of the R10000, or PERFEX_BY_NAME
 * @place: which of the events it is, from 0, however lines are sorted
 * @name: what perfcnt calls what is counted, with its modes
 * @label: what the report calls it
 * @approximate: it is near the R10000's event, not the same
 * @shared: it counts what others do at the same time, too
 * @counted: is there a count?  An event that never ran has none
 * @count: the count
 * @raw: what was really counted, if @factor is not 1
 * @factor: what the count was multiplied by, because its counters did not count
 *	    all the time; otherwise 1
 * @enabled: the time in which it could have been counted, in nanoseconds, then
 * @running: the time in which it was counted
 * @error: the standard error of the count then; NAN if it is not known
 * @cost: what the event costs, or NULL
 * @typical: estimated time in seconds, 0 without a cost
 * @minimum: at least
 * @maximum: at most
 */
struct perfex_line {
	int number;
	unsigned int place;
	const char *name;
	const char *label;
	bool approximate;
	bool shared;
	bool counted;
	uint64_t count;
	uint64_t raw;
	double factor;
	uint64_t enabled;
	uint64_t running;
	double error;
	const struct perfex_cost *cost;
	double typical;
	double minimum;
	double maximum;
};

/**
 * perfex_quadwords() - what lines of a cache are in quadwords
 * @lines: how many lines
 * @line: the bytes of each
 *
 * Return: the R10000's quadwords of 16 bytes.
 */
uint64_t perfex_quadwords(uint64_t lines, unsigned int line);

/**
 * perfex_scale() - what a count would be if it had been counted all the time
 * @raw: what was counted
 * @enabled: all the time
 * @running: the time in which it was counted, more than 0
 *
 * Return: the estimate, rounded to the nearest.
 */
uint64_t perfex_scale(uint64_t raw, uint64_t enabled, uint64_t running);

/**
 * perfex_seconds() - how long events take
 * @count: how many
 * @cost: of each
 * @unit: the unit of @cost
 * @mhz: the clock in MHz
 *
 * Return: the time in seconds.
 */
double perfex_seconds(uint64_t count, double cost, enum perfex_unit unit,
		      double mhz);

/**
 * perfex_estimate() - estimate the times of all lines
 * @lines: the lines; get their costs and times
 * @count: how many
 * @costs: the table, which stays as long as the lines
 * @mhz: the clock in MHz
 */
void perfex_estimate(struct perfex_line *lines, size_t count,
		     const struct perfex_costs *costs, double mhz);

/**
 * perfex_sort() - put the most costly events first
 * @lines: the lines, with their times
 * @count: how many
 *
 * By the typical time, then by the maximum, then by number.
 */
void perfex_sort(struct perfex_line *lines, size_t count);

#endif /* PERFEX_ESTIMATES_H */
