/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What can be said of counts: metrics.txt, and what users add to it.  It is read
 * when it is asked for first.
 */
#ifndef PERFCNT_TOOLS_METRICS_H
#define PERFCNT_TOOLS_METRICS_H

#include <stdbool.h>
#include <stddef.h>

#include "formula.h"

extern const char builtin_metrics[];

/* How a metric is printed. */
enum metric_unit {
	METRIC_RATIO,		/* 0.560 */
	METRIC_TIMES,		/* 1.09 */
	METRIC_COUNT,		/* 12345 */
	METRIC_PERCENT,		/* 7.5% */
	METRIC_RATE,		/* 7.5%, and never below 0 or above 100 % */
};

/* The bytes that metric_format() needs at most. */
#define METRIC_TEXT_SIZE	32

struct metric {
	char *name; /* what programs call it */
	char *label; /* what a report calls it */
	struct formula *formula;
	enum metric_unit unit;
	/* the event that a share is printed beside; NULL has a line of its own, below the events */
	char *event;
	char *of; /* the event that a share is a share of */
};

/* All metrics that were not dropped.  Ends the tool if a definition is wrong. */
const struct metric *metrics_all(size_t *count);

/*
 * Drops all metrics but those of a list, and shares.  The list has names, separated by commas or
 * blanks, or "none"; it is cut up.  Returns NULL, or a name that no metric has.
 */
const char *metrics_choose(char *list);

/* A METRIC_RATE cannot be below 0 or above 1: its counts do not belong together then. */
bool metric_is_possible(const struct metric *metric, double value);

/* Writes a value as it is printed: "-" for NAN, and with a '!' if it is not possible. */
void metric_format(const struct metric *metric, double value,
		   char text[METRIC_TEXT_SIZE]);

/* An event that counts stalls of one kind. */
struct cause {
	char *event;
	bool is_stage; /* does it say where the pipeline stands still, and not why? */
	char *within; /* the event that these cycles are part of, or NULL */
	char *per; /* the event that makes these stalls, or NULL */
	char *label; /* what a report calls one of @per */
};

/* All stages and causes, in the order of their lines.  Ends the tool if a definition is wrong. */
const struct cause *causes_all(size_t *count);

#endif /* PERFCNT_TOOLS_METRICS_H */
