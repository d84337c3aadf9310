// SPDX-License-Identifier: GPL-2.0
/* Output in memory. */
#include <json-c/json.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "printed.h"

static char *said, *written;
static size_t said_length, written_length;
static FILE *usual, *out;

void printed_listen(void)
{
	usual = stderr;
	free(said);
	stderr = open_memstream(&said, &said_length);
	require(stderr);
}

const char *printed_said(void)
{
	fclose(stderr);
	stderr = usual;
	return said;
}

FILE *printed_begin(void)
{
	free(written);
	out = open_memstream(&written, &written_length);
	require(out);
	return out;
}

const char *printed_end(void)
{
	require(!fclose(out));
	require(strlen(written) == written_length);
	return written;
}

void printed_json(const char *text)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *object;
	size_t end;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	object = json_tokener_parse_ex(tokener, text, strlen(text) + 1);
	require(json_tokener_get_error(tokener) == json_tokener_success);
	end = json_tokener_get_parse_end(tokener);
	require(end + strspn(text + end, "\n") == strlen(text));
	json_object_put(object);
	json_tokener_free(tokener);
}

/* The fields of a line, which is skipped. */
static size_t count_fields(const char **text)
{
	const char *at = *text;
	bool quoted = false;
	size_t fields = 1;

	for (; *at && (quoted || *at != '\n'); at++) {
		if (*at == '"')
			quoted = !quoted;
		else if (*at == ',' && !quoted)
			fields++;
	}
	require(*at == '\n' && at > *text && at[-1] == '\r');
	*text = at + 1;
	return fields;
}

void printed_csv(const char *text)
{
	size_t fields;

	require(*text);
	fields = count_fields(&text);
	while (*text)
		require(count_fields(&text) == fields);
}
