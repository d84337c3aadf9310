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

/*
 * Prints a table of where the cycles go.  @dump: what they are of; of several measurements each
 * is relative to the first, in a column.
 */
void stall_table(FILE *out, const struct row *rows, size_t count,
		 const struct dump *dump, struct legend *legend);

/* Writes a row's cycles, and the part of all stalls. */
void stall_table_cell(struct libscols_line *line, size_t column,
		      const struct row *row);

/* Has a cause no cycles, so that it is named below the table? */
bool stall_table_is_nothing(const struct row *row);

/* Prints which causes have no cycles in any measurement, and which events were not counted. */
void stall_table_names(FILE *out, const struct row *rows, size_t count);

#endif /* PERFCNT_COUNTS_STALL_TABLE_H */
