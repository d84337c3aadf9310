/* SPDX-License-Identifier: GPL-2.0 */
/* The options, by what they are called. */
#ifndef PERFCNT_COUNTS_OPTION_ROWS_H
#define PERFCNT_COUNTS_OPTION_ROWS_H

#include "base/option_table.h"

/* The id of a row.  Several options that select a group have one. */
enum option_id {
	USER = 1,
	SUPERVISOR,
	KERNEL,
	EXL,
	MODES,
	ALL,
	GROUP,
	USER_GROUP,
	EVENS,
	ODDS,
	EVENTS,
	TC,
	VPE,
	BALANCE,
	PARSE,
	FORMAT,
	OUTPUT,
	APPEND,
	REPEAT,
	KEEP_OUTLIERS,
	DEFINITIONS,
	STRICT,
	WAIT,
	QUIET,
	DRY_RUN,
	LIST,
	WHOLE_MACHINE,
	PRETEND,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	ID_COUNT,
};

/* Up to a row of zeros. */
extern const struct option_row option_rows[];

#endif /* PERFCNT_COUNTS_OPTION_ROWS_H */
