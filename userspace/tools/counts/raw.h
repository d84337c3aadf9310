/* SPDX-License-Identifier: GPL-2.0 */
/* Raw dumps, as /proc/perf prints them. */
#ifndef PERFCNT_COUNTS_RAW_H
#define PERFCNT_COUNTS_RAW_H

#include <stdio.h>

#include "view.h"

/**
 * report_raw() - print measurements as they were read
 * @out: where it goes
 * @view: the measurements; all events are printed
 */
void report_raw(FILE *out, const struct view *view);

#endif /* PERFCNT_COUNTS_RAW_H */
