/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reports as text, in the manner of IRIX's perfex. */
#ifndef PERFEX_REPORT_H
#define PERFEX_REPORT_H

#include "ratios.h"

/**
 * perfex_report_counts() - print a line an event: its number, label and count
 * @out: where it goes
 * @lines: the events
 * @count: how many
 */
void perfex_report_counts(FILE *out, const struct perfex_line *lines,
			  size_t count);

/**
 * perfex_report_costs() - print counts, estimated times and ratios
 * @out: where it goes
 * @lines: the events, with their times and in their order
 * @count: how many
 * @clock: the clock
 * @processor: the processor's name
 */
void perfex_report_costs(FILE *out, const struct perfex_line *lines,
			 size_t count, const struct perfex_clock *clock,
			 const char *processor);

#endif /* PERFEX_REPORT_H */
