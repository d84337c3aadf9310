// SPDX-License-Identifier: GPL-2.0
/* Events by number and by name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "event_word.h"
#include "groups.h"
#include "selection.h"

#define CYCLES	0	/* the event, in both banks */

/* The event has one name, and so one meaning, in both banks. */
static bool means_the_same(unsigned int code)
{
	const struct event *even = event_at(BANK_EVEN, code);
	const struct event *odd = event_at(BANK_ODD, code);

	return even && odd && !strcmp(even->name, odd->name);
}

bool selection_is_free(const struct selection *selection, unsigned int code)
{
	return means_the_same(code) && !selection->fixed[BANK_EVEN][code] &&
	       !selection->fixed[BANK_ODD][code];
}

bool selection_is_movable(const struct selection *selection,
			  const struct event *event)
{
	return means_the_same(event->code) &&
	       !selection->fixed[event->bank][event->code] &&
	       !selection->wanted[!event->bank][event->code];
}

bool selection_add_group(struct selection *selection, const char *name)
{
	const struct group *group = group_named(name);
	const signed char *code;
	unsigned int bank;
	char *list;

	if (!group)
		return false;
	for (bank = 0; bank < BANK_COUNT; bank++)
		for (code = group->codes[bank]; *code != GROUP_END; code++)
			selection->wanted[bank][(int)*code] = true;
	list = copy_text(group->any);
	selection_add_events(selection, list);
	free(list);
	return true;
}

void selection_add_all(struct selection *selection)
{
	unsigned int i;

	for (i = 0; i < event_count; i++)
		selection->wanted[events[i].bank][events[i].code] = true;
	selection->all = true;
}

void selection_add_cycles(struct selection *selection)
{
	selection->wanted[BANK_EVEN][CYCLES] = true;
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

/* Why a bank does not have an event. */
__attribute__((noreturn))
static void fail_in_bank(enum bank bank, const char *word)
{
	const char *name = bank_name(bank), *other = bank_name(!bank);
	struct near near;
	unsigned int i;

	if (event_in(!bank, word))
		fail("--%ss: '%s' is counted by %s counters; use --%ss", name,
		     word, other, other);
	near_begin(&near, word);
	for (i = 0; i < event_count; i++)
		near_try(&near, events[i].name);
	if (*near.name)
		fail("--%ss: '%s': %s counters have no such event; did you mean '%s'?",
		     name, word, name, near.name);
	fail("--%ss: '%s': %s counters have no such event", name, word, name);
}

void selection_add_bank(struct selection *selection, enum bank bank, char *list)
{
	char *word;

	while ((word = event_word_next(&list))) {
		const struct event *event = event_in(bank, word);

		if (!event)
			fail_in_bank(bank, word);
		selection->wanted[bank][event->code] = true;
		selection->fixed[bank][event->code] = true;
	}
}

static bool same_named(const struct named_event *a, const struct named_event *b)
{
	return !strcmp(a->name, b->name) && a->modes == b->modes &&
	       a->has_filter == b->has_filter &&
	       a->filter.mt_en == b->filter.mt_en &&
	       a->filter.unit == b->filter.unit;
}

static void add_named(struct selection *selection,
		      const struct event_word *word, const struct event *event)
{
	const char *name = event ? event->name : word->name;
	struct named_event named = {
		.event = event,
		.modes = word->modes,
		.has_filter = word->has_filter,
		.filter = word->filter,
	};
	unsigned int i;

	if (strlen(name) >= sizeof(named.name))
		fail("--events: '%s': the name is too long (at most %zu bytes)",
		     name, sizeof(named.name) - 1);
	strcpy(named.name, name);
	for (i = 0; i < selection->named_count; i++)
		if (same_named(&selection->named[i], &named))
			return;
	if (selection->named_count == SELECTION_MOST_NAMES)
		fail("--events: '%s': too many names (at most %d)", word->name,
		     SELECTION_MOST_NAMES);
	selection->named[selection->named_count++] = named;
}

static void fail_ambiguous(const char *name, const char *even, const char *odd)
{
	fail("--events: '%s' is ambiguous: %s on even, %s on odd counters; use --evens or --odds",
	     name, even, odd);
}

/* The row of a name or a code: the even one of two; NULL for a native event. */
static const struct event *find_event(const char *name)
{
	const struct event *even = event_in(BANK_EVEN, name);
	const struct event *odd = event_in(BANK_ODD, name);

	if (even && odd && strcmp(even->name, odd->name))
		fail_ambiguous(name, even->name, odd->name);
	if (code_of(name) >= 0 && !even && !odd)
		fail("--events: '%s': no such event (reserved code)", name);
	return even ?: odd;
}

void selection_add_events(struct selection *selection, char *list)
{
	char *text;

	while ((text = event_word_next(&list))) {
		const struct event *event;
		struct event_word word;
		const char *wrong = event_word_read(text, &word);

		if (wrong)
			fail("--events: '%s': %s", word.name, wrong);
		event = find_event(word.name);
		if (!event || word.modes || word.has_filter)
			add_named(selection, &word, event);
		else if (event->bank == BANK_ODD ||
			 !event_in(BANK_ODD, word.name) ||
			 !selection->wanted[BANK_ODD][event->code])
			selection->wanted[event->bank][event->code] = true;
	}
}
