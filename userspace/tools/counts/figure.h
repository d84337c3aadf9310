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

/**
 * figure_columns() - add the columns of what is counted
 * @grid: gets them; has none so far
 * @dump: what has been counted: where that was no 34K, the filter is of CPUs, and the column
 *	  is not shown unless there is one
 */
void figure_columns(struct libscols_table *grid, const struct dump *dump);

/**
 * figure_head() - write what is counted into a line
 * @line: gets it, in the columns of figure_columns()
 * @row: the row
 * @is_34k: has a 34K counted it?
 */
void figure_head(struct libscols_line *line, const struct row *row, bool is_34k);

/**
 * figure_name() - what a line is called that is of no event
 * @line: gets it
 * @name: its name
 * @more: what stands behind the name
 * @is_34k: is it the layout of a 34K's table?
 */
void figure_name(struct libscols_line *line, const char *name, const char *more, bool is_34k);

/**
 * figure_text() - a count or a metric's value
 * @text: gets it
 * @row: the row
 * @grouped: with a comma between each three digits of a count
 */
void figure_text(char text[FIGURE_TEXT_SIZE], const struct row *row,
		 bool grouped);

/**
 * figure_value() - write a count or a metric's value into a line
 * @line: gets it
 * @column: in this column
 * @row: the row
 * @grouped: with a comma between each three digits of a count
 */
void figure_value(struct libscols_line *line, size_t column,
		  const struct row *row, bool grouped);

/**
 * struct legend - the signs that were used
 * @mix: m
 * @stalls: s
 * @impossible: !
 * @overlap: none, but shares of all stalls
 * @core: [ core ]
 */
struct legend {
	bool mix;
	bool stalls;
	bool impossible;
	bool overlap;
	bool core;
};

/**
 * legend_share() - the sign of a share
 * @metric: the share
 *
 * Return: 'm' for one of all instructions, 's' for one of all cycles.
 */
char legend_share(const struct metric *metric);

/**
 * legend_note() - note the signs that a row has
 * @legend: the legend
 * @row: the row
 */
void legend_note(struct legend *legend, const struct row *row);

/**
 * legend_print() - print what the signs mean
 * @out: where it goes
 * @legend: the signs; nothing is printed without any
 */
void legend_print(FILE *out, const struct legend *legend);

#endif /* PERFCNT_COUNTS_FIGURE_H */
