/* SPDX-License-Identifier: GPL-2.0 */
/* What is to be counted: events, each in some modes and with a filter. */
#ifndef PERFCNT_TOOLS_REQUESTS_H
#define PERFCNT_TOOLS_REQUESTS_H

#include <stdbool.h>

#include "events/dump.h"
#include "events/events.h"
#include "events/filter.h"
#include "machine.h"

/* An event to be counted. */
struct request {
	unsigned int code;
	char name[PERFCNT_NAME_SIZE];
	enum bank bank; /* the bank that it was asked for in */
	bool movable; /* may it also be counted in the other bank? */
	struct perfcnt_what what; /* the event, the modes and the filter, for the kernel */
	bool paired; /* do two counters of its bank count it, one for each VPE? */
	bool shared; /* does it count what the whole core does, while the command runs? */
	/*
	 * why the machine cannot count it: ENOENT, it does not have the event; EINVAL, not so; or 0
	 */
	int missing;
	unsigned int run; /* the run that counts it */
	unsigned int counter; /* the counter that counts it; if it is @paired, that of VPE 0 */
};

/* How far the second counter of a request that is paired is from the first. */
#define REQUEST_PAIR	2

/* All that is to be counted. */
struct requests {
	/* one after the other, those of the same modes and filter together */
	struct request *request;
	unsigned int count;
	unsigned int *by_run; /* their indices in the order of the runs, from requests_index() on */
	unsigned int *first; /* for each run, and one more, where it begins in @by_run */
};

/* Finds the requests of each run; they have their runs and counters. */
void requests_index(struct requests *requests, unsigned int runs);

/*
 * Finds what a counter counts in a run, after requests_index(), or NULL if it counts nothing that
 * was asked for.
 */
const struct request *requests_find(const struct requests *requests,
				    unsigned int run, unsigned int counter);

/*
 * Sets the counters for a run, after requests_index(); @spare is what a counter counts that is
 * left, or NULL.  Returns 0, or -1 with errno set, as machine_set().
 */
int requests_set(const struct requests *requests, unsigned int run,
		 const struct request *spare, struct machine *machine);

/*
 * Sees if the counters can count a run, after requests_index().  Returns 0, or -1 with errno set,
 * as machine_try().
 */
int requests_try(const struct requests *requests, unsigned int run,
		 struct machine *machine);

/*
 * Notes that the machine cannot count a request, which is one of the requests or is yet to be one.
 * The reason, in words, is said once per event unless @error is ENOENT.  @strict: the tool ends
 * then.
 */
void requests_skip(struct requests *requests, struct request *request,
		   int error, const char *reason, bool strict);

/* Removes what the machine cannot count. */
void requests_drop_missing(struct requests *requests);

/*
 * Finds out how a request, which has what it counts, is counted for a command alone: whether it is
 * paired, or shared.  @scope is the narrowest filter that its event can have.  A filter that it has
 * remains: then it is neither.
 */
void request_scope(struct request *request, enum scope scope,
		   const struct machine *machine);

/* Writes the letters of a request's modes as /proc/perf does. */
void request_modes(const struct request *request, char text[5]);

/* Writes the filter of a request as /proc/perf does, "" without a filter. */
void request_filter(const struct request *request, char text[FILTER_TEXT_SIZE]);

/* A request as a dump shows it, with its run and its counter, and a count of 0. */
struct reading request_reading(const struct request *request);

#endif /* PERFCNT_TOOLS_REQUESTS_H */
