/* SPDX-License-Identifier: GPL-2.0 */
/* Titles of measurements: a command, and which repetition of it. */
#ifndef PERFCNT_TOOLS_TITLE_H
#define PERFCNT_TOOLS_TITLE_H

#include <stddef.h>

/* The most bytes of a command that a title has. */
#define TITLE_MOST	200

/**
 * title_of() - the title of a command's measurement
 * @command: its words, up to NULL
 *
 * Return: the words with a space between, up to TITLE_MOST bytes, to be freed by
 * free().
 */
char *title_of(char *const *command);

/**
 * title_repetition() - the title of a repetition
 * @title: of the measurement
 * @number: which repetition, from 1
 * @count: of how many
 *
 * Return: "TITLE (NUMBER of COUNT)", to be freed by free().
 */
char *title_repetition(const char *title, unsigned int number,
		       unsigned int count);

/**
 * title_without_repetition() - take the end away that title_repetition() adds
 * @title: any title
 * @number: gets which repetition it is, 0 if it is none
 *
 * Return: how many bytes of the title are left.
 */
size_t title_without_repetition(const char *title, unsigned int *number);

#endif /* PERFCNT_TOOLS_TITLE_H */
