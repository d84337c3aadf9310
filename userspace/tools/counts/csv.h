/* SPDX-License-Identifier: GPL-2.0 */
/* CSV, as RFC 4180 has it. */
#ifndef PERFCNT_COUNTS_CSV_H
#define PERFCNT_COUNTS_CSV_H

#include <stdio.h>

#include "view.h"

/* The line of names, and that of a stall report. */
#define CSV_NAMES	"measurement,modes,filter,name,label,bank,event," \
			"value,share_of,share,relative,run,counter,repeats," \
			"outliers,least,most,spread,low,high,confidence," \
			"complete,number,scope,shared"
#define CSV_STALL_NAMES	"measurement,modes,filter,name,label,bank,event," \
			"value,share_of,share,relative,run,counter,repeats," \
			"outliers,least,most,spread,low,high,confidence," \
			"of_cycles,of_stalls,per_instruction,per,each," \
			"complete,number,scope,shared"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_csv() - print the line of names, and what report_csv_lines() does
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_csv(FILE *out, const struct view *view);

/**
 * report_csv_lines() - print one line per event, metric and time
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_csv_lines(FILE *out, const struct view *view);

/**
 * compare_csv() - print one line per event and metric, one column per measurement
 * @out: where it goes
 * @view: the measurements
 */
void compare_csv(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_CSV_H */
