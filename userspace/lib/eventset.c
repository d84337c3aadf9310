// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Sets of events, for which the library chooses the counters.  An event that both
 * even and odd counters can count gives way to one that needs its counter, so all
 * events are placed again whenever one is added.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "kernel.h"
#include "planner.h"
#include "reading.h"

/**
 * struct member - an event of a set
 * @name: as it was added
 * @can: which banks can count it
 * @what: what it is there
 * @counter: the counter that counts it
 */
struct member {
	char name[PERFCNT_NAME_SIZE];
	bool can[PLAN_BANKS];
	struct perfcnt_what what[PLAN_BANKS];
	unsigned int counter;
};

/**
 * struct perfcnt_eventset - a set of events
 * @perfcnt: the handle
 * @claimed: mask of the counters that the set has claimed
 * @count: how many events there are
 * @members: the events, in the order in which they were added
 */
struct perfcnt_eventset {
	struct perfcnt *perfcnt;
	uint32_t claimed;
	unsigned int count;
	struct member members[PERFCNT_MAX_COUNTERS];
};

struct perfcnt_eventset *
perfcnt_eventset_new(struct perfcnt *perfcnt)
{
	struct perfcnt_eventset *set = calloc(1, sizeof(*set));

	if (set)
		set->perfcnt = perfcnt;
	return set;
}

void perfcnt_eventset_free(struct perfcnt_eventset *set)
{
	int error = errno;

	if (set && set->claimed && perfcnt_handle_is_own(set->perfcnt))
		perfcnt_release(set->perfcnt, set->claimed);
	free(set);
	errno = error;
}

/* The words of the last refusal with the event's name before them. */
static int refuse(struct perfcnt_eventset *set, const char *name)
{
	int error = errno;
	char words[WORDS_SIZE];

	snprintf(words, sizeof(words), "%s", perfcnt_strerror(set->perfcnt));
	return perfcnt_refuse_call(error, "'%s': %s", name,
				     words);
}

/* The bank whose refusal is worth telling: the one that has the event. */
static unsigned int bank_of_name(struct perfcnt *perfcnt, const char *text)
{
	struct perfcnt_event_row row;
	char name[PERFCNT_NAME_SIZE];

	strcpy(name, text);
	name[strcspn(name, ":@")] = '\0';
	return !perfcnt_kernel_event_by_name(perfcnt, name, &row) &&
	       row.banks == PERFCNT_BANK_IS_ODD ? PLAN_ODD : PLAN_EVEN;
}

/* Find out what a name is in each bank. */
static int look_up(struct perfcnt_eventset *set, const char *name,
		   unsigned int counters, struct member *member)
{
	struct perfcnt *perfcnt = set->perfcnt;
	unsigned int bank;

	if (strlen(name) >= sizeof(member->name))
		return perfcnt_refuse_call(ENAMETOOLONG,
					   "the name is too long: at most %d bytes",
					   PERFCNT_NAME_SIZE - 1);
	strcpy(member->name, name);
	for (bank = 0; bank < PLAN_BANKS && bank < counters; bank++)
		member->can[bank] = !perfcnt_kernel_name(perfcnt, bank, name,
							 &member->what[bank]);
	if (member->can[PLAN_EVEN] || member->can[PLAN_ODD])
		return 0;
	/* once more, for the words */
	bank = counters > 1 ? bank_of_name(perfcnt, name) : PLAN_EVEN;
	perfcnt_kernel_name(perfcnt, bank, name, &member->what[bank]);
	return refuse(set, name);
}

/* The counter of a bank that comes nth in a mask. */
static unsigned int nth_counter(uint32_t mask, unsigned int bank,
				unsigned int nth)
{
	unsigned int counter = bank;

	for (;; counter += PLAN_BANKS)
		if (mask & 1u << counter && !nth--)
			return counter;
}

/* A counter for each event: 0, or -1 with errno set, EBUSY if some do not fit. */
static int place(struct perfcnt_eventset *set, unsigned int count,
		 uint32_t free, unsigned int counter[])
{
	struct plan_event events[PERFCNT_MAX_COUNTERS] = { 0 };
	struct plan_counters counters = { 0 };
	unsigned int i;

	for (i = 0; i < MASK_COUNTERS; i++) {
		counters.bank[i % PLAN_BANKS] += free >> i & 1;
		counters.at_once += free >> i & 1;
	}
	for (i = 0; i < count; i++) {
		memcpy(events[i].can, set->members[i].can,
		       sizeof(events[i].can));
		events[i].preferred = events[i].can[PLAN_EVEN] ? PLAN_EVEN :
								 PLAN_ODD;
	}
	errno = EBUSY;
	if (perfcnt_plan(events, count, NULL, 0, &counters) != 1)
		return -1;
	for (i = 0; i < count; i++)
		counter[i] = nth_counter(free, events[i].counter % PLAN_BANKS,
					 events[i].counter / PLAN_BANKS);
	return 0;
}

/* Who has a counter that the new event could have. */
static void append_user(char words[WORDS_SIZE],
			const struct perfcnt_eventset *set,
			const struct perfcnt_describe *machine,
			unsigned int counter)
{
	unsigned int i;

	perfcnt_handle_append(words, "%s counter %u ", strchr(words, ';') ? "," : ";", counter);
	for (i = 0; i < set->count; i++) {
		if (set->members[i].counter != counter)
			continue;
		perfcnt_handle_append(words, "counts '%s'", set->members[i].name);
		return;
	}
	if (machine->claimed & 1u << counter)
		perfcnt_handle_append(words, "is claimed by process %" PRIu32,
				      machine->owner[counter]);
	else
		perfcnt_handle_append(words, "is in use through /proc/perf");
}

/* The last event does not fit: say why. */
static int refuse_misfit(struct perfcnt_eventset *set,
			 const struct perfcnt_describe *machine)
{
	const struct member *member = &set->members[set->count];
	char words[WORDS_SIZE] = "";
	unsigned int i;

	perfcnt_handle_append(words, "'%s' needs %s counter", member->name,
			      !member->can[PLAN_ODD] ? "an even" :
			      !member->can[PLAN_EVEN] ? "an odd" : "a");
	for (i = 0; i < machine->counters && i < PERFCNT_MAX_COUNTERS; i++)
		if (member->can[i % PLAN_BANKS])
			append_user(words, set, machine, i);
	return perfcnt_refuse_call(EBUSY, "%s", words);
}

/*
 * Claim what the set needs beyond what it has.  Where /proc/perf has a counter, or
 * another process was faster, it is not free.
 */
static int claim(struct perfcnt_eventset *set, uint32_t needed, uint32_t *free)
{
	unsigned int i;

	for (i = 0; i < MASK_COUNTERS; i++) {
		if (!(needed & ~set->claimed & 1u << i))
			continue;
		if (!perfcnt_claim(set->perfcnt, 1u << i))
			set->claimed |= 1u << i;
		else if (errno == EBUSY)
			*free &= ~(1u << i);
		else
			return -1;
	}
	return 0;
}

/* All events of the set to their counters, from 0 and stopped. */
static int set_counters(struct perfcnt_eventset *set, unsigned int count,
			const unsigned int counter[], uint32_t mask)
{
	struct perfcnt_set arg = {
		PERFCNT_SIZES(perfcnt_set, counter), .controls = mask, .counts = mask,
	};
	unsigned int i;

	for (i = 0; i < count; i++)
		arg.counter[counter[i]].what =
			set->members[i].what[counter[i] % PLAN_BANKS];
	if (perfcnt_kernel_set(set->perfcnt, &arg) ||
	    perfcnt_stop(set->perfcnt, mask) ||
	    perfcnt_reset(set->perfcnt, mask))
		return -1;
	for (i = 0; i < count; i++)
		set->members[i].counter = counter[i];
	return 0;
}

static uint32_t mask_of(const unsigned int counter[], unsigned int count)
{
	uint32_t mask = 0;

	while (count--)
		mask |= 1u << counter[count];
	return mask;
}

/* Release what the set has claimed beyond a mask; it has nothing to say to that. */
static void release(struct perfcnt_eventset *set, uint32_t kept)
{
	uint32_t mask = set->claimed & ~kept;

	if (mask)
		perfcnt_release(set->perfcnt, mask);
	set->claimed &= kept;
}

/* Claim and set the counters for all events and the one after the last. */
static int add(struct perfcnt_eventset *set,
	       const struct perfcnt_describe *machine)
{
	uint32_t free = ~machine->claimed | set->claimed, mask;
	unsigned int counter[PERFCNT_MAX_COUNTERS];
	unsigned int count = set->count + 1;

	free &= (1ull << machine->counters) - 1;
	free &= (1ull << PERFCNT_MAX_COUNTERS) - 1;
	do {
		if (place(set, count, free, counter))
			return errno == ENOMEM ? -1 :
			       refuse_misfit(set, machine);
		mask = mask_of(counter, count);
		if (claim(set, mask, &free))
			return refuse(set, set->members[set->count].name);
	} while (mask & ~set->claimed);
	if (set_counters(set, count, counter, mask))
		return refuse(set, set->members[set->count].name);
	set->count = count;
	return 0;
}

int perfcnt_eventset_add(struct perfcnt_eventset *set,
			 const char *name)
{
	struct perfcnt_describe machine;
	struct member *member = &set->members[set->count];
	uint32_t before = set->claimed;
	int error;

	if (perfcnt_kernel_describe(set->perfcnt, &machine))
		return -1;
	if (set->count == PERFCNT_MAX_COUNTERS)
		return perfcnt_refuse_call(EBUSY,
					     "'%s': the set has %u events, for which no machine has more counters",
					     name, set->count);
	memset(member, 0, sizeof(*member));
	if (look_up(set, name, machine.counters, member))
		return -1;
	if (!add(set, &machine)) {
		release(set, perfcnt_eventset_counters(set));
		return 0;
	}
	error = errno;
	release(set, before);
	errno = error;
	return -1;
}

uint32_t
perfcnt_eventset_counters(const struct perfcnt_eventset *set)
{
	uint32_t mask = 0;
	unsigned int i;

	for (i = 0; i < set->count; i++)
		mask |= 1u << set->members[i].counter;
	return mask;
}

int perfcnt_eventset_counter(const struct perfcnt_eventset *set,
			     unsigned int event)
{
	if (event < set->count)
		return set->members[event].counter;
	errno = ENODATA;
	return -1;
}
