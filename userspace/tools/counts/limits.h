/* SPDX-License-Identifier: GPL-2.0 */
/* How much events may grow from one measurement to another. */
#ifndef PERFCNT_COUNTS_LIMITS_H
#define PERFCNT_COUNTS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "events/dump.h"

/**
 * struct limit - a limit
 * @name: of an event or a metric
 * @percent: what it may grow by
 */
struct limit {
	const char *name;
	double percent;
};

/**
 * struct limits - limits
 * @limits: the limits
 * @count: how many
 */
struct limits {
	struct limit *limits;
	size_t count;
};

/**
 * limits_add() - add limits
 * @limits: gets them; zero at first
 * @list: NAME=PERCENT, separated by commas or blanks, each with or without %; is cut
 *	  up and kept
 *
 * Ends the tool with a message if it is no such list.
 */
void limits_add(struct limits *limits, char *list);

/**
 * limits_hold() - compare all measurements with the first one
 * @limits: what they may grow by
 * @dump: the measurements
 *
 * What grew more is named on standard error.  Ends the tool with a message if there is
 * nothing to compare: one measurement alone, or a name that one of them lacks, or that is
 * 0 in a later one alone.
 *
 * Return: whether nothing grew more.
 */
bool limits_hold(const struct limits *limits, const struct dump *dump);

/**
 * limits_free() - free limits
 * @limits: the limits
 */
void limits_free(struct limits *limits);

#endif /* PERFCNT_COUNTS_LIMITS_H */
