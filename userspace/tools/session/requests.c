// SPDX-License-Identifier: GPL-2.0
/* From what was asked for to what is to be counted. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <kernel.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/control.h"
#include "requests.h"

/**
 * struct maker - what requests are made from
 * @requests: where they go
 * @wanted: what is asked for
 * @perfcnt: the machine
 * @machine: what it has
 * @modes: the modes of the next requests
 * @filter: their filter
 */
struct maker {
	struct requests *requests;
	const struct wanted *wanted;
	struct perfcnt *perfcnt;
	const struct perfcnt_describe *machine;
	uint32_t modes;
	struct filter filter;
};

static const struct filter no_filter = { PERFCNT_MT_EN_ALL, 0 };

/* Can this event have the filter? */
static bool takes_filter(const struct maker *maker, const struct event *event)
{
	if (maker->machine->flags & PERFCNT_HAS_ANY_FILTER)
		return true;
	return event->scope == SCOPE_TC ||
	       (event->scope == SCOPE_VPE &&
		maker->filter.mt_en == PERFCNT_MT_EN_VPE);
}

static bool is_same_event(const struct request *a, const struct request *b)
{
	return a->code == b->code && a->bank == b->bank &&
	       !strcmp(a->name, b->name);
}

/* What cannot have the filter is there with every filter, but counted once. */
static bool is_there(const struct requests *requests,
		     const struct request *request)
{
	unsigned int i;

	for (i = 0; i < requests->count; i++)
		if (is_same_event(&requests->request[i], request) &&
		    !memcmp(&requests->request[i].what, &request->what,
			    sizeof(request->what)))
			return true;
	return false;
}

static void add(struct requests *requests, const struct request *request)
{
	if (is_there(requests, request))
		return;
	requests->request = grow(requests->request, requests->count,
				 sizeof(*requests->request));
	requests->request[requests->count++] = *request;
}

static void add_event(struct maker *maker, const struct event *event)
{
	struct request request = {
		.code = event->code,
		.bank = event->bank,
		.movable = selection_is_movable(&maker->wanted->selection,
						event->bank, event->code),
		.what.control = maker->modes |
				event->code << PERFCNT_CTL_EVENT_SHIFT,
	};

	strcpy(request.name, event->name);
	filter_set(takes_filter(maker, event) ? &maker->filter : &no_filter,
		   &request.what);
	add(maker->requests, &request);
}

static void add_events(struct maker *maker)
{
	const struct selection *selection = &maker->wanted->selection;
	unsigned int code, bank;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++)
		for (bank = 0; bank < BANK_COUNT; bank++)
			if (selection->wanted[bank][code])
				add_event(maker, event_at(bank, code));
}

static bool has_name(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_event_row row;

	return !perfcnt_kernel_event_by_name(perfcnt, name, &row);
}

/* A name that no machine knows is an error, not an event that is missing. */
static void add_native(struct maker *maker, const char *name)
{
	struct request request = {
		.code = PERFCNT_EVENT_NATIVE,
		.movable = true,
		.what.control = maker->modes |
				PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT,
	};
	char text[2 * PERFCNT_NAME_SIZE], modes[5], filter[FILTER_TEXT_SIZE];
	const char *reason;
	int error;

	control_modes(maker->modes, CONTROL_MODES_WRITTEN, modes);
	filter_text(&maker->filter, filter);
	snprintf(text, sizeof(text), "%.*s:%s%s%s", PERFCNT_NAME_SIZE, name,
		 modes, *filter ? "@" : "", filter);
	snprintf(request.name, sizeof(request.name), "%s", name);
	if (!perfcnt_kernel_name(maker->perfcnt, 0, text, &request.what)) {
		add(maker->requests, &request);
		return;
	}
	error = errno;
	reason = perfcnt_strerror(maker->perfcnt);
	if (error != ENOENT && !has_name(maker->perfcnt, name))
		fail("'%s': %s", name, reason);
	requests_refuse(maker->requests, &request, error, reason,
			maker->wanted->strict);
	add(maker->requests, &request);
}

/* All native events of the machine, for --all. */
static void add_natives(struct maker *maker)
{
	struct perfcnt_event_row row;
	unsigned int i;

	for (i = 0; !perfcnt_kernel_event(maker->perfcnt, i, &row); i++)
		if (row.code == PERFCNT_EVENT_NATIVE)
			add_native(maker, row.name);
}

static void add_all(struct maker *maker, const struct filter *filter)
{
	const struct selection *selection = &maker->wanted->selection;
	unsigned int i;

	maker->filter = *filter;
	add_events(maker);
	if (selection->all)
		add_natives(maker);
	for (i = 0; i < selection->name_count; i++)
		add_native(maker, selection->names[i]);
}

static void add_balance(struct maker *maker)
{
	const struct perfcnt_describe *machine = maker->machine;
	struct filter filter;

	filter.mt_en = PERFCNT_MT_EN_TC;
	for (filter.unit = 0; filter.unit < machine->tcs; filter.unit++)
		add_all(maker, &filter);
	filter.mt_en = PERFCNT_MT_EN_VPE;
	for (filter.unit = 0; filter.unit < machine->vpes; filter.unit++)
		add_all(maker, &filter);
}

static void add_filters(struct maker *maker)
{
	const struct wanted *wanted = maker->wanted;
	struct filter filter = no_filter;

	if (wanted->balance) {
		add_balance(maker);
		return;
	}
	if (wanted->tc != WANTED_ANY) {
		filter.mt_en = PERFCNT_MT_EN_TC;
		filter.unit = wanted->tc;
	} else if (wanted->vpe != WANTED_ANY) {
		filter.mt_en = PERFCNT_MT_EN_VPE;
		filter.unit = wanted->vpe;
	}
	add_all(maker, &filter);
}

static void check_number(const char *what, int number, unsigned int count)
{
	if (number != WANTED_ANY && (unsigned int)number >= count)
		fail("%s %d: this machine has 0 to %u", what, number,
		     count - 1);
}

void requests_make(struct requests *requests, const struct wanted *wanted,
		   struct perfcnt *perfcnt,
		   const struct perfcnt_describe *machine)
{
	static const uint32_t modes[] = {
		PERFCNT_CTL_U, PERFCNT_CTL_S, PERFCNT_CTL_K, PERFCNT_CTL_EXL,
	};
	struct maker maker = {
		.requests = requests,
		.wanted = wanted,
		.perfcnt = perfcnt,
		.machine = machine,
		.modes = wanted->modes,
	};
	unsigned int i;

	*requests = (struct requests){ 0 };
	check_number("TC", wanted->tc, machine->tcs);
	check_number("VPE", wanted->vpe, machine->vpes);
	if (!wanted->each_mode)
		add_filters(&maker);
	for (i = 0; wanted->each_mode && i < ARRAY_SIZE(modes); i++) {
		maker.modes = modes[i];
		if (machine->modes & modes[i])
			add_filters(&maker);
	}
}

/* Was the same event refused in these modes for the same reason? */
static bool is_refused(const struct requests *requests,
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

void requests_refuse(struct requests *requests, struct request *request,
		     int error, const char *reason, bool strict)
{
	char modes[5];

	request->missing = error;
	if (error == ENOENT || is_refused(requests, request))
		return;
	request_modes(request, modes);
	if (strict)
		fail("%s:%s: %s", request->name, modes, reason);
	say("left out: %s:%s: %s", request->name, modes, reason);
}

void requests_drop_missing(struct requests *requests)
{
	unsigned int i, kept = 0;

	for (i = 0; i < requests->count; i++)
		if (!requests->request[i].missing)
			requests->request[kept++] = requests->request[i];
	requests->count = kept;
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
	};

	/* as /proc/perf shows what the word has no room for */
	if (request->what.unit)
		reading.control |= PERFCNT_CTL_MT_EN;
	if (request->code == PERFCNT_EVENT_NATIVE)
		strcpy(reading.native, request->name);
	return reading;
}
