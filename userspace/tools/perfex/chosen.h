/* SPDX-License-Identifier: GPL-2.0 */
/* The events that are counted, and what counts each on this machine. */
#ifndef PERFEX_CHOSEN_H
#define PERFEX_CHOSEN_H

#include "events/events.h"
#include "session/machine.h"
#include "costs.h"
#include "options.h"
#include "r10000.h"

/* name:modes */
#define PART_NAME_SIZE	(R10000_NAME_SIZE + 8)

/* Beside PERFCNT_BANK_IS_*: no hardware counts it. */
#define CHOSEN_SOFTWARE	0x100u

/**
 * struct part - what a counter counts
 * @name: name:modes
 * @banks: which counters can count it, PERFCNT_BANK_IS_*, perhaps with CHOSEN_SOFTWARE
 */
struct part {
	char name[PART_NAME_SIZE];
	uint32_t banks;
};

/**
 * struct chosen_event - an event, which is the sum of its parts
 * @number: the event of the R10000, or PERFEX_BY_NAME
 * @name: what is counted: the names of all parts, with + between them
 * @label: what a report calls it
 * @approximate: it is near, not the same
 * @line: the parts count lines of so many bytes, the event quadwords; or 0
 * @parts: indices
 * @part_count: how many
 */
struct chosen_event {
	int number;
	char *name;
	const char *label;
	bool approximate;
	unsigned int line;
	unsigned int parts[R10000_MOST_PARTS];
	unsigned int part_count;
};

/**
 * struct chosen - all that is counted
 * @events: in the order of the report
 * @count: how many
 * @parts: what counters count, each once
 * @part_count: how many
 * @places: of each bank: how many parts can be counted at once
 * @hardware: how many of these the hardware can count
 * @is_shared: a place is a counter on each VPE
 */
struct chosen {
	struct chosen_event *events;
	unsigned int count;
	struct part *parts;
	unsigned int part_count;
	unsigned int places[BANK_COUNT];
	unsigned int hardware;
	bool is_shared;
};

/* What counts events on this machine, if it is there. */
#define EQUIVALENTS_FILE	"/etc/perfex.equivalents"

/**
 * equivalents_read() - read what counts events here
 * @path: a file of lines such as "21 ~r04c7 + r01c7 * l1", or NULL; it comes after
 *	  EQUIVALENTS_FILE
 *
 * Ends the tool if a file cannot be read, or is wrong.
 */
void equivalents_read(const char *path);

/**
 * chosen_make() - find out what is counted
 * @chosen: comes back
 * @options: what was asked for
 * @machine: the machine
 *
 * Ends the tool with a message if there is something that cannot be counted; with
 * -a that is left out, and said.
 */
void chosen_make(struct chosen *chosen, const struct options *options,
		 struct machine *machine);

/**
 * chosen_count_places() - how many counters of each bank there are
 * @chosen: gets them
 * @machine: the machine
 * @whole_machine: nothing is counted by task
 *
 * Where VPEs share the counters, what a task does on each takes a counter of its own.
 */
void chosen_count_places(struct chosen *chosen,
			 const struct perfcnt_describe *machine, bool whole_machine);

/**
 * chosen_fits() - can all events be counted at the same time?
 * @chosen: the events
 */
bool chosen_fits(const struct chosen *chosen);

/**
 * chosen_check_fit() - end the tool if not all events fit on the counters at once
 * @chosen: the events
 *
 * The message names those that do not.
 */
void chosen_check_fit(const struct chosen *chosen);

/**
 * chosen_needs_multiplexing() - is an event a sum that cannot be counted at once?
 * @chosen: what chosen_count_places() has set
 * @count: how many parts the event has
 * @banks: the counters that can count each
 *
 * Return: whether it can be counted by turns alone.
 */
bool chosen_needs_multiplexing(const struct chosen *chosen, unsigned int count,
			       const uint32_t banks[R10000_MOST_PARTS]);

/**
 * chosen_conflict() - end the tool: some events need the same counters
 * @chosen: the events
 * @banks: the counters, PERFCNT_BANK_IS_*
 * @words: what to add to the names of the events
 */
__attribute__((noreturn))
void chosen_conflict(const struct chosen *chosen, uint32_t banks,
		     const char *words);

/**
 * chosen_find() - what counts an event of the R10000
 * @number: the event
 * @modes: the letters of the modes
 * @machine: the machine
 * @clock: has the lines of the caches
 * @equivalent: comes back: the first choice that the machine has
 * @banks: comes back, for each of its parts: the counters that can count it
 *
 * Return: NULL, or why the machine cannot count it.
 */
const char *chosen_find(unsigned int number, const char *modes,
			struct machine *machine,
			const struct perfex_clock *clock,
			struct perfex_equivalent *equivalent,
			uint32_t banks[R10000_MOST_PARTS]);

#endif /* PERFEX_CHOSEN_H */
