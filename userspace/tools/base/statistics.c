// SPDX-License-Identifier: GPL-2.0
/* Medians, intervals and outliers, of no assumed distribution. */
#include <math.h>
#include <stdlib.h>

#include "statistics.h"

/* What makes deviations comparable with a normal distribution's. */
#define MEDIAN_DEVIATION	1.4826
#define MEAN_DEVIATION		1.253314

/* Far from the largest double, which is 2^1024. */
#define TOO_LARGE		0x1p512

static int compare_values(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* What is kept, in order; count becomes how many these are. */
static uint64_t *sorted(const uint64_t *values, const bool *outlier,
			unsigned int *count)
{
	uint64_t *copy = malloc((*count + 1) * sizeof(*copy));
	unsigned int i, kept = 0;

	if (!copy)
		return NULL;
	for (i = 0; i < *count; i++)
		if (!outlier || !outlier[i])
			copy[kept++] = values[i];
	qsort(copy, kept, sizeof(*copy), compare_values);
	*count = kept;
	return copy;
}

static uint64_t median_of(const uint64_t *values, unsigned int count)
{
	uint64_t low = values[(count - 1) / 2], high = values[count / 2];

	return low + (high - low) / 2;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Around the median of sorted values: the median absolute deviation, or 0. */
static int deviation(const uint64_t *values, unsigned int count, double *median,
		     double *mean)
{
	uint64_t *all = malloc((count + 1) * sizeof(*all));
	uint64_t center = median_of(values, count);
	unsigned int i;

	if (!all)
		return -1;
	*mean = 0;
	for (i = 0; i < count; i++) {
		all[i] = distance(values[i], center);
		*mean += (double)all[i] / count;
	}
	qsort(all, count, sizeof(*all), compare_values);
	*median = median_of(all, count);
	free(all);
	return 0;
}

int statistics_outliers(const uint64_t *values, unsigned int count,
			bool *outlier)
{
	unsigned int all = count, i;
	uint64_t *order = sorted(values, NULL, &all);
	double median, mean, unit;
	uint64_t center;

	if (!order || !count || deviation(order, count, &median, &mean)) {
		free(order);
		return count ? -1 : 0;
	}
	center = median_of(order, count);
	free(order);
	unit = median ? MEDIAN_DEVIATION * median : MEAN_DEVIATION * mean;
	for (i = 0; i < count; i++)
		outlier[i] = distance(values[i], center) > STATISTICS_MOST_SCORE * unit;
	return 0;
}

/*
 * The interval from the nth least to the nth greatest value misses the median
 * if fewer than n values are on one side of it, and each is there with a
 * probability of a half.  The narrowest that has the confidence, or the widest.
 */
static void set_interval(const uint64_t *values, unsigned int count,
			 struct statistics *statistics)
{
	/* none is on that side: times 2^scale, as 2^-count may be no double */
	double term = 1, missed = ldexp(1, -(int)count);
	int scale = -(int)count;
	unsigned int nth = 1;

	while (nth < (count + 1) / 2) {
		term *= (double)(count - nth + 1) / nth;
		if (term > TOO_LARGE) {
			term /= TOO_LARGE;
			scale += ilogb(TOO_LARGE);
		}
		if (1 - 2 * (missed + ldexp(term, scale)) < STATISTICS_CONFIDENCE)
			break;
		missed += ldexp(term, scale);
		nth++;
	}
	statistics->low = values[nth - 1];
	statistics->high = values[count - nth];
	statistics->confidence = 1 - 2 * missed;
}

int statistics_of(const uint64_t *values, const bool *outlier,
		  unsigned int count, struct statistics *statistics)
{
	unsigned int kept = count;
	uint64_t *order = sorted(values, outlier, &kept);
	double median, mean;

	if (!order || deviation(order, kept, &median, &mean)) {
		free(order);
		return -1;
	}
	statistics->kept = kept;
	statistics->median = median_of(order, kept);
	statistics->least = order[0];
	statistics->most = order[kept - 1];
	statistics->spread = MEDIAN_DEVIATION * median;
	set_interval(order, kept, statistics);
	free(order);
	return 0;
}
