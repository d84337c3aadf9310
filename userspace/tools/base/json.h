/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JSON, by json-c: its values, and how they are written.  What needs memory ends the tool, with
 * a message, if there is none.
 */
#ifndef PERFCNT_TOOLS_JSON_H
#define PERFCNT_TOOLS_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "clock.h"

/* Adds a value, or NULL for null, to an object. */
void json_put(struct json_object *object, const char *name, struct json_object *value);

/* The same to an array's end.  Returns the value. */
struct json_object *json_add(struct json_object *array, struct json_object *value);

/* Any text in UTF-8, as JSON has to be: a byte that is none becomes U+FFFD.  NULL is null. */
struct json_object *json_text(const char *text);

/* The same, but "" is null as well. */
struct json_object *json_word(const char *text);

struct json_object *json_number(uint64_t value);

/* An array. */
struct json_object *json_numbers(const uint64_t *values, size_t count);

/*
 * Of nine digits, or of all that a whole number has, as in CSV; NAN is null: JSON has no number for
 * what was divided by 0.
 */
struct json_object *json_real(double value);

struct json_object *json_yes(bool yes);

/* In hexadecimal, as a string: a number may have fewer bits where it is read. */
struct json_object *json_address(uint64_t value);

/* An array of a command's words, up to NULL. */
struct json_object *json_command(char *const *command);

/* NULL if the elapsed time is not known. */
struct json_object *json_seconds(struct seconds seconds);

/* The label is what a table calls it, or NULL. */
struct json_object *json_metric(const char *name, const char *label, double value);

/* Prints an object in a line, and frees it. */
void json_line(FILE *out, struct json_object *object);

/*
 * An object whose last member is an array of very many: it is printed up to that, and freed; then
 * each element by itself, which is freed, too; @first is true before the first one.
 */
void json_begin(FILE *out, struct json_object *object, const char *name);
void json_item(FILE *out, struct json_object *object, bool *first);
void json_end(FILE *out);

#endif /* PERFCNT_TOOLS_JSON_H */
