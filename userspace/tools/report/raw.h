/* SPDX-License-Identifier: GPL-2.0 */
/* Raw dumps, as /proc/perf prints them. */
#ifndef PERFCNT_TOOLS_RAW_H
#define PERFCNT_TOOLS_RAW_H

#include <stdio.h>

#include "data/dump.h"
#include "data/results.h"

/**
 * report_raw() - print measurements as they were read
 * @out: where it goes
 * @dump: the measurements
 */
void report_raw(FILE *out, const struct dump *dump);

/**
 * results_raw() - print all that was read, not the medians
 * @out: where it goes
 * @results: what a measurement that was repeated has found
 */
void results_raw(FILE *out, const struct results *results);

#endif /* PERFCNT_TOOLS_RAW_H */
