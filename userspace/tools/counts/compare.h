/* SPDX-License-Identifier: GPL-2.0 */
/* A table as MD00548's Table 6 has it, one column per measurement. */
#ifndef PERFCNT_COUNTS_COMPARE_H
#define PERFCNT_COUNTS_COMPARE_H

#include <stdio.h>

#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_compare() - print measurements side by side
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_compare(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_COMPARE_H */
