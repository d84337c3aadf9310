/* SPDX-License-Identifier: GPL-2.0 */
/* Which events were asked for. */
#ifndef PERFCNT_TOOLS_SELECTION_H
#define PERFCNT_TOOLS_SELECTION_H

#include <stdbool.h>

#include <linux/perfcnt.h>

#include "events.h"

#define SELECTION_MOST_NAMES	64

/**
 * struct selection - the events that were asked for
 * @wanted: of each bank, by code
 * @fixed: may not go into the other bank
 * @all: all that the machine has
 * @names: native events, which either bank counts
 * @name_count: how many
 */
struct selection {
	bool wanted[BANK_COUNT][PERFCNT_EVENT_CODES];
	bool fixed[BANK_COUNT][PERFCNT_EVENT_CODES];
	bool all;
	const char *names[SELECTION_MOST_NAMES];
	unsigned int name_count;
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
 * selection_add_bank() - add events to be counted in one bank
 * @selection: gets them
 * @bank: BANK_EVEN or BANK_ODD
 * @list: codes and names, parted by spaces and commas; is cut up
 *
 * Ends the program with words on what is wrong.
 */
void selection_add_bank(struct selection *selection, enum bank bank,
			char *list);

/**
 * selection_add_events() - add events to be counted wherever they can
 * @selection: gets them; has all others already
 * @list: codes and names, parted by spaces and commas; is cut up, and kept
 *
 * Ends the program with words on what is wrong.
 */
void selection_add_events(struct selection *selection, char *list);

/**
 * selection_is_movable() - may the event be counted in the other bank?
 * @selection: what was asked for
 * @bank: where it was asked for
 * @code: its code
 */
bool selection_is_movable(const struct selection *selection, enum bank bank,
			  unsigned int code);

#endif /* PERFCNT_TOOLS_SELECTION_H */
