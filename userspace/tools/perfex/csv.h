/* SPDX-License-Identifier: GPL-2.0 */
/* Results as CSV: a line an event, a thread's event, a ratio, or a time. */
#ifndef PERFEX_CSV_H
#define PERFEX_CSV_H

#include <stdio.h>

#include "measured.h"

/* The names of the columns, without the line's end. */
#define CSV_COLUMNS \
	"measurement,modes,filter,name,label,r10000,value,raw,factor,error," \
	"spread,approximate,shared,typical,minimum,maximum,thread,process," \
	"thread_name,scope,complete"

/**
 * csv_print() - write what was measured
 * @out: where it goes
 * @measured: the measurement
 * @appended: without the names of the columns
 */
void csv_print(FILE *out, const struct measured *measured, bool appended);

#endif /* PERFEX_CSV_H */
