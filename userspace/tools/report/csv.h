/* SPDX-License-Identifier: GPL-2.0 */
/* CSV, as RFC 4180 has it. */
#ifndef PERFCNT_TOOLS_CSV_H
#define PERFCNT_TOOLS_CSV_H

#include <stdio.h>

#include "data/dump.h"
#include "data/results.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_csv() - print a line an event and a line a metric
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 */
void report_csv(FILE *out, const struct dump *dump);

/**
 * results_csv() - print the same of the medians, and what is behind them
 * @out: where it goes
 * @results: what a measurement that was repeated has found
 */
void results_csv(FILE *out, const struct results *results);

/**
 * results_csv_lines() - print what results_csv() prints, but no line of names
 * @out: where it goes
 * @results: what a measurement that was repeated has found
 */
void results_csv_lines(FILE *out, const struct results *results);

#endif /* PERFCNT_TOOLS_CSV_H */
