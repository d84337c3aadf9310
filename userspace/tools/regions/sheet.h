/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sheet for a spreadsheet program: CSV in which what is computed is a formula.  It has
 * a row per quantity and three columns per thread: how many intervals, the total, and
 * the average.  Formulas have neither functions nor decimal points, as these depend on
 * the user's language.
 */
#ifndef PERFCNT_REGIONS_SHEET_H
#define PERFCNT_REGIONS_SHEET_H

#include <stdint.h>
#include <stdio.h>

#include "series.h"

/* The longest text of a cell's name, or of a number as a formula has it. */
#define SHEET_CELL_SIZE		16
#define SHEET_NUMBER_SIZE	340

/**
 * struct sheet - where printing is
 * @out: where it goes
 * @row: the number of the row that is being printed, from 1
 * @thread: the number of the next thread, from 0
 */
struct sheet {
	FILE *out;
	unsigned int row;
	unsigned int thread;
};

/**
 * sheet_begin() - print what is in front of the names of threads
 * @sheet: is filled in
 * @out: where it goes
 */
void sheet_begin(struct sheet *sheet, FILE *out);

/**
 * sheet_thread() - print the names of a thread's columns
 * @sheet: the sheet
 * @name: what the thread is called
 */
void sheet_thread(struct sheet *sheet, const char *name);

/**
 * sheet_row() - end the row, and begin the next one
 * @sheet: the sheet
 * @region: what it is about, may be empty
 * @quantity: what its numbers are
 */
void sheet_row(struct sheet *sheet, const char *region, const char *quantity);

/**
 * sheet_end() - end the last row
 * @sheet: the sheet
 */
void sheet_end(struct sheet *sheet);

/**
 * sheet_series() - print the next thread's numbers, and the formula of their average
 * @sheet: the sheet
 * @series: the numbers; nothing if there are none
 */
void sheet_series(struct sheet *sheet, const struct region_series *series);

/**
 * sheet_steps() - print the steps of the next thread's running total, and the average
 * @sheet: the sheet
 * @series: the totals
 */
void sheet_steps(struct sheet *sheet, const struct region_series *series);

/**
 * sheet_formula() - print a formula in the place of the next thread's average
 * @sheet: the sheet
 * @format: as printf(3), without the sign that begins it; NULL for nothing
 */
__attribute__((format(printf, 2, 3)))
void sheet_formula(struct sheet *sheet, const char *format, ...);

/**
 * sheet_metric() - print the formula of a metric in the same place
 * @sheet: the sheet
 * @factor: a whole number
 * @above: what it is multiplied by
 * @below: what that is divided by
 */
void sheet_metric(struct sheet *sheet, double factor, const char *above,
		  const char *below);

/**
 * sheet_average() - the name of the cell with an average
 * @thread: of this thread, from 0
 * @row: in this row
 * @name: gets it
 */
void sheet_average(unsigned int thread, unsigned int row,
		   char name[SHEET_CELL_SIZE]);

/**
 * sheet_number() - a number as a formula has it: a quotient if it has a fraction
 * @number: the number, not negative
 * @text: gets it
 */
void sheet_number(double number, char text[SHEET_NUMBER_SIZE]);

#endif /* PERFCNT_REGIONS_SHEET_H */
