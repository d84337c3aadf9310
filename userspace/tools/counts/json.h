/* SPDX-License-Identifier: GPL-2.0 */
/* JSON. */
#ifndef PERFCNT_COUNTS_JSON_H
#define PERFCNT_COUNTS_JSON_H

#include <stdio.h>

#include "events/medians.h"
#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * report_json() - print an object, as pc_parse.schema.json says
 * @out: where it goes
 * @view: the measurements; what is relative is so to the first
 */
void report_json(FILE *out, const struct view *view);

/**
 * compare_json() - print an object with the measurements side by side, as
 * pc_parse.schema.json says
 * @out: where it goes
 * @view: the measurements
 */
void compare_json(FILE *out, const struct view *view);

/**
 * results_json() - print an object in a line, as pc_sweep.schema.json says
 * @out: where it goes
 * @results: what a measurement that was repeated has found
 */
void results_json(FILE *out, const struct results *results);

#endif /* PERFCNT_COUNTS_JSON_H */
