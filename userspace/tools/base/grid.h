/* SPDX-License-Identifier: GPL-2.0 */
/* Lines and columns of text, by libsmartcols, and bars in them. */
#ifndef PERFCNT_TOOLS_GRID_H
#define PERFCNT_TOOLS_GRID_H

#include <json-c/json.h>
#include <libsmartcols.h>
#include <stdio.h>

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * grid_new() - make a grid
 *
 * Return: the grid, without columns, for grid_print().
 */
struct libscols_table *grid_new(void);

/**
 * grid_column() - add a column
 * @grid: gets it
 * @title: its title
 * @flags: SCOLS_FL_*
 */
void grid_column(struct libscols_table *grid, const char *title, int flags);

/**
 * grid_line() - add a line
 * @grid: gets it; has all its columns
 *
 * Return: the line, which is empty.
 */
struct libscols_line *grid_line(struct libscols_table *grid);

/**
 * grid_set() - write into a line
 * @line: the line
 * @column: the column's number, from 0
 * @format: as printf(3)
 */
void grid_set(struct libscols_line *line, size_t column, const char *format,
	      ...) __attribute__((format(printf, 3, 4)));

/*
 * A table of a document's rows, see document.h: texts are on the left, the rest on the
 * right; numbers have commas, and none has a fraction but a share.  Without rows there is nothing.
 */
void grid_rows(FILE *out, const char *columns, struct json_object *rows);

/**
 * grid_new_report() - make a grid whose lines are all that is printed
 *
 * A cell has the spaces that are before it, and is printable: see text_printable().
 *
 * Return: the grid, without columns, for grid_print().
 */
struct libscols_table *grid_new_report(void);

/**
 * grid_report_column() - add a column of such a grid
 * @grid: gets it
 * @width: its least width, with the spaces before it
 * @flags: SCOLS_FL_*
 */
void grid_report_column(struct libscols_table *grid, unsigned int width, int flags);

/**
 * grid_set_tail() - say what follows the last cell of a line of such a grid
 * @line: the line
 * @format: as printf(3)
 *
 * However long it is, columns are as wide as without it.  It is printed by utf8_print().
 */
void grid_set_tail(struct libscols_line *line, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * grid_print() - print a grid, without the spaces that fill its last column
 * @out: where it goes
 * @grid: is freed
 */
void grid_print(FILE *out, struct libscols_table *grid);

/* The letters of the longest bar. */
#define BAR_MOST	40

/**
 * bar_draw() - draw a bar, or a part of one
 * @bar: gets it: blanks up to where it begins
 * @from: where it begins, from 0 to 1
 * @to: where it ends; the longest bar ends at 1, and so do those that are longer
 *
 * Parts that meet have neither a gap between them nor a letter in common.
 */
void bar_draw(char bar[BAR_MOST + 1], double from, double to);

#endif /* PERFCNT_TOOLS_GRID_H */
