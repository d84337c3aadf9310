/* SPDX-License-Identifier: GPL-2.0 */
/* What can be computed, and from which events. */
#ifndef PERFCNT_COUNTS_METRIC_LIST_H
#define PERFCNT_COUNTS_METRIC_LIST_H

#include <stdio.h>

/**
 * report_metrics() - print the metrics' definitions
 * @out: where they go
 */
void report_metrics(FILE *out);

#endif /* PERFCNT_COUNTS_METRIC_LIST_H */
