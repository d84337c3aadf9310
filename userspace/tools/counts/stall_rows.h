/* SPDX-License-Identifier: GPL-2.0 */
/* The rows of a stall report: which cause takes how many cycles, and what is left. */
#ifndef PERFCNT_COUNTS_STALL_ROWS_H
#define PERFCNT_COUNTS_STALL_ROWS_H

#include "rows.h"

/* The next event that a stall report does not have, or NULL; @at is 0 at first. */
const char *stall_rows_next_missing(const struct row *rows, size_t count,
				    size_t *at);

/*
 * The rows that a view shows: those of rows_make(), or for a stall report the cycles, instructions,
 * all stalls, then the stages and causes in the order of their definitions; then metrics: what no
 * cause explains, and what is computed from cycles, instructions and all stalls alone.  To be freed
 * by free().
 */
struct row *chosen_rows(const struct view *view,
			const struct measurement *measurement, size_t *count);

#endif /* PERFCNT_COUNTS_STALL_ROWS_H */
