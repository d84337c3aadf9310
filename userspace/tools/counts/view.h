/* SPDX-License-Identifier: GPL-2.0 */
/* What a report is about: measurements, and which of their events it shows. */
#ifndef PERFCNT_COUNTS_VIEW_H
#define PERFCNT_COUNTS_VIEW_H

#include <stddef.h>
#include <stdio.h>

#include "events/dump.h"

/* Names and their values. */
struct labels {
	char **names; /* unlike each other, and unlike those that every count has */
	char **values; /* in UTF-8 */
	size_t count;
};

/* Takes a label; NULL, or what is wrong with it. */
const char *labels_add(struct labels *labels, const char *text);

/* Prints a label, with what its value, in UTF-8, needs to be escaped. */
void labels_print(FILE *out, const char *name, const char *value);

/* They are none afterwards. */
void labels_free(struct labels *labels);

/* Events that were chosen. */
struct choice {
	const char **words; /* their names or codes */
	bool *seen; /* whether an event was shown for it */
	size_t count; /* how many; with 0 all events are shown */
};

/* What a report is about. */
struct view {
	const struct dump *dump; /* the measurements; what is relative is so to the first */
	struct choice *choice; /* the events to be shown, or NULL for all */
	bool stalls; /* where the cycles go, instead of all that was counted */
	const struct labels *labels; /* of all that is exported, or NULL */
	/* since when the counters are there, in seconds since 1970; 0 if nobody knows */
	uint64_t start_time;
};

/*
 * Chooses events: names or codes, separated by commas or blanks, or "none"; the list is cut up
 * and kept.  Modes and filters do not matter.  Ends the tool with a message if they are none.
 */
void choice_add(struct choice *choice, char *list);

/* All are, if none was chosen. */
bool view_shows(const struct view *view, const struct reading *reading);

/* The name of a chosen event that was nowhere, or NULL. */
const char *choice_unseen(const struct choice *choice);

void choice_free(struct choice *choice);

#endif /* PERFCNT_COUNTS_VIEW_H */
