// SPDX-License-Identifier: GPL-2.0
/* Commas, quotes and the ends of lines. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "document.h"
#include "json.h"
#include "memory.h"
#include "number.h"
#include "text.h"

static void begin_field(struct csv *csv)
{
	if (csv->inside)
		fputc(',', csv->out);
	csv->inside = true;
}

void csv_names(struct csv *csv, const char *names)
{
	begin_field(csv);
	fputs(names, csv->out);
}

void csv_raw(struct csv *csv, const char *format, ...)
{
	va_list args;

	begin_field(csv);
	va_start(args, format);
	vfprintf(csv->out, format, args);
	va_end(args);
}

/* Nothing is left of what ends a line; the signs are those that a formula begins with. */
void csv_word(struct csv *csv, const char *word)
{
	char *text = text_printable(word ?: ""), *at;
	const bool armed = *text && strchr("=+-@", *text);

	begin_field(csv);
	if (armed || strpbrk(text, ",\"")) {
		fprintf(csv->out, "\"%s", armed ? "'" : "");
		for (at = text; *at; at++)
			fprintf(csv->out, *at == '"' ? "%c%c" : "%c", *at, *at);
		fputc('"', csv->out);
	} else {
		fputs(text, csv->out);
	}
	free(text);
}

void csv_format(struct csv *csv, const char *format, ...)
{
	va_list args;
	char *word;

	va_start(args, format);
	word = vformatted(format, args);
	va_end(args);
	csv_word(csv, word);
	free(word);
}

void csv_number(struct csv *csv, uint64_t number)
{
	csv_raw(csv, "%" PRIu64, number);
}

void csv_empty(struct csv *csv, unsigned int count)
{
	while (count--)
		begin_field(csv);
}

void csv_columns(struct csv *csv, const char *columns)
{
	char *names = column_names(columns);

	csv_names(csv, names);
	free(names);
}

void csv_heading(struct csv *csv, const char *columns)
{
	csv_columns(csv, columns);
	csv_end(csv);
}

static void put_list(struct csv *csv, struct json_object *array)
{
	struct number_list list = { 0 };
	char *text;
	size_t i;

	for (i = 0; i < json_object_array_length(array); i++)
		number_list_add(&list, json_object_get_int64(json_object_array_get_idx(array, i)));
	text = number_list_text(&list);
	csv_word(csv, text);
	free(text);
	number_list_free(&list);
}

static void put_cell(struct csv *csv, struct json_object *value)
{
	const char *text;
	size_t length;

	switch (json_object_get_type(value)) {
	case json_type_null:
		csv_empty(csv, 1);
		break;
	case json_type_boolean:
		csv_names(csv, json_object_get_boolean(value) ? "yes" : "no");
		break;
	case json_type_string:
		csv_word(csv, json_object_get_string(value));
		break;
	case json_type_array:
		put_list(csv, value);
		break;
	default:
		text = json_object_to_json_string(value);
		length = strlen(text);
		if (length > 2 && !strcmp(text + length - 2, ".0"))
			length -= 2;
		csv_raw(csv, "%.*s", (int)length, text);
	}
}

void csv_cells(struct csv *csv, const char *columns, struct json_object *row,
	       struct json_object *document)
{
	struct json_object *value;
	struct column column;

	while (column_next(&columns, &column)) {
		value = column_value(&column, row, document);
		if (value && column.mark == '#')
			csv_number(csv, json_object_array_length(value));
		else
			put_cell(csv, value);
	}
}

void csv_array(struct csv *csv, const char *columns, struct json_object *array, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		struct json_object *element = array ? json_object_array_get_idx(array, i) : NULL;

		if (columns)
			csv_cells(csv, columns, element, NULL);
		else
			put_cell(csv, element);
	}
}

void csv_row(struct csv *csv, const char *columns, struct json_object *row,
	     struct json_object *document)
{
	csv_cells(csv, columns, row, document);
	csv_end(csv);
}

void csv_rows(struct csv *csv, const char *columns, struct json_object *rows,
	      struct json_object *document)
{
	size_t i, count = rows ? json_object_array_length(rows) : 0;

	for (i = 0; i < count; i++)
		csv_row(csv, columns, json_object_array_get_idx(rows, i), document);
}

void csv_seconds(struct csv *csv, const char *columns, struct json_object *document)
{
	struct json_object *seconds = json_object_object_get(document, "seconds"), *row;
	char label[32];

	if (!seconds)
		return;
	json_object_object_foreach(seconds, name, value) {
		if (!value)
			continue;
		snprintf(label, sizeof(label), "%s time in seconds", name);
		row = json_metric(name, label, json_object_get_double(value));
		csv_row(csv, columns, row, document);
		json_object_put(row);
	}
}

void csv_end(struct csv *csv)
{
	fputs("\r\n", csv->out);
	csv->inside = false;
}
