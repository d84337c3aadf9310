/* SPDX-License-Identifier: GPL-2.0 */
/* The rows of a stall report: which cause takes how many cycles, and what is left. */
#ifndef PERFCNT_COUNTS_STALL_ROWS_H
#define PERFCNT_COUNTS_STALL_ROWS_H

#include "rows.h"

/**
 * stall_rows() - make the rows of a stall report
 * @rows: all rows of the measurement, from malloc(); are freed
 * @count: how many; gets their new number
 * @measurement: the measurement
 *
 * There are the cycles, instructions, all stalls, then the stages and causes in the
 * order of their definitions; then metrics: what no cause explains, and what is
 * computed from cycles, instructions and all stalls alone.
 *
 * Return: the rows, to be freed by free().
 */
struct row *stall_rows(struct row *rows, size_t *count,
		       const struct measurement *measurement);

/**
 * stall_rows_next_missing() - find what a stall report does not have
 * @rows: the report's rows
 * @count: how many
 * @at: 0 at first; gets where the next call goes on
 *
 * Return: the name of an event that no row has, or NULL if there are no more.
 */
const char *stall_rows_next_missing(const struct row *rows, size_t count,
				    size_t *at);

/**
 * chosen_rows() - the rows that a view shows
 * @view: where the measurement is, and what is shown
 * @measurement: the measurement
 * @count: gets the number of rows
 *
 * Return: those of rows_make(), or of stall_rows() for a stall report; to be freed by
 * free().
 */
struct row *chosen_rows(const struct view *view,
			const struct measurement *measurement, size_t *count);

#endif /* PERFCNT_COUNTS_STALL_ROWS_H */
