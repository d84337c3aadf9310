/* SPDX-License-Identifier: GPL-2.0 */
/* Where results go, once or again and again. */
#ifndef PERFCNT_TOPDOWN_SHOWN_H
#define PERFCNT_TOPDOWN_SHOWN_H

#include "options.h"

/**
 * struct shown - results on their way
 * @options: the options
 * @out: where they go
 * @name: what that is called
 * @begun: was any written?
 * @kept: results of a format that needs all at once
 * @count: how many these are
 */
struct shown {
	const struct options *options;
	FILE *out;
	const char *name;
	bool begun;
	struct topdown *kept;
	size_t count;
};

/**
 * shown_open() - open the file that the options name
 * @shown: comes back
 * @options: stay as long
 * @out: where the results go without a file
 * @name: what that is called
 *
 * Ends the tool if it cannot be opened.
 */
void shown_open(struct shown *shown, const struct options *options,
		FILE *out, const char *name);

/**
 * shown_add() - judge results, and write them
 * @shown: from shown_open()
 * @all: the results; each is taken
 * @count: how many
 */
void shown_add(struct shown *shown, struct topdown *all, size_t count);

/**
 * shown_close() - write what was kept
 * @shown: from shown_open()
 *
 * Return: whether all was written.
 */
bool shown_close(struct shown *shown);

#endif /* PERFCNT_TOPDOWN_SHOWN_H */
