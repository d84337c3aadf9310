/* SPDX-License-Identifier: GPL-2.0 */
/* JSON, by json-c: its values, and how they are written. */
#ifndef PERFCNT_TOOLS_JSON_H
#define PERFCNT_TOOLS_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
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
 * @text: anything: in UTF-8, as JSON has to be, it becomes the string; NULL is null
 *
 * Return: the string.
 */
struct json_object *json_text(const char *text);

/**
 * json_word() - make a string, or null
 * @text: as for json_text(); "" is null as well
 *
 * Return: the string, or NULL.
 */
struct json_object *json_word(const char *text);

/**
 * json_number() - make a number
 * @value: the number
 *
 * Return: the number.
 */
struct json_object *json_number(uint64_t value);

/**
 * json_real() - make a number of nine digits, as CSV has them, or null
 * @value: the number; NAN is null: JSON has no number for what was divided by 0
 *
 * Return: the number, or NULL.
 */
struct json_object *json_real(double value);

/**
 * json_yes() - make true or false
 * @yes: which
 *
 * Return: the value.
 */
struct json_object *json_yes(bool yes);

/**
 * json_address() - make a string of an address
 * @value: the address; a number may have fewer bits where it is read
 *
 * Return: the string, in hexadecimal.
 */
struct json_object *json_address(uint64_t value);

/**
 * json_command() - make an array of a command's words
 * @command: the words, up to NULL
 *
 * Return: the array.
 */
struct json_object *json_command(char *const *command);

/**
 * json_seconds() - make the object that says how long a command took
 * @elapsed: in seconds
 * @user: in user mode
 * @system: in the kernel; NAN, as each of them, for what is not known
 *
 * Return: the object.
 */
struct json_object *json_seconds(double elapsed, double user, double system);

/**
 * json_metric() - make the object of a metric
 * @name: its name
 * @label: what a table calls it, or NULL
 * @value: its value
 *
 * Return: the object.
 */
struct json_object *json_metric(const char *name, const char *label, double value);

/**
 * json_line() - print an object in a line
 * @out: where it goes
 * @object: is freed
 */
void json_line(FILE *out, struct json_object *object);

/* The same, whatever the last argument says. */
#define json_print(out, object, how)	json_line(out, object)

/* Of an array of very many objects each is printed by itself. */

/**
 * json_begin() - print an object up to its last member, which is an array
 * @out: where it goes
 * @object: its other members; is freed
 * @name: the array's name
 */
void json_begin(FILE *out, struct json_object *object, const char *name);

/**
 * json_item() - print a member of that array
 * @out: where it goes
 * @object: the member; is freed
 * @first: true before the first one
 */
void json_item(FILE *out, struct json_object *object, bool *first);

/**
 * json_end() - print the end of the array and of its object
 * @out: where it goes
 */
void json_end(FILE *out);

#endif /* PERFCNT_TOOLS_JSON_H */
