/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The statistics below a report: ratios of counts and of times. */
#ifndef PERFEX_RATIOS_H
#define PERFEX_RATIOS_H

#include "estimates.h"

/**
 * struct perfex_clock - what times and rates are computed with
 * @mhz: the clock in MHz, more than 0
 * @l1_line: the line of the level 1 data cache in bytes, or 0 if it is not known
 * @l2_line: that of the level 2 cache
 */
struct perfex_clock {
	double mhz;
	unsigned int l1_line;
	unsigned int l2_line;
};

/**
 * struct perfex_ratio - one of the ratios
 * @label: what the report calls it
 * @name: a name that says what it is
 * @unit: its unit, or "" for a ratio
 */
struct perfex_ratio {
	const char *label;
	const char *name;
	const char *unit;
};

/**
 * perfex_ratio() - find one of the ratios
 * @which: from 0, in the order of the report
 *
 * Return: the ratio, or NULL after the last.
 */
const struct perfex_ratio *perfex_ratio(size_t which);

/**
 * perfex_cycles() - find the line of cycles, which has two numbers
 * @lines: the lines
 * @count: how many
 *
 * Return: the line, or NULL if they were not counted.
 */
const struct perfex_line *perfex_cycles(const struct perfex_line *lines, size_t count);

/**
 * struct perfex_ratio_value - what a ratio comes to
 * @value: the ratio; of a rate that of a process, by the time for which it ran
 * @amount: what was divided: of a rate, by the elapsed time, that of all processes
 * @approximate: one of its events is near the R10000's, not the same
 * @error: the standard error of @value, by those of the counts: 0 if all events were counted
 *	   all the time, NAN if it is not known
 */
struct perfex_ratio_value {
	double value;
	double amount;
	bool approximate;
	double error;
};

/* Whose error is a larger part of it, a ratio is not shown. */
#define PERFEX_RATIO_MOST_ERROR	0.2

/**
 * perfex_ratio_is_shown() - is a ratio known well enough?
 * @found: from perfex_ratio_value()
 *
 * Return: whether it is, as far as that is known.
 */
bool perfex_ratio_is_shown(const struct perfex_ratio_value *found);

/**
 * perfex_ratio_value() - compute one of the ratios
 * @which: perfex_ratio() has it
 * @lines: the lines, with their times
 * @count: how many
 * @clock: the clock
 * @found: comes back
 *
 * Return: whether all that it needs is there, and its divisor is not 0.
 */
bool perfex_ratio_value(size_t which, const struct perfex_line *lines,
			size_t count, const struct perfex_clock *clock,
			struct perfex_ratio_value *found);

#endif /* PERFEX_RATIOS_H */
