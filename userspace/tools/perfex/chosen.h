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

/* What a counter counts. */
struct part {
	char name[PART_NAME_SIZE]; /* name:modes */
	/* which counters can count it, PERFCNT_BANK_IS_*, perhaps with CHOSEN_SOFTWARE */
	uint32_t banks;
};

/* An event, which is the sum of its parts. */
struct chosen_event {
	int number; /* the event of the R10000, or PERFEX_BY_NAME */
	char *name; /* what is counted: the names of all parts, with + between them */
	const char *label; /* what a report calls it */
	bool approximate; /* it is near, not the same */
	unsigned int line; /* the parts count lines of so many bytes, the event quadwords; or 0 */
	unsigned int parts[R10000_MOST_PARTS]; /* indices */
	unsigned int part_count;
};

/* All that is counted. */
struct chosen {
	struct chosen_event *events; /* in the order of the report */
	unsigned int count;
	struct part *parts; /* what counters count, each once */
	unsigned int part_count;
	unsigned int places[BANK_COUNT]; /* of each bank: how many parts can be counted at once */
	unsigned int hardware; /* how many of these the hardware can count */
	bool is_shared; /* a place is a counter on each VPE */
};

/* What counts events on this machine, if it is there. */
#define EQUIVALENTS_FILE	"/etc/perfex.equivalents"

/*
 * Reads a file of what counts events here, or NULL, after EQUIVALENTS_FILE: of lines such as "21
 * ~r04c7 + r01c7 * l1".  Ends the tool if one cannot be read, or is wrong.
 */
void equivalents_read(const char *path);

/*
 * What is counted.  Ends the tool with a message if there is something that cannot be; with -a
 * that is left out, and said.
 */
void chosen_make(struct chosen *chosen, const struct options *options,
		 struct machine *machine);

/*
 * How many counters of each bank there are.  Where VPEs share the counters, what a task does on
 * each takes a counter of its own.
 */
void chosen_count_places(struct chosen *chosen,
			 const struct perfcnt_describe *machine, bool whole_machine);

/* Can all events be counted at the same time? */
bool chosen_fits(const struct chosen *chosen);

/*
 * Ends the tool if not all events fit on the counters at once: the message names those that do
 * not.
 */
void chosen_check_fit(const struct chosen *chosen);

/* Is an event a sum that cannot be counted at once? */
bool chosen_needs_multiplexing(const struct chosen *chosen, unsigned int count,
			       const uint32_t banks[R10000_MOST_PARTS]);

/* Ends the tool: some events need the same counters, PERFCNT_BANK_IS_*. */
__attribute__((noreturn))
void chosen_conflict(const struct chosen *chosen, uint32_t banks,
		     const char *words);

/*
 * What counts an event of the R10000, and for each of its parts the counters that can count it.
 * Returns NULL, or why the machine cannot count it.
 */
const char *chosen_find(unsigned int number, const char *modes,
			struct machine *machine,
			const struct perfex_clock *clock,
			struct perfex_equivalent *equivalent,
			uint32_t banks[R10000_MOST_PARTS]);

#endif /* PERFEX_CHOSEN_H */
