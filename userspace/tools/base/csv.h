/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CSV, as RFC 4180 has it: fields one after the other, each of which is quoted if it
 * has to be, and lines' ends; and a document, see document.h, in lines of cells.
 */
#ifndef PERFCNT_TOOLS_BASE_CSV_H
#define PERFCNT_TOOLS_BASE_CSV_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Where it goes, and whether a line has begun. */
struct csv {
	FILE *out;
	bool inside;
};

/* Several fields that need no quotes, with commas between them. */
void csv_names(struct csv *csv, const char *names);

/* A field that needs neither quotes nor care: a number, or a formula. */
__attribute__((format(printf, 2, 3)))
void csv_raw(struct csv *csv, const char *format, ...);

/*
 * Any text; NULL is an empty field.  It is printable: see utf8_print().  One that a spreadsheet
 * would compute, as it begins with = + - or @, gets an apostrophe before it.
 */
void csv_word(struct csv *csv, const char *word);

__attribute__((format(printf, 2, 3)))
void csv_format(struct csv *csv, const char *format, ...);

void csv_number(struct csv *csv, uint64_t number);

void csv_empty(struct csv *csv, unsigned int count);

void csv_end(struct csv *csv);

/* The names of columns; csv_heading() ends the line. */
void csv_columns(struct csv *csv, const char *columns);
void csv_heading(struct csv *csv, const char *columns);

/*
 * A cell for each column: yes and no, an empty field for null, a number as JSON has it, but without
 * ".0", an array of numbers as 0-2,5, and a text as csv_word() does.  @document can be NULL.
 * csv_row() ends the line.
 */
void csv_cells(struct csv *csv, const char *columns, struct json_object *row,
	       struct json_object *document);
void csv_row(struct csv *csv, const char *columns, struct json_object *row,
	     struct json_object *document);

/* A line for each element of an array, which can be NULL. */
void csv_rows(struct csv *csv, const char *columns, struct json_object *rows,
	      struct json_object *document);

/*
 * Cells for each element of an array, which can be NULL: those of @columns, or if that is NULL,
 * the element.  Elements that it lacks up to @count have empty ones.
 */
void csv_array(struct csv *csv, const char *columns, struct json_object *array, size_t count);

/* A line for each time of json_seconds(), with its name, label and value. */
void csv_seconds(struct csv *csv, const char *columns, struct json_object *document);

#endif /* PERFCNT_TOOLS_BASE_CSV_H */
