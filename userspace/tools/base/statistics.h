/* SPDX-License-Identifier: GPL-2.0 */
/* What repeated counts of the same thing come to. */
#ifndef PERFCNT_TOOLS_STATISTICS_H
#define PERFCNT_TOOLS_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993: what a
 * modified z-score may be at most.
 */
#define STATISTICS_MOST_SCORE	3.5

/* The confidence that an interval has if there are values enough. */
#define STATISTICS_CONFIDENCE	0.95

/* What values come to. */
struct statistics {
	unsigned int kept; /* how many values this is about: all but the outliers */
	uint64_t median; /* of them; of an even number, halfway between the middle two */
	uint64_t least; /* the least of them */
	uint64_t most; /* the greatest of them */
	/*
	 * their median absolute deviation times 1.4826, which is the standard deviation if they
	 * are normally distributed
	 */
	double spread;
	uint64_t low; /* where the confidence interval of the median begins */
	uint64_t high; /* where it ends */
	/*
	 * its confidence: STATISTICS_CONFIDENCE at least, or what the least and the greatest value
	 * have if they are too few for that
	 */
	double confidence;
};

/*
 * Marks the outliers.  One is whose modified z-score is beyond STATISTICS_MOST_SCORE: its distance
 * from the median as a multiple of the median absolute deviation or, if that is 0, of the mean
 * absolute deviation.  Returns 0, or -1 without memory.
 */
int statistics_outliers(const uint64_t *values, unsigned int count,
			bool *outlier);

/* What values come to, not all of which are outliers.  Returns 0, or -1 without memory. */
int statistics_of(const uint64_t *values, const bool *outlier,
		  unsigned int count, struct statistics *statistics);

#endif /* PERFCNT_TOOLS_STATISTICS_H */
