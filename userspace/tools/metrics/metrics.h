/* SPDX-License-Identifier: GPL-2.0 */
/* What can be said of counts: one table of data for all tools. */
#ifndef PERFCNT_TOOLS_METRICS_H
#define PERFCNT_TOOLS_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/dump.h"

#define METRIC_PARTS	2

/* How a metric is computed from its parts. */
enum metric_rule {
	METRIC_QUOTIENT,	/* parts over base */
	METRIC_REST,		/* 1 - parts over base */
	METRIC_SLOWER,		/* parts over the first measurement's */
	METRIC_FASTER,		/* the first measurement's parts over these */
};

/* How it is printed. */
enum metric_unit {
	METRIC_RATIO,		/* 0.560 */
	METRIC_PERCENT,		/* 7.5% */
	METRIC_TIMES,		/* 1.09 */
};

/* Where it is printed. */
enum metric_place {
	METRIC_LINE,		/* a line of its own, below the events */
	METRIC_BESIDE,		/* beside its event, with what it is a share of */
};

/**
 * struct metric - a definition
 * @name: what programs call it
 * @label: what a report calls it
 * @parts: the events whose counts are added up, by name
 * @base: the event that they are divided by, or NULL
 * @rule: how
 * @unit: how it is printed
 * @place: where
 */
struct metric {
	const char *name;
	const char *label;
	const char *parts[METRIC_PARTS];
	const char *base;
	enum metric_rule rule;
	enum metric_unit unit;
	enum metric_place place;
};

extern const struct metric metrics[];
extern const unsigned int metric_count;

/**
 * metric_value() - compute a metric
 * @metric: which
 * @measurement: where the counts are
 * @first: the first measurement, for METRIC_SLOWER and METRIC_FASTER
 * @control: a word with the modes and the filter that are meant
 * @value: the result, as a fraction; NAN if it is divided by 0
 *
 * Counts of one run are taken if it has all that are needed, otherwise each
 * event's first.  An event that cannot be filtered so narrowly is taken with
 * the filter that it can have, as Figure 8 does with cycles.
 *
 * Return: whether all of its events were counted, one at least with that very
 * filter.
 */
bool metric_value(const struct metric *metric,
		  const struct measurement *measurement,
		  const struct measurement *first, uint32_t control,
		  double *value);

/**
 * metric_format() - a value as it is printed
 * @metric: which
 * @value: its value
 * @text: gets it, "-" for NAN
 * @size: of @text
 */
void metric_format(const struct metric *metric, double value, char *text,
		   size_t size);

/**
 * metric_formula() - a metric's formula in words
 * @metric: which
 * @text: gets it
 * @size: of @text
 */
void metric_formula(const struct metric *metric, char *text, size_t size);

#endif /* PERFCNT_TOOLS_METRICS_H */
