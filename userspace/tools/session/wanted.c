// SPDX-License-Identifier: GPL-2.0
/* From what was asked for to what is to be counted. */
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/event_word.h"
#include "events/events.h"
#include "wanted.h"

/* What requests are made from. */
struct maker {
	struct requests *requests;
	void *known; /* the requests by what they count, for tsearch(3) */
	const struct wanted *wanted;
	struct machine *machine;
	uint32_t modes; /* the modes of the next requests */
	struct filter filter; /* their filter */
};

static const struct filter no_filter = { PERFCNT_MT_EN_ALL, 0 };

/* Can this event have the filter? */
static bool takes_filter(const struct maker *maker, const struct event *event)
{
	if (maker->machine->describe.flags & PERFCNT_HAS_ANY_FILTER)
		return true;
	return event->scope == SCOPE_TC ||
	       (event->scope == SCOPE_VPE &&
		maker->filter.mt_en == PERFCNT_MT_EN_VPE);
}

/* In any order, as long as requests that count the same are equal. */
static int compare(const void *left, const void *right)
{
	const struct request *a = left, *b = right;
	int order = memcmp(&a->what, &b->what, sizeof(a->what));

	if (!order)
		order = (int)a->bank - (int)b->bank;
	return order ?: strcmp(a->name, b->name);
}

/*
 * What cannot have the filter is there with every filter, but is counted once.
 * The requests move as they become more: those that are known are copies.
 */
static void add(struct maker *maker, const struct request *request)
{
	struct requests *requests = maker->requests;
	struct request *copy;

	if (tfind(request, &maker->known, compare))
		return;
	copy = resize(NULL, 1, sizeof(*copy));
	*copy = *request;
	if (!tsearch(copy, &maker->known, compare))
		out_of_memory();
	requests->request = grow(requests->request, requests->count,
				 sizeof(*requests->request));
	requests->request[requests->count++] = *request;
}

static void add_event(struct maker *maker, const struct event *event,
		      bool movable)
{
	struct request request = {
		.code = event->code,
		.bank = event->bank,
		.movable = movable,
		.what.control = maker->modes |
				event->code << PERFCNT_CTL_EVENT_SHIFT,
	};

	strcpy(request.name, event->name);
	filter_set(takes_filter(maker, event) ? &maker->filter : &no_filter,
		   &request.what);
	request_scope(&request, event->scope, maker->machine);
	add(maker, &request);
}

/* Where the kernel drives the PMU, its events are in no bank. */
static bool has_no_bank(const struct maker *maker, unsigned int code)
{
	return maker->machine->describe.flags & PERFCNT_HAS_NATIVE &&
	       selection_is_free(&maker->wanted->selection, code);
}

/*
 * May it be counted in the other bank?  Not in one of a 34K of which another source says that
 * it has another event.
 */
static bool is_movable(const struct maker *maker, const struct event *event)
{
	return selection_is_movable(&maker->wanted->selection, event) &&
	       (maker->machine->describe.flags & PERFCNT_HAS_NATIVE ||
		!event_doubt(event_at(!event->bank, event->code)));
}

static void add_events(struct maker *maker)
{
	const struct selection *selection = &maker->wanted->selection;
	unsigned int code, bank;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		bool anywhere = has_no_bank(maker, code);

		for (bank = 0; bank < BANK_COUNT; bank++) {
			const struct event *event;

			if (!selection->wanted[bank][code])
				continue;
			event = event_at(bank, code);
			add_event(maker, event, anywhere || is_movable(maker, event));
			if (anywhere)
				break;
		}
	}
}

/* Can any counter count it? */
static bool can_count(struct machine *machine, const char *name)
{
	struct perfcnt_what what;
	unsigned int counter;

	if (machine_name(machine, name, &what))
		return false;
	for (counter = 0; counter < machine->describe.counters; counter++)
		if (!machine_check(machine, counter, &what))
			return true;
	return false;
}

/* Is it one of the machine's events?  If not, the nearest name that it can count comes back. */
static bool has_name(const struct maker *maker, const char *name,
		     struct near *near)
{
	struct perfcnt_event_row row;
	struct near before;
	unsigned int i;

	near_begin(near, name);
	for (i = 0; machine_event(maker->machine, i, &row); i++) {
		if (!strcmp(row.name, name))
			return true;
		before = *near;
		near_try(near, row.name);
		if (near->distance < before.distance && !can_count(maker->machine, row.name))
			*near = before;
	}
	return false;
}

/* A name that no machine knows is an error, not an event that is missing. */
static void reject_native(struct maker *maker, struct request *request)
{
	const char *words = machine_reason(maker->machine);
	int error = errno;
	char *reason = copy_text(words); /* other names have others */
	struct near near;

	if (error == ENOENT || has_name(maker, request->name, &near)) {
		requests_skip(maker->requests, request, error, reason,
			      maker->wanted->strict);
		add(maker, request);
		free(reason);
		return;
	}
	if (*near.name)
		fail("--events: '%s': no such event; did you mean '%s'?",
		     request->name, near.name);
	/* what the module says of any other name is of /proc/perf's words */
	if (!strchr(request->name, '/') && *request->name != 'r')
		fail("--events: '%s': no such event; see pc_sweep --list", request->name);
	fail("--events: '%s': %s", request->name, reason);
}

static void add_native(struct maker *maker, const char *name)
{
	struct request request = {
		.code = PERFCNT_EVENT_NATIVE,
		.movable = true,
		.what.control = maker->modes |
				PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT,
	};
	char text[2 * PERFCNT_NAME_SIZE], modes[5], filter[FILTER_TEXT_SIZE];

	control_modes(maker->modes, CONTROL_MODES_WRITTEN, modes);
	filter_text(&maker->filter, filter);
	snprintf(text, sizeof(text), "%.*s:%s%s%s", PERFCNT_NAME_SIZE, name,
		 modes, *filter ? "@" : "", filter);
	snprintf(request.name, sizeof(request.name), "%s", name);
	if (machine_name(maker->machine, text, &request.what))
		reject_native(maker, &request);
	else
		add(maker, &request);
}

/* All native events of the machine, for --all. */
static void add_natives(struct maker *maker)
{
	struct perfcnt_event_row row;
	unsigned int i;

	for (i = 0; machine_event(maker->machine, i, &row); i++)
		if (row.code == PERFCNT_EVENT_NATIVE)
			add_native(maker, row.name);
}

static void check_filter(const struct filter *filter, const char *option,
			 const struct perfcnt_describe *machine)
{
	bool is_tc = filter->mt_en == PERFCNT_MT_EN_TC;
	unsigned int count = is_tc ? machine->tcs : machine->vpes;

	if (filter->unit >= count)
		fail("%s%s %u: no such %s; this machine has 0 to %u", option,
		     is_tc ? "tc" : "vpe", filter->unit, is_tc ? "TC" : "VPE",
		     count - 1);
}

/* With its own modes and filter, if it has them: those are the same every time. */
static void add_named(struct maker *maker, const struct named_event *named)
{
	const uint32_t modes = maker->modes;
	const struct filter filter = maker->filter;
	const struct event *event = named->event;

	if (named->has_filter) {
		check_filter(&named->filter, "--events: @",
			     &maker->machine->describe);
		maker->filter = named->filter;
	}
	if (named->modes)
		maker->modes = named->modes;
	if (!event)
		add_native(maker, named->name);
	else
		add_event(maker, event, is_movable(maker, event));
	maker->modes = modes;
	maker->filter = filter;
}

static void add_all(struct maker *maker, const struct filter *filter)
{
	const struct selection *selection = &maker->wanted->selection;
	unsigned int i;

	maker->filter = *filter;
	add_events(maker);
	if (selection->all)
		add_natives(maker);
	for (i = 0; i < selection->named_count; i++)
		add_named(maker, &selection->named[i]);
}

static void add_filters(struct maker *maker, const struct filter_list *filters)
{
	unsigned int i;

	if (!filters->count)
		add_all(maker, &no_filter);
	for (i = 0; i < filters->count; i++)
		add_all(maker, &filters->filters[i]);
}

/* In each mode that the machine tells apart. */
static void add_modes(struct maker *maker, const struct filter_list *filters)
{
	static const uint32_t modes[] = {
		PERFCNT_CTL_U, PERFCNT_CTL_S, PERFCNT_CTL_K, PERFCNT_CTL_EXL,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		maker->modes = modes[i];
		if (maker->machine->describe.modes & modes[i])
			add_filters(maker, filters);
	}
}

/* Each TC and each VPE. */
static void balance(struct filter_list *filters,
		    const struct perfcnt_describe *machine)
{
	unsigned int i;

	for (i = 0; i < machine->tcs; i++)
		filter_list_add(filters, PERFCNT_MT_EN_TC, i);
	for (i = 0; i < machine->vpes; i++)
		filter_list_add(filters, PERFCNT_MT_EN_VPE, i);
}

/* MD00548's --modes, beside events in the modes that were asked for. */
static void add_cycles(struct maker *maker, const struct filter_list *filters)
{
	const struct wanted *wanted = maker->wanted;
	struct wanted cycles = { .strict = wanted->strict };

	selection_add_cycles(&cycles.selection);
	maker->wanted = &cycles;
	add_modes(maker, filters);
	maker->wanted = wanted;
}

void wanted_requests(const struct wanted *wanted, struct machine *machine,
		     struct requests *requests)
{
	struct filter_list filters = wanted->filters;
	struct maker maker = {
		.requests = requests,
		.wanted = wanted,
		.machine = machine,
		.modes = wanted->modes,
	};
	unsigned int i;

	*requests = (struct requests){ 0 };
	for (i = 0; i < filters.count; i++)
		check_filter(&filters.filters[i], "--", &machine->describe);
	if (wanted->balance)
		balance(&filters, &machine->describe);
	if (wanted->modes || !wanted->each_mode)
		add_filters(&maker, &filters);
	else
		add_modes(&maker, &filters);
	if (wanted->modes && wanted->each_mode)
		add_cycles(&maker, &filters);
	if (wanted->balance)
		free(filters.filters);
	tdestroy(maker.known, free);
}
