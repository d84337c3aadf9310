/* SPDX-License-Identifier: GPL-2.0 */
/* What counters count now, for Prometheus and what reads its formats. */
#ifndef PERFCNT_COUNTS_OPENMETRICS_H
#define PERFCNT_COUNTS_OPENMETRICS_H

#include <stdio.h>

#include "view.h"

/* How both formats begin. */
#define OPENMETRICS_BEGINS	"# HELP perfcnt_events "
#define PROMETHEUS_BEGINS	"# HELP perfcnt_events_total "

/**
 * report_openmetrics() - write counters as OpenMetrics 1.0
 * @out: where they go
 * @view: one measurement of one dump
 */
void report_openmetrics(FILE *out, const struct view *view);

/**
 * report_prometheus() - write the same in Prometheus' own text format 0.0.4
 * @out: where they go
 * @view: one measurement of one dump
 */
void report_prometheus(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_OPENMETRICS_H */
