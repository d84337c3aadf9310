/* SPDX-License-Identifier: GPL-2.0 */
/* What is to be counted: events, each in some modes and with a filter. */
#ifndef PERFCNT_TOOLS_REQUESTS_H
#define PERFCNT_TOOLS_REQUESTS_H

#include <stdbool.h>

#include "events/dump.h"
#include "events/events.h"
#include "events/filter.h"
#include "machine.h"

/**
 * struct request - an event to be counted
 * @code: the event's code
 * @name: its name
 * @bank: the bank that it was asked for in
 * @movable: may it also be counted in the other bank?
 * @what: the event, the modes and the filter, for the kernel
 * @paired: two counters of its bank count it, one for each VPE
 * @shared: it counts what the whole core does, while the command runs
 * @missing: why the machine cannot count it: ENOENT, it does not have the
 *	     event; EINVAL, not so; or 0
 * @run: the run that counts it
 * @counter: the counter that counts it; if it is @paired, VPE 0
 */
struct request {
	unsigned int code;
	char name[PERFCNT_NAME_SIZE];
	enum bank bank;
	bool movable;
	struct perfcnt_what what;
	bool paired;
	bool shared;
	int missing;
	unsigned int run;
	unsigned int counter;
};

/* How far the second counter of a request that is paired is from the first. */
#define REQUEST_PAIR	2

/**
 * struct requests - all that is to be counted
 * @request: one after the other, those of the same modes and filter together
 * @count: how many
 * @by_run: their indices in the order of the runs, from requests_index() on
 * @first: for each run, and one more, where it begins in @by_run
 */
struct requests {
	struct request *request;
	unsigned int count;
	unsigned int *by_run;
	unsigned int *first;
};

/**
 * requests_index() - find the requests of each run
 * @requests: the requests, with their runs and counters
 * @runs: how many runs there are
 */
void requests_index(struct requests *requests, unsigned int runs);

/**
 * requests_find() - find what a counter counts in a run
 * @requests: the requests, with their index
 * @run: the run
 * @counter: the counter
 *
 * Return: the request, or NULL if it counts nothing that was asked for.
 */
const struct request *requests_find(const struct requests *requests,
				    unsigned int run, unsigned int counter);

/**
 * requests_set() - set the counters for a run
 * @requests: the requests, with their index
 * @run: the run
 * @spare: what a counter counts that is left, or NULL
 * @machine: the machine
 *
 * Return: 0, or -1 with errno set, as machine_set().
 */
int requests_set(const struct requests *requests, unsigned int run,
		 const struct request *spare, struct machine *machine);

/**
 * requests_try() - see if the counters can count a run
 * @requests: the requests, with their index
 * @run: the run
 * @machine: the machine
 *
 * Return: 0, or -1 with errno set, as machine_try().
 */
int requests_try(const struct requests *requests, unsigned int run,
		 struct machine *machine);

/**
 * requests_skip() - note that the machine cannot count a request
 * @requests: the requests
 * @request: one of them, or to be
 * @error: the errno
 * @reason: what it is in words; said once per event unless @error is ENOENT
 * @strict: end the tool then
 */
void requests_skip(struct requests *requests, struct request *request,
		   int error, const char *reason, bool strict);

/**
 * requests_drop_missing() - remove what the machine cannot count
 * @requests: the requests
 */
void requests_drop_missing(struct requests *requests);

/**
 * request_scope() - find out how a request is counted for a command alone
 * @request: the request, with what it counts; it comes to know whether it is paired,
 *	     or shared
 * @scope: the narrowest filter that its event can have
 * @machine: the machine
 *
 * A filter that it has remains: then it is neither.
 */
void request_scope(struct request *request, enum scope scope,
		   const struct machine *machine);

/**
 * request_modes() - write the modes of a request as /proc/perf does
 * @request: the request
 * @text: gets the letters
 */
void request_modes(const struct request *request, char text[5]);

/**
 * request_filter() - write the filter of a request as /proc/perf does
 * @request: the request
 * @text: gets it; "" without a filter
 */
void request_filter(const struct request *request, char text[FILTER_TEXT_SIZE]);

/**
 * request_reading() - a request as a dump shows it
 * @request: the request, with its run and its counter
 *
 * Return: the reading, with a count of 0.
 */
struct reading request_reading(const struct request *request);

#endif /* PERFCNT_TOOLS_REQUESTS_H */
