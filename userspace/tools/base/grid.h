/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines and columns of text, by libsmartcols, and bars in them.  What needs memory ends the tool,
 * with a message, if there is none.
 */
#ifndef PERFCNT_TOOLS_GRID_H
#define PERFCNT_TOOLS_GRID_H

#include <json-c/json.h>
#include <libsmartcols.h>
#include <stdio.h>

/* Without columns; a blank is between them. */
struct libscols_table *grid_new(void);

/* The flags are SCOLS_FL_*. */
void grid_column(struct libscols_table *grid, const char *title, int flags);

/* An empty line, when the grid has all its columns. */
struct libscols_line *grid_line(struct libscols_table *grid);

/* Writes into a line; the first column is 0. */
__attribute__((format(printf, 3, 4)))
void grid_set(struct libscols_line *line, size_t column, const char *format, ...);

/*
 * A table of a document's rows, see document.h: texts are on the left, the rest on the right;
 * numbers have commas, and none has a fraction but a share.  Without rows nothing is printed.
 */
void grid_rows(FILE *out, const char *columns, struct json_object *rows);

/*
 * A grid whose lines are all that is printed.  A cell has the spaces that are before it, and is
 * printable: see text_printable().
 */
struct libscols_table *grid_new_report(void);

/* The least width of such a column is with the spaces before it. */
void grid_report_column(struct libscols_table *grid, unsigned int width, int flags);

/*
 * What follows the last cell of a line of such a grid: however long it is, columns are as wide as
 * without it.  It is printed by utf8_print().
 */
__attribute__((format(printf, 2, 3)))
void grid_set_tail(struct libscols_line *line, const char *format, ...);

/* Prints a grid, without the spaces that fill its last column, and frees it. */
void grid_print(FILE *out, struct libscols_table *grid);

/* The letters of the longest bar. */
#define BAR_MOST	40

/*
 * Draws a bar, or a part of one, from 0 to 1, with blanks up to where it begins; those that are
 * longer end at 1.  Parts that meet have neither a gap between them nor a letter in common.
 */
void bar_draw(char bar[BAR_MOST + 1], double from, double to);

#endif /* PERFCNT_TOOLS_GRID_H */
