/* SPDX-License-Identifier: GPL-2.0 */
/* Which events were asked for. */
#ifndef PERFCNT_TOOLS_SELECTION_H
#define PERFCNT_TOOLS_SELECTION_H

#include <stdbool.h>

#include <linux/perfcnt.h>

#include "events.h"
#include "filter.h"

#define SELECTION_MOST_NAMES	64

/**
 * struct named_event - an event that is native, or has modes or a filter of its own
 * @name: its name
 * @event: its row, or NULL if it is native: then either bank counts it
 * @modes: its modes, or 0 if it has those of the command line
 * @has_filter: has it a filter of its own, instead of those of the command line?
 * @filter: the filter
 */
struct named_event {
	char name[PERFCNT_NAME_SIZE];
	const struct event *event;
	uint32_t modes;
	bool has_filter;
	struct filter filter;
};

/**
 * struct selection - the events that were asked for
 * @wanted: of each bank, by code
 * @fixed: may not go into the other bank
 * @all: all that the machine has
 * @named: events that @wanted has no room for
 * @named_count: how many
 */
struct selection {
	bool wanted[BANK_COUNT][PERFCNT_EVENT_CODES];
	bool fixed[BANK_COUNT][PERFCNT_EVENT_CODES];
	bool all;
	struct named_event named[SELECTION_MOST_NAMES];
	unsigned int named_count;
};

/**
 * selection_add_group() - add the events of an option of MD00548's Table 5
 * @selection: gets them
 * @name: the option
 *
 * Return: whether there is one of that name.
 */
bool selection_add_group(struct selection *selection, const char *name);

/**
 * selection_add_all() - add every event that there is
 * @selection: gets them
 */
void selection_add_all(struct selection *selection);

/**
 * selection_add_cycles() - add the cycles
 * @selection: gets them
 */
void selection_add_cycles(struct selection *selection);

/**
 * selection_add_bank() - add events to be counted in one bank
 * @selection: gets them
 * @bank: BANK_EVEN or BANK_ODD
 * @list: codes and names, separated by spaces and commas; is cut up
 *
 * Ends the tool with a message if the bank has no such event.
 */
void selection_add_bank(struct selection *selection, enum bank bank,
			char *list);

/**
 * selection_add_events() - add events to be counted wherever they can
 * @selection: gets them; has all others already
 * @list: codes and names, each with or without :modes and @filter, separated by
 *	  spaces and commas; is cut up
 *
 * A comma between slashes, or after r<hex> and before another hexadecimal number,
 * is part of a name, as in /proc/perf.  Ends the tool with a message if there is
 * no such event.
 */
void selection_add_events(struct selection *selection, char *list);

/**
 * selection_is_free() - is it the same event in both banks, and was it asked for in none?
 * @selection: what was asked for
 * @code: the event's
 */
bool selection_is_free(const struct selection *selection, unsigned int code);

/**
 * selection_is_movable() - may the event be counted in the other bank?
 * @selection: what was asked for
 * @event: the event, in the bank where it was asked for
 */
bool selection_is_movable(const struct selection *selection,
			  const struct event *event);

#endif /* PERFCNT_TOOLS_SELECTION_H */
