/* SPDX-License-Identifier: GPL-2.0 */
/* Labels that a user adds to all exported counts. */
#ifndef PERFCNT_COUNTS_LABELS_H
#define PERFCNT_COUNTS_LABELS_H

#include <stddef.h>
#include <stdio.h>

/**
 * struct labels - names and their values
 * @names: unlike each other, and unlike those that every count has
 * @values: in UTF-8
 * @count: how many
 */
struct labels {
	char **names;
	char **values;
	size_t count;
};

/**
 * labels_add() - take a label
 * @labels: gets it; zero at first
 * @text: NAME=VALUE
 *
 * Return: NULL, or what is wrong with it.
 */
const char *labels_add(struct labels *labels, const char *text);

/**
 * labels_print() - print a label, with what its value needs to be escaped
 * @out: where it goes
 * @name: its name
 * @value: its value, in UTF-8
 */
void labels_print(FILE *out, const char *name, const char *value);

/**
 * labels_free() - free the labels
 * @labels: is zero afterwards
 */
void labels_free(struct labels *labels);

#endif /* PERFCNT_COUNTS_LABELS_H */
