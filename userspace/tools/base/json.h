/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of JSON, by json-c. */
#ifndef PERFCNT_TOOLS_JSON_H
#define PERFCNT_TOOLS_JSON_H

#include <json-c/json.h>
#include <stdint.h>
#include <stdio.h>

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * json_put() - add a value to an object
 * @object: gets it
 * @name: its name
 * @value: the value, or NULL for null
 */
void json_put(struct json_object *object, const char *name,
	      struct json_object *value);

/**
 * json_text() - make a string
 * @text: anything: in UTF-8, as JSON has to be, it becomes the string
 *
 * Return: the string.
 */
struct json_object *json_text(const char *text);

/**
 * json_number() - make a number
 * @value: the number
 *
 * Return: the number.
 */
struct json_object *json_number(uint64_t value);

/**
 * json_command() - make an array of a command's words
 * @command: the words, up to NULL
 *
 * Return: the array.
 */
struct json_object *json_command(char *const *command);

/**
 * json_print() - print an object and a line's end
 * @out: where it goes
 * @object: is freed
 * @how: JSON_C_TO_STRING_*
 */
void json_print(FILE *out, struct json_object *object, int how);

#endif /* PERFCNT_TOOLS_JSON_H */
