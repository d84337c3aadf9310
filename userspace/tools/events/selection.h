/* SPDX-License-Identifier: GPL-2.0 */
/* Which events were asked for. */
#ifndef PERFCNT_TOOLS_SELECTION_H
#define PERFCNT_TOOLS_SELECTION_H

#include <stdbool.h>

#include <linux/perfcnt.h>

#include "events.h"
#include "filter.h"

#define SELECTION_MOST_NAMES	64

/* An event that is native, or has modes or a filter of its own. */
struct named_event {
	char name[PERFCNT_NAME_SIZE];
	/* its row, or NULL if it is native: then either bank counts it */
	const struct event *event;
	uint32_t modes; /* 0 if it has those of the command line */
	bool has_filter; /* has it a filter of its own, instead of those of the command line? */
	struct filter filter;
};

/* The events that were asked for. */
struct selection {
	bool wanted[BANK_COUNT][PERFCNT_EVENT_CODES]; /* of each bank, by code */
	bool fixed[BANK_COUNT][PERFCNT_EVENT_CODES]; /* those that may not go into the other bank */
	bool all; /* was everything asked for that the machine has? */
	struct named_event named[SELECTION_MOST_NAMES]; /* events that @wanted has no room for */
	unsigned int named_count;
};

/* Adds the events of an option of MD00548's Table 5.  Returns whether there is one of that name. */
bool selection_add_group(struct selection *selection, const char *name);

void selection_add_all(struct selection *selection);

void selection_add_cycles(struct selection *selection);

/*
 * Adds events to be counted in one bank: codes and names, separated by spaces and commas; the list
 * is cut up.  Ends the tool with a message if the bank has no such event.
 */
void selection_add_bank(struct selection *selection, enum bank bank,
			char *list);

/*
 * Adds events to be counted wherever they can, when all others are there: codes and names, each
 * with or without :modes and @filter, separated by spaces and commas; the list is cut up.  A comma
 * between slashes, or after r<hex> and before another hexadecimal number, is part of a name, as in
 * /proc/perf.  Ends the tool with a message if there is no such event.
 */
void selection_add_events(struct selection *selection, char *list);

/* Is it the same event in both banks, and was it asked for in none? */
bool selection_is_free(const struct selection *selection, unsigned int code);

/* May an event be counted in the other bank than the one where it was asked for? */
bool selection_is_movable(const struct selection *selection,
			  const struct event *event);

#endif /* PERFCNT_TOOLS_SELECTION_H */
