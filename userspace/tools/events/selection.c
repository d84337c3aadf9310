// SPDX-License-Identifier: GPL-2.0
/* Events by number and by name. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "selection.h"

static const char *const bank_names[] = { "even", "odd" };
static const char separators[] = " ,\t\n";

const struct event *event_at(enum bank bank, unsigned int code)
{
	return code < PERFCNT_EVENT_CODES ?
	       event_of(bank, code << PERFCNT_CTL_EVENT_SHIFT) : NULL;
}

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

void selection_add_all(struct selection *selection)
{
	unsigned int i;

	for (i = 0; i < event_count; i++)
		selection->wanted[events[i].bank][events[i].code] = true;
	selection->all = true;
}

/* A number, or -1 for what is none. */
static int number(const char *word)
{
	char *end;
	long value;

	if (!isdigit((unsigned char)*word))
		return -1;
	errno = 0;
	value = strtol(word, &end, 10);
	if (*end)
		return -1;
	return errno || value > PERFCNT_EVENT_CODES ? PERFCNT_EVENT_CODES :
	       value;
}

static const struct event *event_in(enum bank bank, const char *word)
{
	unsigned int i;
	int code = number(word);

	if (code >= 0)
		return event_at(bank, code);
	for (i = 0; i < event_count; i++)
		if (events[i].bank == bank && !strcmp(events[i].name, word))
			return &events[i];
	return NULL;
}

void selection_add_bank(struct selection *selection, enum bank bank, char *list)
{
	char *word, *at;

	for (word = strtok_r(list, separators, &at); word;
	     word = strtok_r(NULL, separators, &at)) {
		const struct event *event = event_in(bank, word);

		if (!event)
			fail(STATUS_OWN, "--%ss: '%s': not an event of %s counters",
			     bank_names[bank], word, bank_names[bank]);
		selection->wanted[bank][event->code] = true;
		selection->fixed[bank][event->code] = true;
	}
}

/* A native event, whose name the machine may know. */
static void add_name(struct selection *selection, const char *word)
{
	unsigned int i;

	if (strpbrk(word, ":@"))
		fail(STATUS_OWN, "--events: '%s': modes and filters are options of their own",
		     word);
	for (i = 0; i < selection->name_count; i++)
		if (!strcmp(selection->names[i], word))
			return;
	if (selection->name_count == SELECTION_MOST_NAMES)
		fail(STATUS_OWN, "--events: '%s': more than %d names", word,
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
			fail(STATUS_OWN, "--events: '%s': %s in even counters, %s in odd ones",
			     word, even->name, odd->name);
		else if (number(word) >= 0 && !even && !odd)
			fail(STATUS_OWN, "--events: '%s': a reserved event",
			     word);
		else if (!even && !odd)
			add_name(selection, word);
		else if (!even)
			selection->wanted[BANK_ODD][odd->code] = true;
		else if (!odd || !selection->wanted[BANK_ODD][odd->code])
			selection->wanted[BANK_EVEN][even->code] = true;
	}
}
