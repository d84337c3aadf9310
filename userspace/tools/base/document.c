// SPDX-License-Identifier: GPL-2.0
/* Columns, by json-c's pointers. */
#include <stdio.h>
#include <string.h>

#include "document.h"
#include "memory.h"

/* The longest key, with the slash before it. */
#define KEY_SIZE	64

bool column_next(const char **columns, struct column *column)
{
	const char *at = *columns;

	if (!*at)
		return false;
	column->name = at;
	column->name_length = strcspn(at, "=,");
	at += column->name_length;
	column->key = *at == '=' ? at + 1 : column->name;
	column->mark = *column->key == '#' || *column->key == '%' ? *column->key++ : '\0';
	column->key_length = strcspn(column->key, ",");
	at = column->key + column->key_length;
	*columns = at + (*at == ',');
	return true;
}

static bool find(struct json_object *object, const char *key, int length,
		 struct json_object **value)
{
	char pointer[KEY_SIZE];

	snprintf(pointer, sizeof(pointer), "%s%.*s", *key == '/' ? "" : "/", length, key);
	return object && !json_pointer_get(object, pointer, value);
}

struct json_object *column_value(const struct column *column, struct json_object *row,
				 struct json_object *document)
{
	const char *key = column->key, *end = key + column->key_length;
	struct json_object *value = NULL;
	int length;

	for (; key < end; key += length + 1) {
		length = strcspn(key, "|,");
		if ((*key != '/' && find(row, key, length, &value)) ||
		    find(document, key, length, &value))
			return value;
	}
	return NULL;
}

char *column_names(const char *columns)
{
	char *names = zeros(strlen(columns) + 1, 1), *end = names;
	struct column column;

	while (column_next(&columns, &column)) {
		if (end != names)
			*end++ = ',';
		end = mempcpy(end, column.name, column.name_length);
	}
	return names;
}
