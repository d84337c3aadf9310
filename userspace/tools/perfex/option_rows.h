/* SPDX-License-Identifier: GPL-2.0 */
/* The options, by what they are called. */
#ifndef PERFEX_OPTION_ROWS_H
#define PERFEX_OPTION_ROWS_H

#include "base/option_table.h"

/* The id of a row. */
enum option_id {
	EVENT = 1,
	ALL,
	EXL,
	KERNEL,
	WHOLE_MACHINE,
	SIGNALS,
	THREADS,
	TIMES,
	COSTS,
	TABLE,
	MHZ,
	L1_LINE,
	L2_LINE,
	OUTPUT,
	APPEND,
	FORMAT,
	REPEAT,
	SLOT,
	STRICT,
	CALIBRATE,
	DRY_RUN,
	LIST,
	PRETEND,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	UNKNOWN_L, /* the -l of IRIX, which no manual explains */
	ID_COUNT,
};

/* Up to a row of zeros. */
extern const struct option_row option_rows[];

#endif /* PERFEX_OPTION_ROWS_H */
