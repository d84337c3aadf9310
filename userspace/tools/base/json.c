// SPDX-License-Identifier: GPL-2.0
/* What every object is made of. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "message.h"
#include "text.h"

/* json-c gives NULL for null, and where there is no memory. */
void json_put(struct json_object *object, const char *name,
	      struct json_object *value)
{
	if (json_object_object_add(object, name, value))
		out_of_memory();
}

struct json_object *json_add(struct json_object *array, struct json_object *value)
{
	if (json_object_array_add(array, value))
		out_of_memory();
	return value;
}

/* Whatever a command or a file contains. */
struct json_object *json_text(const char *text)
{
	struct json_object *object;
	char *utf8;

	if (!text)
		return NULL;
	utf8 = text_as_utf8(text);
	object = json_object_new_string(utf8);
	free(utf8);
	return object;
}

struct json_object *json_word(const char *text)
{
	return text && *text ? json_text(text) : NULL;
}

struct json_object *json_number(uint64_t value)
{
	return json_object_new_uint64(value);
}

struct json_object *json_numbers(const uint64_t *values, size_t count)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < count; i++)
		json_add(array, json_number(values[i]));
	return array;
}

struct json_object *json_real(double value)
{
	struct json_object *object = isnan(value) ? NULL : json_object_new_double(value);
	const char *format = value == rint(value) && fabs(value) < 1e15 ? "%.15g" : "%.9g";

	if (object)
		json_object_set_serializer(object, json_object_double_to_json_string,
					   (void *)format, NULL);
	return object;
}

struct json_object *json_yes(bool yes)
{
	return json_object_new_boolean(yes);
}

struct json_object *json_address(uint64_t value)
{
	char text[sizeof("0x") + 16];

	snprintf(text, sizeof(text), "0x%" PRIx64, value);
	return json_text(text);
}

struct json_object *json_command(char *const *command)
{
	struct json_object *words = json_object_new_array();

	for (; *command; command++)
		json_add(words, json_text(*command));
	return words;
}

struct json_object *json_seconds(struct seconds seconds)
{
	struct json_object *object;

	if (isnan(seconds.elapsed))
		return NULL;
	object = json_object_new_object();
	json_put(object, "elapsed", json_real(seconds.elapsed));
	json_put(object, "user", json_real(seconds.user));
	json_put(object, "system", json_real(seconds.system));
	return object;
}

struct json_object *json_metric(const char *name, const char *label, double value)
{
	struct json_object *object = json_object_new_object();

	json_put(object, "name", json_text(name));
	json_put(object, "label", json_text(label));
	json_put(object, "value", json_real(value));
	return object;
}

static const char *text_of(struct json_object *object)
{
	const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
							  JSON_C_TO_STRING_NOSLASHESCAPE);

	if (!text)
		out_of_memory();
	return text;
}

void json_line(FILE *out, struct json_object *object)
{
	fprintf(out, "%s\n", text_of(object));
	json_object_put(object);
}

void json_begin(FILE *out, struct json_object *object, const char *name)
{
	const char *text = text_of(object);

	fwrite(text, 1, strlen(text) - 1, out); /* the brace comes later */
	fprintf(out, ",\"%s\":[", name);
	json_object_put(object);
}

void json_item(FILE *out, struct json_object *object, bool *first)
{
	fprintf(out, "%s%s", *first ? "" : ",", text_of(object));
	json_object_put(object);
	*first = false;
}

void json_end(FILE *out)
{
	fputs("]}\n", out);
}
