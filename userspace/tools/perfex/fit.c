// SPDX-License-Identifier: GPL-2.0
/* Which events fit on the counters at the same time. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/message.h"
#include "chosen.h"

#define LACK_SIZE	80
#define ANY_BANK	(PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)

void chosen_count_places(struct chosen *chosen,
			 const struct perfcnt_describe *machine, bool whole_machine)
{
	unsigned int counters = machine->counters, each = 1;

	chosen->is_shared = machine->flags & PERFCNT_HAS_SHARED && !whole_machine;
	if (chosen->is_shared)
		each = machine->vpes;
	chosen->places[BANK_EVEN] = (counters + 1) / 2 / each;
	chosen->places[BANK_ODD] = counters / 2 / each;
	chosen->hardware = (machine->hardware ?: counters) / each;
}

/* Of what the hardware counts: no more than that can have all of these counters. */
static unsigned int places_of(const struct chosen *chosen, uint32_t banks, bool hardware)
{
	unsigned int places = (banks & PERFCNT_BANK_IS_EVEN ? chosen->places[BANK_EVEN] : 0) +
			      (banks & PERFCNT_BANK_IS_ODD ? chosen->places[BANK_ODD] : 0);

	return hardware && chosen->hardware < places ? chosen->hardware : places;
}

static unsigned int needed(const struct chosen *chosen, uint32_t banks, bool hardware)
{
	unsigned int needed = 0, i;

	for (i = 0; i < chosen->part_count; i++)
		needed += !(chosen->parts[i].banks & ANY_BANK & ~banks) &&
			  !(hardware && chosen->parts[i].banks & CHOSEN_SOFTWARE);
	return needed;
}

/* Of which counters there are too few, PERFCNT_BANK_IS_*; or 0. */
static uint32_t too_few(const struct chosen *chosen)
{
	static const uint32_t banks[] = {
		PERFCNT_BANK_IS_EVEN, PERFCNT_BANK_IS_ODD, ANY_BANK,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(banks); i++)
		if (needed(chosen, banks[i], false) > places_of(chosen, banks[i], false) ||
		    needed(chosen, banks[i], true) > places_of(chosen, banks[i], true))
			return banks[i];
	return 0;
}

bool chosen_fits(const struct chosen *chosen)
{
	return !too_few(chosen);
}

/* An event as if it were all that is counted. */
static struct chosen alone(const struct chosen *chosen, unsigned int count,
			   const uint32_t banks[R10000_MOST_PARTS],
			   struct part parts[R10000_MOST_PARTS])
{
	struct chosen alone = *chosen;
	unsigned int i;

	for (i = 0; i < count; i++)
		parts[i].banks = banks[i];
	alone.parts = parts;
	alone.part_count = count;
	return alone;
}

bool chosen_needs_multiplexing(const struct chosen *chosen, unsigned int count,
			       const uint32_t banks[R10000_MOST_PARTS])
{
	struct part parts[R10000_MOST_PARTS];
	const struct chosen event = alone(chosen, count, banks, parts);

	return !chosen_fits(&event);
}

static bool needs(const struct chosen *chosen, const struct chosen_event *event,
		  uint32_t banks)
{
	unsigned int i;

	for (i = 0; i < event->part_count; i++)
		if (!(chosen->parts[event->parts[i]].banks & ANY_BANK & ~banks))
			return true;
	return false;
}

void chosen_conflict(const struct chosen *chosen, uint32_t banks,
		     const char *words)
{
	char *names = copy_text("");
	unsigned int i;

	for (i = 0; i < chosen->count; i++) {
		const struct chosen_event *event = &chosen->events[i];
		const char *comma = *names ? ", " : "";
		char *more;

		if (!needs(chosen, event, banks))
			continue;
		more = event->number == PERFEX_BY_NAME ?
		       formatted("%s%s%s", names, comma, event->name) :
		       formatted("%s%s%d (%s)", names, comma, event->number, event->label);
		free(names);
		names = more;
	}
	fail("conflicting counters: events %s %s", names, words);
}

/* What is needed of these counters, and what is there. */
static void put_lack(const struct chosen *chosen, uint32_t banks, char words[LACK_SIZE])
{
	const bool hardware = needed(chosen, banks, true) > places_of(chosen, banks, true);
	const unsigned int places = places_of(chosen, banks, hardware);

	snprintf(words, LACK_SIZE, "need %u %scounters%s, there %s %u",
		 needed(chosen, banks, hardware),
		 banks == PERFCNT_BANK_IS_EVEN ? "even " :
		 banks == PERFCNT_BANK_IS_ODD ? "odd " : "",
		 chosen->is_shared ? " on each VPE" : "", places == 1 ? "is" : "are",
		 places);
}

/* A sum of more than the machine counts at once would be in conflict with itself. */
static void check_sum(const struct chosen *chosen, const struct chosen_event *event)
{
	struct part parts[R10000_MOST_PARTS];
	uint32_t banks[R10000_MOST_PARTS];
	char words[LACK_SIZE];
	struct chosen sum;
	unsigned int i;

	for (i = 0; i < event->part_count; i++)
		banks[i] = chosen->parts[event->parts[i]].banks;
	sum = alone(chosen, event->part_count, banks, parts);
	if (chosen_fits(&sum))
		return;
	put_lack(&sum, too_few(&sum), words);
	fail("event %d (%s): its %u parts %s; only -a can count it here",
	     event->number, event->label, event->part_count, words);
}

void chosen_check_fit(const struct chosen *chosen)
{
	uint32_t banks = too_few(chosen);
	char words[LACK_SIZE];
	unsigned int i;

	if (!banks)
		return;
	for (i = 0; i < chosen->count; i++)
		check_sum(chosen, &chosen->events[i]);
	put_lack(chosen, banks, words);
	chosen_conflict(chosen, banks, words);
}
