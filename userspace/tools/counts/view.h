/* SPDX-License-Identifier: GPL-2.0 */
/* What a report is about: measurements, and which of their events it shows. */
#ifndef PERFCNT_COUNTS_VIEW_H
#define PERFCNT_COUNTS_VIEW_H

#include <stddef.h>
#include <stdio.h>

#include "events/dump.h"

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

/**
 * struct choice - events that were chosen
 * @words: their names or codes
 * @seen: whether an event was shown for it
 * @count: how many; with 0 all events are shown
 */
struct choice {
	const char **words;
	bool *seen;
	size_t count;
};

/**
 * struct view - what a report is about
 * @dump: the measurements; what is relative is so to the first
 * @choice: the events to be shown, or NULL for all
 * @stalls: where the cycles go, instead of all that was counted
 * @labels: of all that is exported, or NULL
 * @start_time: since when the counters are there, in seconds since 1970; 0 if nobody
 *		knows
 */
struct view {
	const struct dump *dump;
	struct choice *choice;
	bool stalls;
	const struct labels *labels;
	uint64_t start_time;
};

/**
 * choice_add() - choose events
 * @choice: gets them; zero at first
 * @list: names or codes, separated by commas or blanks, or "none"; is cut up and
 *	  kept.  Modes and filters do not matter
 *
 * Ends the tool with a message if they are none.
 */
void choice_add(struct choice *choice, char *list);

/**
 * view_shows() - is an event shown?
 * @view: the view
 * @reading: the event
 *
 * Return: whether it is, or all are.
 */
bool view_shows(const struct view *view, const struct reading *reading);

/**
 * choice_unseen() - find a chosen event that was nowhere
 * @choice: what was chosen
 *
 * Return: its name, or NULL if all were shown.
 */
const char *choice_unseen(const struct choice *choice);

/**
 * choice_free() - free what was chosen
 * @choice: this
 */
void choice_free(struct choice *choice);

#endif /* PERFCNT_COUNTS_VIEW_H */
