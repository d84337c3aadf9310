/* SPDX-License-Identifier: GPL-2.0 */
/* The rows that a view shows of a measurement. */
#ifndef PERFCNT_COUNTS_CHOSEN_ROWS_H
#define PERFCNT_COUNTS_CHOSEN_ROWS_H

#include "rows.h"

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

#endif /* PERFCNT_COUNTS_CHOSEN_ROWS_H */
