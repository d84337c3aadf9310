/* SPDX-License-Identifier: GPL-2.0 */
/* What the exact counts of a sampled run come to. */
#ifndef PERFCNT_PROFILE_SAMPLE_METRICS_H
#define PERFCNT_PROFILE_SAMPLE_METRICS_H

#include <stddef.h>

#include "samples.h"

/* The bytes of a value, at most. */
#define SAMPLE_METRIC_SIZE	32

struct sample_metric {
	/* what programs call it; it is that of metrics.txt, or an event per another one */
	char *name;
	char *label; /* what a report calls it */
	double value;
	char text[SAMPLE_METRIC_SIZE]; /* the value as it is printed */
};

/* All that the counts are enough for. */
struct sample_metrics {
	/* in the order of metrics.txt, and then the stalls per event */
	struct sample_metric *metrics;
	size_t count;
};

/*
 * Computes what the chosen metrics are, for sample_metrics_free(), of events of the run that were
 * counted in the modes of the first one.  Ends the tool if a definition is wrong.
 */
void sample_metrics_make(struct sample_metrics *metrics, const struct samples *samples);

void sample_metrics_free(struct sample_metrics *metrics);

#endif /* PERFCNT_PROFILE_SAMPLE_METRICS_H */
