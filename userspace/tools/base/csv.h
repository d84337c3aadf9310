/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CSV, as RFC 4180 has it: fields one after the other, each of which is quoted if it
 * has to be, and lines' ends.
 */
#ifndef PERFCNT_TOOLS_BASE_CSV_H
#define PERFCNT_TOOLS_BASE_CSV_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct csv - where writing is
 * @out: where it goes
 * @inside: a line has begun
 */
struct csv {
	FILE *out;
	bool inside;
};

/**
 * csv_names() - write several fields that need no quotes
 * @csv: where writing is
 * @names: the fields, with commas between them
 */
void csv_names(struct csv *csv, const char *names);

/**
 * csv_raw() - write a field that needs neither quotes nor care: a number, or a formula
 * @csv: where writing is
 * @format: as printf(3)
 */
__attribute__((format(printf, 2, 3)))
void csv_raw(struct csv *csv, const char *format, ...);

/**
 * csv_word() - write a field that can be any text
 * @csv: where writing is
 * @word: the text; NULL is an empty field
 *
 * It is printable: see utf8_print().  One that a spreadsheet would compute, as it begins with
 * = + - or @, gets an apostrophe before it.
 */
void csv_word(struct csv *csv, const char *word);

/**
 * csv_format() - write a field as csv_word() does
 * @csv: where writing is
 * @format: as printf(3)
 */
__attribute__((format(printf, 2, 3)))
void csv_format(struct csv *csv, const char *format, ...);

/**
 * csv_number() - write a count
 * @csv: where writing is
 * @number: the count
 */
void csv_number(struct csv *csv, uint64_t number);

/**
 * csv_real() - write a number with nine digits
 * @csv: where writing is
 * @number: the number; NAN is an empty field: what was divided by 0
 */
void csv_real(struct csv *csv, double number);

/**
 * csv_yes() - write yes or no
 * @csv: where writing is
 * @yes: which
 */
void csv_yes(struct csv *csv, bool yes);

/**
 * csv_empty() - write empty fields
 * @csv: where writing is
 * @count: how many
 */
void csv_empty(struct csv *csv, unsigned int count);

/* The next functions write what a document has: see document.h. */

/* The names of columns. */
void csv_columns(struct csv *csv, const char *columns);

/* The same, and the end of the line. */
void csv_heading(struct csv *csv, const char *columns);

/*
 * Yes and no, an empty field for null, a number as JSON has it, but without ".0", an array
 * of numbers as 0-2,5, and a text as csv_word() does.
 */
void csv_cell(struct csv *csv, struct json_object *value);

/* A cell for each column; @document can be NULL. */
void csv_cells(struct csv *csv, const char *columns, struct json_object *row,
	       struct json_object *document);

/*
 * Cells for each element of an array, which can be NULL: those of @columns, or if that is NULL,
 * the element.  Elements that it lacks up to @count have empty ones.
 */
void csv_array(struct csv *csv, const char *columns, struct json_object *array, size_t count);

/* A line of cells, as csv_cells(), and its end. */
void csv_row(struct csv *csv, const char *columns, struct json_object *row,
	     struct json_object *document);

/* A line for each element of an array, which can be NULL. */
void csv_rows(struct csv *csv, const char *columns, struct json_object *rows,
	      struct json_object *document);

/* A line for each time of json_seconds(), with its name, label and value. */
void csv_seconds(struct csv *csv, const char *columns, struct json_object *document);

/**
 * csv_end() - end the line
 * @csv: where writing is
 */
void csv_end(struct csv *csv);

#endif /* PERFCNT_TOOLS_BASE_CSV_H */
