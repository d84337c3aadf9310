/* SPDX-License-Identifier: GPL-2.0 */
/* What is to be counted: events, each in some modes and with a filter. */
#ifndef PERFCNT_TOOLS_REQUESTS_H
#define PERFCNT_TOOLS_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include <perfcnt.h>

#include "events/events.h"
#include "events/filter.h"
#include "pc_sweep/options.h"

/**
 * struct item - something to be counted
 * @code: the event's code
 * @name: its name
 * @home: the bank that it was asked for in
 * @movable: may it be counted in the other bank, too?
 * @what: the event, the modes and the filter, for the kernel
 * @missing: why the machine cannot count it: ENOENT, it does not have the
 *	     event; EINVAL, not so; or 0
 * @run: the run that counts it
 * @counter: the counter that counts it
 */
struct item {
	unsigned int code;
	char name[PERFCNT_NAME_SIZE];
	enum bank home;
	bool movable;
	struct perfcnt_what what;
	int missing;
	unsigned int run;
	unsigned int counter;
};

/**
 * struct items - all that is to be counted
 * @item: one after the other, those of the same modes and filter together
 * @count: how many
 */
struct items {
	struct item *item;
	unsigned int count;
};

/**
 * items_make() - what the options ask for on this machine
 * @items: comes back
 * @options: the options
 * @perfcnt: the machine
 * @machine: what it has
 *
 * Ends the program with words on what the machine does not have.
 */
void items_make(struct items *items, const struct options *options,
		struct perfcnt *perfcnt,
		const struct perfcnt_describe *machine);

/**
 * items_refuse() - the machine cannot count an item
 * @items: the items
 * @item: one of them, or to be
 * @error: the errno
 * @reason: what it is in words; said once an event unless @error is ENOENT
 * @strict: end the program then
 */
void items_refuse(struct items *items, struct item *item, int error,
		  const char *reason, bool strict);

/**
 * items_drop_missing() - leave out what the machine cannot count
 * @items: the items
 */
void items_drop_missing(struct items *items);

/**
 * items_plan() - say which run and which counter counts what
 * @items: the items
 * @counters: how many counters the machine has
 * @room: how many of them can count at the same time
 *
 * Return: the number of runs, or -1 as plan_make().
 */
int items_plan(struct items *items, unsigned int counters, unsigned int room);

/**
 * item_modes() - the modes of an item as /proc/perf writes them
 * @item: the item
 * @text: gets the letters
 */
void item_modes(const struct item *item, char text[5]);

/**
 * item_filter() - the filter of an item as /proc/perf writes it
 * @item: the item
 * @text: gets it; "" without a filter
 */
void item_filter(const struct item *item, char text[FILTER_TEXT_SIZE]);

/**
 * item_same_event() - is it the same event, in the same bank?
 * @a: an item
 * @b: another
 */
bool item_same_event(const struct item *a, const struct item *b);

#endif /* PERFCNT_TOOLS_REQUESTS_H */
