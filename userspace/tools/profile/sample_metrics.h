/* SPDX-License-Identifier: GPL-2.0 */
/* What the exact counts of a sampled run come to. */
#ifndef PERFCNT_PROFILE_SAMPLE_METRICS_H
#define PERFCNT_PROFILE_SAMPLE_METRICS_H

#include <stddef.h>

#include "samples.h"

/* The bytes of a value, at most. */
#define SAMPLE_METRIC_SIZE	32

/**
 * struct sample_metric - a metric
 * @name: what programs call it; it is that of metrics.txt, or an event per another one
 * @label: what a report calls it
 * @value: its value
 * @text: the value as it is printed
 */
struct sample_metric {
	char *name;
	char *label;
	double value;
	char text[SAMPLE_METRIC_SIZE];
};

/**
 * struct sample_metrics - all that the counts are enough for
 * @metrics: them, in the order of metrics.txt, and then the stalls per event
 * @count: how many
 */
struct sample_metrics {
	struct sample_metric *metrics;
	size_t count;
};

/**
 * sample_metrics_make() - compute what the chosen metrics are
 * @metrics: comes back; sample_metrics_free() frees it
 * @samples: the run: events that were counted in the modes of the first one
 *
 * Ends the tool if a definition is wrong.
 */
void sample_metrics_make(struct sample_metrics *metrics, const struct samples *samples);

/**
 * sample_metrics_free() - free metrics
 * @metrics: the metrics
 */
void sample_metrics_free(struct sample_metrics *metrics);

#endif /* PERFCNT_PROFILE_SAMPLE_METRICS_H */
