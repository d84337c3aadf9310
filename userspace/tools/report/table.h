/* SPDX-License-Identifier: GPL-2.0 */
/* Tables as MD00548's Figure 4 has them, a measurement each. */
#ifndef PERFCNT_TOOLS_TABLE_H
#define PERFCNT_TOOLS_TABLE_H

#include <stdio.h>

#include "data/dump.h"
#include "data/results.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_table() - print a table a measurement
 * @out: where it goes
 * @dump: the measurements; what is relative is so to the first
 */
void report_table(FILE *out, const struct dump *dump);

/**
 * results_table() - print a table of the medians, and what is behind them
 * @out: where it goes
 * @results: what a measurement that was repeated has found
 */
void results_table(FILE *out, const struct results *results);

#endif /* PERFCNT_TOOLS_TABLE_H */
