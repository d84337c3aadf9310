// SPDX-License-Identifier: GPL-2.0
/* From words and numbers to the events of a machine. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kernel.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/event_word.h"
#include "events/events.h"
#include "chosen.h"

static int read_name(struct machine *machine, unsigned int counter,
		     const char *name, struct perfcnt_what *what)
{
	machine->reason.error = 0;
	if (machine->perfcnt)
		return perfcnt_kernel_name(machine->perfcnt, counter, name,
					   what);
	if (!pretended_name(&machine->describe, counter, name, what,
			    &machine->reason))
		return 0;
	errno = machine->reason.error;
	return -1;
}

/*
 * Of a 34K's banks that both have an event, those of which no other source says that it is
 * another one there.
 */
static uint32_t sure_banks(const struct machine *machine, uint32_t banks, uint32_t control)
{
	const uint32_t both = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
	unsigned int bank;

	if ((banks & both) != both || machine->describe.flags & PERFCNT_HAS_NATIVE)
		return banks;
	for (bank = 0; bank < BANK_COUNT; bank++) {
		const struct event *event = event_of(bank, control);

		if (event && event_doubt(event))
			return banks & ~(1u << bank);
	}
	return banks;
}

/* The counters that can count it; 0: machine_reason() says why not. */
static uint32_t find_banks(struct machine *machine, const char *name)
{
	struct perfcnt_what what;
	uint32_t banks = 0;
	unsigned int bank = BANK_EVEN, tried;

	/* the last reason is that of a bank whose counters know the name */
	if (!read_name(machine, bank, name, &what))
		bank = BANK_ODD;
	for (tried = 0; tried < BANK_COUNT; tried++, bank = !bank)
		if (bank < machine->describe.counters &&
		    !read_name(machine, bank, name, &what) &&
		    !machine_check(machine, bank, &what))
			banks |= (bank == BANK_EVEN ? PERFCNT_BANK_IS_EVEN :
						      PERFCNT_BANK_IS_ODD) |
				 (perfcnt_kernel_is_software(&what) ? CHOSEN_SOFTWARE : 0);
	return sure_banks(machine, banks, what.control);
}

static unsigned int line_of(enum perfex_lines lines,
			    const struct perfex_clock *clock)
{
	return lines == PERFEX_L1_LINES ? clock->l1_line : clock->l2_line;
}

/* Why lines of a cache cannot be made quadwords, or NULL. */
static const char *check_lines(enum perfex_lines lines, const struct perfex_clock *clock)
{
	if (lines == PERFEX_NO_LINES || line_of(lines, clock))
		return NULL;
	return lines == PERFEX_L1_LINES ?
	       "the line size of the level 1 cache is not known; use --l1-line" :
	       "the line size of the level 2 cache is not known; use --l2-line";
}

const char *chosen_find(unsigned int number, const char *modes,
			struct machine *machine,
			const struct perfex_clock *clock,
			struct perfex_equivalent *equivalent,
			uint32_t banks[R10000_MOST_PARTS])
{
	enum perfex_kind kind = perfex_kind_of(machine->describe.driver);
	const char *why = perfex_missing(number, kind);
	unsigned int which, i;

	if (why)
		return why;
	for (which = 0; perfex_equivalent(number, kind, which, equivalent);
	     which++) {
		why = "the PMU does not have this event";
		if (!perfex_is_listed(equivalent))
			continue;
		for (i = 0; i < equivalent->count; i++) {
			char name[PART_NAME_SIZE];

			snprintf(name, sizeof(name), "%s:%s",
				 equivalent->name[i], modes);
			banks[i] = find_banks(machine, name);
			why = machine_reason(machine);
			if (!banks[i])
				break;
		}
		if (i == equivalent->count)
			return check_lines(equivalent->lines, clock);
	}
	return why;
}

/* Each part once, as two events can have the same. */
static unsigned int add_part(struct chosen *chosen, const char *name,
			     uint32_t banks)
{
	unsigned int i;

	for (i = 0; i < chosen->part_count; i++)
		if (!strcmp(chosen->parts[i].name, name))
			return i;
	chosen->parts = grow(chosen->parts, i, sizeof(*chosen->parts));
	strcpy(chosen->parts[i].name, name);
	chosen->parts[i].banks = banks;
	return chosen->part_count++;
}

static struct chosen_event *add_event(struct chosen *chosen)
{
	struct chosen_event *event;

	chosen->events = grow(chosen->events, chosen->count,
			      sizeof(*chosen->events));
	event = &chosen->events[chosen->count++];
	memset(event, 0, sizeof(*event));
	return event;
}

static void put_part(struct chosen *chosen, struct chosen_event *event,
		     const char *name, uint32_t banks)
{
	char *names = formatted("%s%s%s", event->name ?: "", event->name ? " + " : "", name);

	free(event->name);
	event->name = names;
	event->parts[event->part_count++] = add_part(chosen, name, banks);
}

/* Why it cannot be, or NULL. */
static const char *add_number(struct chosen *chosen, unsigned int number,
			      const char *modes, const struct perfex_clock *clock,
			      struct machine *machine)
{
	struct perfex_equivalent equivalent;
	uint32_t banks[R10000_MOST_PARTS] = { 0 };
	struct chosen_event *event;
	char name[PART_NAME_SIZE];
	const char *why;
	unsigned int i;

	why = chosen_find(number, modes, machine, clock, &equivalent, banks);
	if (why)
		return why;
	event = add_event(chosen);
	event->number = number;
	event->label = perfex_label(number);
	event->approximate = equivalent.approximate;
	if (equivalent.lines)
		event->line = line_of(equivalent.lines, clock);
	for (i = 0; i < equivalent.count; i++) {
		snprintf(name, sizeof(name), "%s:%s", equivalent.name[i], modes);
		put_part(chosen, event, name, banks[i]);
	}
	return NULL;
}

/* A name that no machine knows may be a known one with a mistake. */
static void check_name(struct machine *machine, const char *text,
		       const char *name)
{
	struct perfcnt_event_row row;
	struct near near;
	unsigned int i;

	if (strchr(name, '/') || *name == 'r')
		return;
	near_begin(&near, name);
	for (i = 0; machine_event(machine, i, &row); i++) {
		if (!strcmp(row.name, name))
			return;
		near_try(&near, row.name);
	}
	if (*near.name)
		fail("-e: '%s': unknown event; did you mean '%s'?", text,
		     near.name);
	fail("-e: '%s': unknown event; see pc_sweep --list", text);
}

static void add_name(struct chosen *chosen, const char *text, const char *modes,
		     struct machine *machine)
{
	char *copy = copy_text(text), name[PART_NAME_SIZE], own[5];
	struct event_word word;
	const char *wrong = event_word_read(copy, &word);
	struct chosen_event *event;
	uint32_t banks;
	unsigned int i;

	if (wrong)
		fail("-e: '%s': %s", text, wrong);
	if (word.has_filter)
		fail("-e: '%s': an event has no filter here: perfex counts what the command does",
		     text);
	control_modes(word.modes, CONTROL_MODES_WRITTEN, own);
	if (strlen(word.name) >= R10000_NAME_SIZE)
		fail("-e: '%s': the name is too long", text);
	snprintf(name, sizeof(name), "%s:%s", word.name,
		 word.modes ? own : modes);
	for (i = 0; i < chosen->count; i++)
		if (!strcmp(chosen->events[i].name, name))
			goto out;
	banks = find_banks(machine, name);
	if (!banks)
		check_name(machine, text, word.name);
	if (!banks)
		fail("-e: '%s': %s", text, machine_reason(machine));
	event = add_event(chosen);
	event->number = PERFEX_BY_NAME;
	put_part(chosen, event, name, banks);
	event->label = event->name;
out:
	free(copy);
}

static bool has_number(const struct chosen *chosen, int number)
{
	unsigned int i;

	for (i = 0; i < chosen->count; i++)
		if (chosen->events[i].number == number)
			return true;
	return false;
}

/* By number, as a report has them; names come last. */
static int compare(const void *left, const void *right)
{
	const struct chosen_event *one = left, *other = right;
	unsigned int first = one->number, second = other->number;

	return first < second ? -1 : first > second;
}

static void sort(struct chosen *chosen)
{
	unsigned int i, at;

	for (i = 1; i < chosen->count; i++) {
		struct chosen_event event = chosen->events[i];

		for (at = i; at && compare(&event, &chosen->events[at - 1]) < 0;
		     at--)
			chosen->events[at] = chosen->events[at - 1];
		chosen->events[at] = event;
	}
}

/* All that the machine has; the others are said once. */
static void choose_all(struct chosen *chosen, const struct options *options,
		       const char *modes, struct machine *machine)
{
	char missing[4 * R10000_EVENTS] = "";
	unsigned int number;
	const char *why;

	for (number = 0; number < R10000_EVENTS; number++) {
		why = add_number(chosen, number, modes, &options->clock, machine);
		if (!why)
			continue;
		if (options->shared.given[OPTION_STRICT])
			fail("event %u (%s): %s", number, perfex_label(number),
			     why);
		sprintf(missing + strlen(missing), " %u", number);
	}
	if (*missing)
		say("this machine does not have events%s; --list says why",
		    missing);
	if (!chosen->count)
		fail("this machine has none of the events");
}

/* Cycles: no other event has their part. */
static void remove_last(struct chosen *chosen)
{
	free(chosen->events[--chosen->count].name);
	chosen->part_count--;
}

static void choose(struct chosen *chosen, const struct options *options,
		   const char *modes, struct machine *machine)
{
	const char *why;
	unsigned int i;

	for (i = 0; i < options->event_count; i++) {
		int number = perfex_event_number(options->events[i]);

		if (number < 0) {
			add_name(chosen, options->events[i], modes, machine);
			continue;
		}
		if (has_number(chosen, number))
			continue;
		why = add_number(chosen, number, modes, &options->clock, machine);
		if (why)
			fail("event %d (%s): %s", number, perfex_label(number),
			     why);
	}
	/* with fewer than two the other one counts cycles, if a counter is left for it */
	if (options->event_count < 2 && !has_number(chosen, 0) &&
	    !has_number(chosen, 16)) {
		why = add_number(chosen, 0, modes, &options->clock, machine);
		if (why)
			fail("event 0 (Cycles): %s", why);
		if (chosen->count > 1 && !chosen_fits(chosen))
			remove_last(chosen);
	}
}

void chosen_make(struct chosen *chosen, const struct options *options,
		 struct machine *machine)
{
	char modes[4] = "";

	memset(chosen, 0, sizeof(*chosen));
	chosen_count_places(chosen, &machine->describe, options->whole_machine);
	if (options->exl && !(machine->describe.modes & PERFCNT_CTL_EXL))
		fail("-x: this machine cannot tell exception level apart; -k includes it");
	if (options->user)
		strcat(modes, "u");
	if (options->kernel)
		strcat(modes, "k");
	if (options->exl)
		strcat(modes, "e");
	if (options->all)
		choose_all(chosen, options, modes, machine);
	else
		choose(chosen, options, modes, machine);
	sort(chosen);
}
