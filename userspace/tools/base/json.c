// SPDX-License-Identifier: GPL-2.0
/* What every object is made of. */
#include <stdlib.h>

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

/* Whatever a command or a file contains. */
struct json_object *json_text(const char *text)
{
	char *utf8 = text_as_utf8(text);
	struct json_object *object = json_object_new_string(utf8);

	free(utf8);
	return object;
}

struct json_object *json_number(uint64_t value)
{
	return json_object_new_uint64(value);
}

struct json_object *json_command(char *const *command)
{
	struct json_object *words = json_object_new_array();

	for (; *command; command++)
		json_object_array_add(words, json_text(*command));
	return words;
}

void json_print(FILE *out, struct json_object *object, int how)
{
	fprintf(out, "%s\n",
		json_object_to_json_string_ext(object, how |
					       JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}
