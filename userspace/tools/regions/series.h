/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers, one for each interval, and what they come to. */
#ifndef PERFCNT_REGIONS_SERIES_H
#define PERFCNT_REGIONS_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The bars of a histogram. */
#define REGION_BINS	10

/**
 * struct region_series - a number of each interval, and what they come to
 * @values: the numbers, as they were read
 * @kept: how many of them
 * @count: how many there were; all else is 0 if there are none
 * @sum: of all, modulo 2^64
 * @is_sum: that is less than 2^64
 * @average: to the nearest whole number, halves up
 * @mean: the same with its fraction
 * @deviation: the standard deviation of a sample; NAN of one value, and if not all were kept
 * @median: halfway between the middle two of an even number
 * @least: the least of them
 * @most: the greatest of them
 * @bins: how many are in each part from @least to @most; all are in the first if
 *	  these are the same
 * @rise: the sum of all steps from one number to the next, modulo 2^64
 * @steps: how many
 * @broken: numbers are missing before the next one, which makes no step
 */
struct region_series {
	uint64_t *values;
	size_t kept;
	uint64_t count;
	uint64_t sum;
	bool is_sum;
	uint64_t average;
	double mean;
	double deviation;
	uint64_t median;
	uint64_t least;
	uint64_t most;
	size_t bins[REGION_BINS];
	uint64_t rise;
	size_t steps;
	bool broken;
};

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_series_add() - add a number
 * @series: gets it; is zeros at first
 * @value: the number
 */
void region_series_add(struct region_series *series, uint64_t value);

/**
 * region_series_break() - say that numbers are missing before the next one
 * @series: gets no step to that
 */
void region_series_break(struct region_series *series);

/**
 * region_series_finish() - compute what the numbers come to
 * @series: has all its values
 */
void region_series_finish(struct region_series *series);

/**
 * region_series_complete() - say what all numbers come to, of which some are not kept
 * @series: is finished; median, bins and steps stay those of what is kept
 * @count: how many there were, at least one
 * @sum: of them
 * @least: of them
 * @most: of them
 */
void region_series_complete(struct region_series *series, uint64_t count, uint64_t sum,
			    uint64_t least, uint64_t most);

/**
 * region_series_step() - how much a running total grows from one to the next
 * @series: the totals
 *
 * Return: the average step, NAN if there is none.
 */
double region_series_step(const struct region_series *series);

/**
 * region_histogram() - print a line for each tenth from the minimum to the maximum
 * @out: where it goes
 * @name: what the numbers are
 * @series: the numbers, of which there is one
 */
void region_histogram(FILE *out, const char *name,
		      const struct region_series *series);

#endif /* PERFCNT_REGIONS_SERIES_H */
