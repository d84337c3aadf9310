// SPDX-License-Identifier: GPL-2.0
/* Which events the machine has, and how many of them at a time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "schedule.h"

/* One request alone, in the first counter of its bank. */
static int set_alone(struct machine *machine, const struct request *request)
{
	struct perfcnt_what what[PERFCNT_MAX_COUNTERS] = { 0 };

	what[machine->describe.counters > 1 ? request->bank : 0] = request->what;
	return machine_try(machine, what, request->shared);
}

/* Never the machine instead of the command without a word. */
__attribute__((noreturn))
static void fail_to_count(const struct machine *machine, int error,
			  const char *reason)
{
	fail("%s%s", reason, machine_instead(machine, error));
}

/* Find out which requests of a run are rejected: whether there are any. */
static bool find_missing(struct machine *machine, struct requests *requests,
			 unsigned int run, bool strict)
{
	const char *reason;
	bool found = false;
	unsigned int i;
	int error;

	for (i = requests->first[run]; i < requests->first[run + 1]; i++) {
		struct request *request =
			&requests->request[requests->by_run[i]];

		if (!set_alone(machine, request))
			continue;
		error = errno;
		reason = machine_reason(machine);
		if (error != ENOENT && error != EINVAL)
			fail_to_count(machine, error, reason);
		requests_skip(requests, request, error, reason, strict);
		found = true;
	}
	return found;
}

/*
 * Try all runs.  Where one is rejected for a request, this is missing; where the
 * PMU is full, fewer count at the same time from now on.
 *
 * Return: whether the plan stands.
 */
static bool try_runs(struct machine *machine, struct requests *requests,
		     unsigned int runs, bool strict)
{
	bool stands = true;
	unsigned int run;

	for (run = 0; run < runs; run++) {
		if (!requests_try(requests, run, machine))
			continue;
		if (errno == EBUSY && machine->at_once > 1) {
			machine->at_once--;
			return false;
		}
		if ((errno != ENOENT && errno != EINVAL) ||
		    !find_missing(machine, requests, run, strict))
			fail_to_count(machine, errno, machine_reason(machine));
		stands = false;
	}
	return stands;
}

/* A single counter is an even one. */
static void reject_odd(struct requests *requests)
{
	unsigned int i;

	for (i = 0; i < requests->count; i++)
		if (requests->request[i].bank == BANK_ODD &&
		    !requests->request[i].movable)
			requests->request[i].missing = ENOENT;
}

static void append(char **text, const char *words)
{
	size_t length = *text ? strlen(*text) : 0;

	*text = resize(*text, length + strlen(words) + 1, 1);
	strcpy(*text + length, words);
}

/* More names are only counted: a 34K has nearly a hundred that no other machine has. */
#define MOST_NAMED	8

/* The events that the machine lacks. */
struct lacking {
	char *names; /* the first of them, or NULL */
	unsigned int count;
};

/* What is missing now, each name once. */
static void add_missing(struct lacking *lacking, const struct requests *requests)
{
	unsigned int i, k;

	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		if (request->missing != ENOENT)
			continue;
		for (k = 0; k < i; k++)
			if (requests->request[k].missing == ENOENT &&
			    !strcmp(requests->request[k].name, request->name))
				break;
		if (k < i || lacking->count++ >= MOST_NAMED)
			continue;
		append(&lacking->names, lacking->names ? ", " : "");
		append(&lacking->names, request->name);
	}
}

static void report_missing(const struct lacking *lacking, bool strict)
{
	const unsigned int count = lacking->count;

	if (count > MOST_NAMED && strict)
		fail("%u events that this machine does not have; see pc_sweep --list",
		     count);
	if (count > MOST_NAMED)
		say("skipped: %u events that this machine does not have; see pc_sweep --list",
		    count);
	else if (count && strict)
		fail("not supported on this machine: %s", lacking->names);
	else if (count)
		say("skipped, not supported on this machine: %s", lacking->names);
}

unsigned int schedule_make(struct machine *machine, struct requests *requests,
			   bool strict)
{
	struct lacking lacking = { 0 };
	int runs;

	if (machine->describe.counters == 1)
		reject_odd(requests);
	do {
		add_missing(&lacking, requests);
		requests_drop_missing(requests);
		runs = placement_make(requests, machine->describe.counters,
				      machine->at_once);
		if (runs < 0)
			out_of_memory();
		requests_index(requests, runs);
	} while (!try_runs(machine, requests, runs, strict));
	report_missing(&lacking, strict);
	free(lacking.names);
	if (!runs)
		fail("no events left to count; %s", machine->describe.flags & PERFCNT_HAS_HARDWARE ?
		     "see pc_sweep --list" : "pc_sweep --check says why");
	return runs;
}
