/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of stalls for people: what they have instead of other reports' columns. */
#ifndef PERFCNT_COUNTS_STALL_TABLE_H
#define PERFCNT_COUNTS_STALL_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/grid.h"
#include "figure.h"
#include "rows.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * stall_table() - print a table of where the cycles go
 * @out: where it goes
 * @rows: the rows
 * @count: how many
 * @dump: what they are of; of several measurements each is relative to the first, in a column
 * @legend: gets the signs that were used
 */
void stall_table(FILE *out, const struct row *rows, size_t count,
		 const struct dump *dump, struct legend *legend);

/**
 * stall_table_cell() - write a row's cycles, and the part of all stalls
 * @line: the line
 * @column: the column
 * @row: the row
 */
void stall_table_cell(struct libscols_line *line, size_t column,
		      const struct row *row);

/**
 * stall_table_is_nothing() - has a cause no cycles?
 * @row: the row
 *
 * Return: whether it has not, and is named below the table instead.
 */
bool stall_table_is_nothing(const struct row *row);

/**
 * stall_table_names() - print which causes have no cycles, and which events were
 * not counted
 * @out: where it goes
 * @rows: the rows; a cause with cycles in any measurement has these
 * @count: how many
 */
void stall_table_names(FILE *out, const struct row *rows, size_t count);

#endif /* PERFCNT_COUNTS_STALL_TABLE_H */
