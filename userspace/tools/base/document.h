/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A document: objects of json-c that are built once, by json.h, and written as JSON, or whose
 * values are the cells of CSV and of tables.  Columns are a text:
 * "name,value=count|value,low=interval/low,repeats=#values,all=/slots".  The key of a column's
 * value is its name, or what stands behind "=". "|" is between keys: the first one counts that the
 * row has, or else the document. "/" stands between a key and one in its object, and before a key
 * of the document alone. "#" is how many an array has, and "%" a share that a table has in
 * percent.
 */
#ifndef PERFCNT_TOOLS_BASE_DOCUMENT_H
#define PERFCNT_TOOLS_BASE_DOCUMENT_H

#include <json-c/json.h>
#include <stdbool.h>

/* Texts with their lengths; the mark is '#', '%' or '\0'. */
struct column {
	const char *name;
	const char *key;
	int name_length;
	int key_length;
	char mark;
};

/* Takes the next column from @columns; false if there is none. */
bool column_next(const char **columns, struct column *column);

/* NULL for null, and for what neither has; @document can be NULL. */
struct json_object *column_value(const struct column *column, struct json_object *row,
				 struct json_object *document);

/* The names with commas between them, to be freed by free(). */
char *column_names(const char *columns);

#endif /* PERFCNT_TOOLS_BASE_DOCUMENT_H */
