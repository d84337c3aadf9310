// SPDX-License-Identifier: GPL-2.0
/* Events by number and by name. */
#include <errno.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "groups.h"
#include "selection.h"

static const char separators[] = " ,\t\n";

/* The event has one name, and so one meaning, in both banks. */
static bool means_the_same(unsigned int code)
{
	const struct event *even = event_at(BANK_EVEN, code);
	const struct event *odd = event_at(BANK_ODD, code);

	return even && odd && !strcmp(even->name, odd->name);
}

bool selection_is_movable(const struct selection *selection, enum bank bank,
			  unsigned int code)
{
	return means_the_same(code) && !selection->fixed[bank][code] &&
	       !selection->wanted[!bank][code];
}

bool selection_add_group(struct selection *selection, const char *name)
{
	const struct group *group = group_named(name);
	const signed char *code;
	unsigned int bank;

	if (!group)
		return false;
	for (bank = 0; bank < BANK_COUNT; bank++)
		for (code = group->codes[bank]; *code != GROUP_END; code++)
			selection->wanted[bank][(int)*code] = true;
	return true;
}

void selection_add_all(struct selection *selection)
{
	unsigned int i;

	for (i = 0; i < event_count; i++)
		selection->wanted[events[i].bank][events[i].code] = true;
	selection->all = true;
}

/* A code, a reserved one if it is too large, or -1 for what is no number. */
static int code_of(const char *word)
{
	uint64_t code;

	if (!number_read(word, 10, PERFCNT_EVENT_CODES - 1, &code))
		return code;
	return errno == ERANGE ? PERFCNT_EVENT_CODES : -1;
}

static const struct event *event_in(enum bank bank, const char *word)
{
	int code = code_of(word);

	return code < 0 ? event_named(bank, word) : event_at(bank, code);
}

void selection_add_bank(struct selection *selection, enum bank bank, char *list)
{
	char *word, *at;

	for (word = strtok_r(list, separators, &at); word;
	     word = strtok_r(NULL, separators, &at)) {
		const struct event *event = event_in(bank, word);

		if (!event)
			fail("--%ss: '%s': not an event of %s counters",
			     bank_name(bank), word, bank_name(bank));
		selection->wanted[bank][event->code] = true;
		selection->fixed[bank][event->code] = true;
	}
}

/* A native event, whose name the machine may know. */
static void add_name(struct selection *selection, const char *word)
{
	unsigned int i;

	if (strpbrk(word, ":@"))
		fail("--events: '%s': modes and filters are options of their own",
		     word);
	for (i = 0; i < selection->name_count; i++)
		if (!strcmp(selection->names[i], word))
			return;
	if (selection->name_count == SELECTION_MOST_NAMES)
		fail("--events: '%s': more than %d names", word,
		     SELECTION_MOST_NAMES);
	selection->names[selection->name_count++] = word;
}

void selection_add_events(struct selection *selection, char *list)
{
	char *word, *at;

	for (word = strtok_r(list, separators, &at); word;
	     word = strtok_r(NULL, separators, &at)) {
		const struct event *even = event_in(BANK_EVEN, word);
		const struct event *odd = event_in(BANK_ODD, word);

		if (even && odd && strcmp(even->name, odd->name))
			fail("--events: '%s': %s in even counters, %s in odd ones",
			     word, even->name, odd->name);
		else if (code_of(word) >= 0 && !even && !odd)
			fail("--events: '%s': a reserved event", word);
		else if (!even && !odd)
			add_name(selection, word);
		else if (!even)
			selection->wanted[BANK_ODD][odd->code] = true;
		else if (!odd || !selection->wanted[BANK_ODD][odd->code])
			selection->wanted[BANK_EVEN][even->code] = true;
	}
}
