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

/* A number of each interval, and what they come to. */
struct region_series {
	uint64_t *values; /* the numbers, as they were read */
	size_t kept; /* how many of them */
	uint64_t count; /* how many there were; all else is 0 if there are none */
	uint64_t sum; /* of all, modulo 2^64 */
	bool is_sum; /* that is less than 2^64 */
	uint64_t average; /* to the nearest whole number, halves up */
	double mean; /* the same with its fraction */
	/* the standard deviation of a sample; NAN of one value, and if not all were kept */
	double deviation;
	uint64_t median; /* halfway between the middle two of an even number */
	uint64_t least; /* the least of them */
	uint64_t most; /* the greatest of them */
	/*
	 * how many are in each part from @least to @most; all are in the first if these are the
	 * same
	 */
	uint64_t bins[REGION_BINS];
	uint64_t rise; /* the sum of all steps from one number to the next, modulo 2^64 */
	size_t steps;
	bool broken; /* numbers are missing before the next one, which makes no step */
};

/*
 * The series is zeros at first.  What needs memory ends the tool, with a message, if there is
 * none.
 */
void region_series_add(struct region_series *series, uint64_t value);

/* Numbers are missing before the next one, to which there is no step. */
void region_series_break(struct region_series *series);

/* Computes what the numbers come to. */
void region_series_finish(struct region_series *series);

/*
 * What all numbers come to, of which some are not kept: @count is at least one.  Median, bins and
 * steps stay those of what is kept.
 */
void region_series_complete(struct region_series *series, uint64_t count, uint64_t sum,
			    uint64_t least, uint64_t most);

/* The average step of a running total, NAN if there is none. */
double region_series_step(const struct region_series *series);

/* A line for each tenth from the minimum to the maximum of at least one number. */
void region_histogram(FILE *out, const char *name,
		      const struct region_series *series);

#endif /* PERFCNT_REGIONS_SERIES_H */
