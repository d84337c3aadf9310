/* SPDX-License-Identifier: GPL-2.0 */
/* How much events may grow from one measurement to another. */
#ifndef PERFCNT_COUNTS_LIMITS_H
#define PERFCNT_COUNTS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "events/dump.h"

struct limit {
	const char *name; /* of an event or a metric */
	double percent; /* what it may grow by */
};

struct limits {
	struct limit *limits;
	size_t count;
};

/*
 * Adds limits: NAME=PERCENT, separated by commas or blanks, each with or without %; the list is
 * cut up and kept.  Ends the tool with a message if it is no such list.
 */
void limits_add(struct limits *limits, char *list);

/*
 * Compares all measurements with the first one, and names on standard error what grew more.  Ends
 * the tool with a message if there is nothing to compare: one measurement alone, or a name that
 * one of them lacks, or that is 0 in a later one alone.
 */
bool limits_hold(const struct limits *limits, const struct dump *dump);

void limits_free(struct limits *limits);

#endif /* PERFCNT_COUNTS_LIMITS_H */
