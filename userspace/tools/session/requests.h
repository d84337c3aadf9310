/* SPDX-License-Identifier: GPL-2.0 */
/* What is to be counted: events, each in some modes and with a filter. */
#ifndef PERFCNT_TOOLS_REQUESTS_H
#define PERFCNT_TOOLS_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include <perfcnt.h>

#include "data/dump.h"
#include "events/events.h"
#include "events/filter.h"
#include "events/selection.h"

/* No TC, or no VPE. */
#define WANTED_ANY	-1

/**
 * struct wanted - what is asked for, on any machine
 * @selection: the events
 * @modes: the modes to count in, PERFCNT_CTL_MODES
 * @each_mode: each mode of the machine by itself, instead of @modes
 * @balance: each TC and each VPE by itself
 * @tc: one TC, or WANTED_ANY
 * @vpe: one VPE, or WANTED_ANY
 * @strict: refuse what the machine cannot count, instead of leaving it out
 */
struct wanted {
	struct selection selection;
	uint32_t modes;
	bool each_mode;
	bool balance;
	int tc;
	int vpe;
	bool strict;
};

/**
 * struct request - an event to be counted
 * @code: the event's code
 * @name: its name
 * @bank: the bank that it was asked for in
 * @movable: may it be counted in the other bank, too?
 * @what: the event, the modes and the filter, for the kernel
 * @missing: why the machine cannot count it: ENOENT, it does not have the
 *	     event; EINVAL, not so; or 0
 * @run: the run that counts it
 * @counter: the counter that counts it
 */
struct request {
	unsigned int code;
	char name[PERFCNT_NAME_SIZE];
	enum bank bank;
	bool movable;
	struct perfcnt_what what;
	int missing;
	unsigned int run;
	unsigned int counter;
};

/**
 * struct requests - all that is to be counted
 * @request: one after the other, those of the same modes and filter together
 * @count: how many
 */
struct requests {
	struct request *request;
	unsigned int count;
};

/**
 * requests_make() - find out what is to be counted on this machine
 * @requests: comes back
 * @wanted: what is asked for
 * @perfcnt: the machine
 * @machine: what it has
 *
 * Ends the tool with words on what the machine does not have.
 */
void requests_make(struct requests *requests, const struct wanted *wanted,
		   struct perfcnt *perfcnt,
		   const struct perfcnt_describe *machine);

/**
 * requests_refuse() - note that the machine cannot count a request
 * @requests: the requests
 * @request: one of them, or to be
 * @error: the errno
 * @reason: what it is in words; said once an event unless @error is ENOENT
 * @strict: end the tool then
 */
void requests_refuse(struct requests *requests, struct request *request,
		     int error, const char *reason, bool strict);

/**
 * requests_drop_missing() - leave out what the machine cannot count
 * @requests: the requests
 */
void requests_drop_missing(struct requests *requests);

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
