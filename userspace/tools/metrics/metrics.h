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

/**
 * struct metric - a definition
 * @name: what programs call it
 * @label: what a report calls it
 * @formula: how it is computed
 * @unit: how it is printed
 * @event: of a share, which is printed beside an event: that event's name;
 *	   otherwise NULL: it has a line of its own, below the events
 * @of: of a share: the event that it is a share of
 */
struct metric {
	char *name;
	char *label;
	struct formula *formula;
	enum metric_unit unit;
	char *event;
	char *of;
};

/**
 * metrics_all() - all metrics that were not dropped
 * @count: gets their number
 *
 * Ends the tool if a definition is wrong.
 *
 * Return: the metrics.
 */
const struct metric *metrics_all(size_t *count);

/**
 * metrics_choose() - drop all metrics but some; shares stay
 * @list: the names of those to keep, separated by commas or blanks, or "none"; is
 *	  cut up
 *
 * Return: NULL, or the name of one that there is not.
 */
const char *metrics_choose(char *list);

/**
 * metric_is_possible() - can a metric have this value?
 * @metric: which
 * @value: its value
 *
 * Return: false for a METRIC_RATE below 0 or above 1: its counts do not belong
 * together.
 */
bool metric_is_possible(const struct metric *metric, double value);

/**
 * metric_format() - a value as it is printed
 * @metric: which
 * @value: its value
 * @text: gets it, "-" for NAN; with a '!' if it is not possible
 */
void metric_format(const struct metric *metric, double value,
		   char text[METRIC_TEXT_SIZE]);

/**
 * struct cause - an event that counts stalls of one kind
 * @event: its name
 * @is_stage: whether it says where the pipeline stands still, and not why
 * @within: the event that these cycles are part of, or NULL
 * @per: the event that makes these stalls, or NULL
 * @label: what a report calls one of @per
 */
struct cause {
	char *event;
	bool is_stage;
	char *within;
	char *per;
	char *label;
};

/**
 * causes_all() - all stages and causes
 * @count: gets their number
 *
 * Ends the tool if a definition is wrong.
 *
 * Return: the causes, in the order of their lines.
 */
const struct cause *causes_all(size_t *count);

#endif /* PERFCNT_TOOLS_METRICS_H */
