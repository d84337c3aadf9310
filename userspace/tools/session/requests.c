// SPDX-License-Identifier: GPL-2.0
/* Requests, and those of a run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/events.h"
#include "requests.h"

void requests_index(struct requests *requests, unsigned int runs)
{
	unsigned int *next = zeros(runs, sizeof(*next)), i;

	free(requests->by_run);
	free(requests->first);
	requests->by_run = zeros(requests->count, sizeof(*requests->by_run));
	requests->first = zeros(runs + 1, sizeof(*requests->first));
	for (i = 0; i < requests->count; i++)
		requests->first[requests->request[i].run + 1]++;
	for (i = 0; i < runs; i++) {
		requests->first[i + 1] += requests->first[i];
		next[i] = requests->first[i];
	}
	for (i = 0; i < requests->count; i++)
		requests->by_run[next[requests->request[i].run]++] = i;
	free(next);
}

const struct request *requests_find(const struct requests *requests,
				    unsigned int run, unsigned int counter)
{
	unsigned int i;

	for (i = requests->first[run]; i < requests->first[run + 1]; i++) {
		const struct request *request =
			&requests->request[requests->by_run[i]];

		if (request->counter == counter ||
		    (request->paired && request->counter + REQUEST_PAIR == counter))
			return request;
	}
	return NULL;
}

/* On one counter, or for each VPE on one. */
static void set_request(const struct request *request, struct perfcnt_what what[])
{
	unsigned int vpe;

	what[request->counter] = request->what;
	for (vpe = 0; request->paired && vpe < 2; vpe++) {
		const struct filter filter = { PERFCNT_MT_EN_VPE, vpe };
		unsigned int counter = request->counter + vpe * REQUEST_PAIR;

		what[counter] = request->what;
		filter_set(&filter, &what[counter]);
	}
}

static void set_run(const struct requests *requests, unsigned int run,
		    struct perfcnt_what what[])
{
	unsigned int i;

	for (i = requests->first[run]; i < requests->first[run + 1]; i++)
		set_request(&requests->request[requests->by_run[i]], what);
}

/* Does a run count anything that others do, too? */
static bool is_shared(const struct requests *requests, unsigned int run)
{
	unsigned int i;

	for (i = requests->first[run]; i < requests->first[run + 1]; i++)
		if (requests->request[requests->by_run[i]].shared)
			return true;
	return false;
}

int requests_try(const struct requests *requests, unsigned int run,
		 struct machine *machine)
{
	struct perfcnt_what what[PERFCNT_MAX_COUNTERS] = { 0 };

	set_run(requests, run, what);
	return machine_try(machine, what, is_shared(requests, run));
}

int requests_set(const struct requests *requests, unsigned int run,
		 const struct request *spare, struct machine *machine)
{
	struct perfcnt_what what[PERFCNT_MAX_COUNTERS] = { 0 };

	set_run(requests, run, what);
	if (spare)
		set_request(spare, what);
	return machine_set(machine, what, is_shared(requests, run));
}

static bool is_same_event(const struct request *a, const struct request *b)
{
	return a->code == b->code && a->bank == b->bank &&
	       !strcmp(a->name, b->name);
}

/* Was the same event skipped in these modes for the same reason? */
static bool is_skipped(const struct requests *requests,
		       const struct request *request)
{
	unsigned int i;

	for (i = 0; i < requests->count; i++) {
		const struct request *other = &requests->request[i];

		if (other != request && other->missing == request->missing &&
		    is_same_event(other, request) &&
		    !((other->what.control ^ request->what.control) &
		      PERFCNT_CTL_MODES))
			return true;
	}
	return false;
}

/* /proc/perf has letters, a tool has options. */
static const char *option_of(const char *reason)
{
	if (strstr(reason, "(mode 'k')"))
		return ": use --kernel";
	return strstr(reason, "(modes 'uk')") ? ": use --user --kernel" : "";
}

void requests_skip(struct requests *requests, struct request *request,
		   int error, const char *reason, bool strict)
{
	char modes[5];

	request->missing = error;
	if (error == ENOENT || is_skipped(requests, request))
		return;
	request_modes(request, modes);
	if (strict)
		fail("%s:%s: %s%s", request->name, modes, reason, option_of(reason));
	say("skipped: %s:%s: %s%s", request->name, modes, reason, option_of(reason));
}

void requests_drop_missing(struct requests *requests)
{
	unsigned int i, kept = 0;

	for (i = 0; i < requests->count; i++)
		if (!requests->request[i].missing)
			requests->request[kept++] = requests->request[i];
	requests->count = kept;
}

void request_scope(struct request *request, enum scope scope,
		   const struct machine *machine)
{
	const struct filter filter = filter_of(request->what.control,
					       request->what.unit);
	bool is_of_all = machine_is_shared(machine) &&
			 filter.mt_en == PERFCNT_MT_EN_ALL;

	request->paired = is_of_all && scope != SCOPE_CORE &&
			  machine->describe.counters >= 2 * REQUEST_PAIR;
	request->shared = is_of_all && !request->paired;
}

void request_modes(const struct request *request, char text[5])
{
	control_modes(request->what.control, CONTROL_MODES_WRITTEN, text);
}

void request_filter(const struct request *request, char text[FILTER_TEXT_SIZE])
{
	struct filter filter = filter_of(request->what.control,
					 request->what.unit);

	filter_text(&filter, text);
}

struct reading request_reading(const struct request *request)
{
	struct reading reading = {
		.run = request->run,
		.counter = request->counter,
		.control = request->what.control,
		.shared = request->shared,
	};

	/* as /proc/perf shows what the word has no room for */
	if (request->what.unit)
		reading.control |= PERFCNT_CTL_MT_EN;
	if (request->code == PERFCNT_EVENT_NATIVE)
		strcpy(reading.native, request->name);
	return reading;
}
