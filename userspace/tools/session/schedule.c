// SPDX-License-Identifier: GPL-2.0
/* Which events the machine has, and how many of them at a time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "machine.h"

/* One item by itself, in the first counter of its bank. */
static int set_alone(struct machine *machine, const struct item *item)
{
	struct item alone = *item;
	struct items one = { &alone, 1 };

	alone.run = 0;
	alone.counter = machine->describe.counters > 1 ? item->home : 0;
	return machine_set(machine, &one, 0, NULL);
}

/* Find out which items of a run are refused: whether there are any. */
static bool find_missing(struct machine *machine, struct items *items,
			 unsigned int run, bool strict)
{
	const char *reason;
	bool found = false;
	unsigned int i;
	int error;

	for (i = 0; i < items->count; i++) {
		struct item *item = &items->item[i];

		if (item->run != run || !set_alone(machine, item))
			continue;
		error = errno;
		reason = perfcnt_strerror(machine->perfcnt);
		if (error != ENOENT && error != EINVAL)
			fail("%s: %s", item->name, reason);
		items_refuse(items, item, error, reason, strict);
		found = true;
	}
	return found;
}

/*
 * Try all runs.  Where one is refused for an item, this is missing; where the
 * PMU has no room, there is less of it from now on.
 *
 * Return: whether the plan stands.
 */
static bool try_runs(struct machine *machine, struct items *items,
		     unsigned int runs, bool strict)
{
	bool stands = true;
	unsigned int run;

	for (run = 0; run < runs; run++) {
		if (!machine_set(machine, items, run, NULL))
			continue;
		if (errno == EBUSY && machine->room > 1) {
			machine->room--;
			return false;
		}
		if ((errno != ENOENT && errno != EINVAL) ||
		    !find_missing(machine, items, run, strict))
			fail("%s", perfcnt_strerror(machine->perfcnt));
		stands = false;
	}
	return stands;
}

/* A single counter is an even one. */
static void refuse_odd(struct items *items)
{
	unsigned int i;

	for (i = 0; i < items->count; i++)
		if (items->item[i].home == BANK_ODD && !items->item[i].movable)
			items->item[i].missing = ENOENT;
}

static void append(char **text, const char *words)
{
	size_t length = *text ? strlen(*text) : 0;

	*text = resize(*text, length + strlen(words) + 1, 1);
	strcpy(*text + length, words);
}

/* The names of what the machine lacks, once each, behind those in the text. */
static void add_missing(char **text, const struct items *items)
{
	unsigned int i, k;

	for (i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];

		if (item->missing != ENOENT)
			continue;
		for (k = 0; k < i; k++)
			if (items->item[k].missing == ENOENT &&
			    !strcmp(items->item[k].name, item->name))
				break;
		if (k < i)
			continue;
		append(text, *text ? ", " : "");
		append(text, item->name);
	}
}

unsigned int machine_plan(struct machine *machine, struct items *items,
			  bool strict)
{
	char *missing = NULL;
	int runs;

	if (machine->describe.counters == 1)
		refuse_odd(items);
	do {
		add_missing(&missing, items);
		items_drop_missing(items);
		runs = items_plan(items, machine->describe.counters,
				  machine->room);
		if (runs < 0)
			fail("no memory for a plan");
	} while (!try_runs(machine, items, runs, strict));
	if (missing && strict)
		fail("this machine does not count: %s", missing);
	if (missing)
		say("left out, as this machine does not count it: %s", missing);
	free(missing);
	if (!runs)
		fail("nothing is left to be counted");
	return runs;
}
