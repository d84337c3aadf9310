/* SPDX-License-Identifier: GPL-2.0 */
/* A row as MD00548's figures show it: modes, filter, event, and its value. */
#ifndef PERFCNT_COUNTS_FIGURE_H
#define PERFCNT_COUNTS_FIGURE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/grid.h"
#include "rows.h"

/* How many columns figure_columns() makes. */
#define FIGURE_COLUMNS	3

/* 2^64 with a comma between each three digits, or a metric. */
#define FIGURE_TEXT_SIZE	METRIC_TEXT_SIZE

/*
 * Adds the columns of what is counted to a grid that has none so far.  Where that was no 34K, the
 * filter is of CPUs, and the column is not shown unless there is one.
 */
void figure_columns(struct libscols_table *grid, const struct dump *dump);

/* Writes what is counted into the columns of figure_columns(). */
void figure_head(struct libscols_line *line, const struct row *row, bool is_34k);

/* What a line is called that is of no event. */
void figure_name(struct libscols_line *line, const char *name, const char *more, bool is_34k);

/* A count or a metric's value. */
void figure_text(char text[FIGURE_TEXT_SIZE], const struct row *row,
		 bool grouped);

void figure_value(struct libscols_line *line, size_t column,
		  const struct row *row, bool grouped);

/* The signs that were used. */
struct legend {
	bool mix; /* m */
	bool stalls; /* s */
	bool impossible; /* ! */
	bool overlap; /* none, but shares of all stalls */
	bool core; /* [ core ] */
	bool unsure[BANK_COUNT][PERFCNT_EVENT_CODES]; /* ? */
};

/* The sign of a share: 'm' for one of all instructions, 's' for one of all cycles. */
char legend_share(const struct metric *metric);

/* Notes the sign that another source has other words for a row's event. */
void legend_note_doubt(struct legend *legend, const struct row *row);

/* Notes the signs that a row has. */
void legend_note(struct legend *legend, const struct row *row);

/* Prints what the signs mean, if there are any. */
void legend_print(FILE *out, const struct legend *legend, bool is_34k);

#endif /* PERFCNT_COUNTS_FIGURE_H */
