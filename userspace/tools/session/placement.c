// SPDX-License-Identifier: GPL-2.0
/* The parts of a metric are best counted in one run. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kernel.h>

#include "base/memory.h"
#include "events/filter.h"
#include "metrics/metrics.h"
#include "planner.h"
#include "schedule.h"

/* More are not worth a run of their own. */
#define PARTS	8

#define NONE	UINT_MAX

/* Metrics whose events are all asked for. */
struct sets {
	struct plan_set *set;
	unsigned int (*parts)[PARTS];
	unsigned int count;
};

/* Requests in an order in which they are found. */
struct index {
	const struct requests *requests;
	const struct request **sorted;
};

static bool same_modes(const struct request *a, const struct request *b)
{
	return !((a->what.control ^ b->what.control) & PERFCNT_CTL_MODES);
}

/* One that has no filter may be one that can have none. */
static bool same_filter(const struct request *a, const struct request *b)
{
	return !((a->what.control ^ b->what.control) & FILTER_BITS) &&
	       a->what.unit == b->what.unit;
}

/* For qsort() and bsearch(): by name, modes and filter, then as they come. */
static int compare(const void *left, const void *right)
{
	const struct request *a = *(const struct request **)left;
	const struct request *b = *(const struct request **)right;
	const uint32_t bits = PERFCNT_CTL_MODES | FILTER_BITS;
	uint32_t x = a->what.control & bits, y = b->what.control & bits;

	if (x == y) {
		x = a->what.unit;
		y = b->what.unit;
	}
	return strcmp(a->name, b->name) ?: (x > y) - (x < y);
}

static int compare_places(const void *left, const void *right)
{
	const struct request *a = *(const struct request **)left;
	const struct request *b = *(const struct request **)right;

	return compare(left, right) ?: (a > b) - (a < b);
}

static void make_index(struct index *index, const struct requests *requests)
{
	unsigned int i;

	index->requests = requests;
	index->sorted = zeros(requests->count, sizeof(*index->sorted));
	for (i = 0; i < requests->count; i++)
		index->sorted[i] = &requests->request[i];
	qsort(index->sorted, requests->count, sizeof(*index->sorted),
	      compare_places);
}

/* The first of those that are equal, or -1. */
static int find_equal(const struct index *index, const struct request *like)
{
	const struct request **found;

	found = bsearch(&like, index->sorted, index->requests->count,
			sizeof(*index->sorted), compare);
	if (!found)
		return -1;
	while (found > index->sorted && !compare(found - 1, &like))
		found--;
	return *found - index->requests->request;
}

/* The event of a name with a request's modes, and its filter or none. */
static int find(const struct index *index, const char *name,
		const struct request *like)
{
	struct request wanted = { .what = like->what };
	int found;

	snprintf(wanted.name, sizeof(wanted.name), "%s", name);
	found = find_equal(index, &wanted);
	if (found >= 0)
		return found;
	wanted.what.control &= PERFCNT_CTL_MODES;
	wanted.what.unit = 0;
	return find_equal(index, &wanted);
}

/* The metric of these modes and this filter, if all of its parts are there. */
static void add_set(struct sets *sets, const struct index *index,
		    const struct metric *metric, const struct request *like)
{
	const char *names[PARTS];
	unsigned int parts[PARTS], count, i;

	count = formula_names(metric->formula, names, PARTS);
	if (count < 2 || count > PARTS)
		return;
	for (i = 0; i < count; i++) {
		int found = find(index, names[i], like);

		if (found < 0)
			return;
		parts[i] = found;
	}
	sets->set = grow(sets->set, sets->count, sizeof(*sets->set));
	sets->parts = grow(sets->parts, sets->count, sizeof(*sets->parts));
	memcpy(sets->parts[sets->count], parts, sizeof(parts));
	sets->set[sets->count++].count = count;
}

/*
 * Requests of the same modes and filter are together; those that cannot have the
 * filter stand at the first.
 */
static void make_sets(struct sets *sets, const struct requests *requests)
{
	const struct request *last = NULL;
	size_t metric_count, k;
	const struct metric *metrics = metrics_all(&metric_count);
	struct index index;
	unsigned int i;

	make_index(&index, requests);
	for (k = 0; k < metric_count; k++) {
		for (i = 0; i < requests->count; i++) {
			const struct request *request = &requests->request[i];

			if (last && same_modes(request, last) &&
			    same_filter(request, last))
				continue;
			add_set(sets, &index, &metrics[k], request);
			last = request;
		}
		last = NULL;
	}
	free(index.sorted);
	for (i = 0; i < sets->count; i++)
		sets->set[i].events = sets->parts[i];
}

/* Each request on its own counter. */
static int place_singles(struct requests *requests, const struct sets *sets,
			 unsigned int counters, unsigned int at_once)
{
	struct plan_event *events = zeros(requests->count, sizeof(*events));
	const struct plan_counters each = {
		.bank = { (counters + 1) / 2, counters / 2 },
		.at_once = at_once,
	};
	unsigned int i;
	int runs;

	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		events[i].preferred = request->bank;
		events[i].can[request->bank] = true;
		events[i].can[!request->bank] = request->movable;
		events[i].software = perfcnt_kernel_is_software(&request->what);
	}
	runs = perfcnt_plan(events, requests->count, sets->set, sets->count, &each);
	for (i = 0; runs >= 0 && i < requests->count; i++) {
		requests->request[i].run = events[i].run;
		requests->request[i].counter = events[i].counter;
	}
	free(events);
	return runs;
}

/* What belongs together, by other numbers, each once; NONE is left out. */
static void map_sets(struct sets *sets, const unsigned int *number_of)
{
	unsigned int i, j, k, count;

	for (i = 0; i < sets->count; i++) {
		unsigned int *parts = sets->parts[i];

		for (j = 0, count = 0; j < sets->set[i].count; j++) {
			for (k = 0; k < count; k++)
				if (parts[k] == number_of[parts[j]])
					break;
			if (k == count && number_of[parts[j]] != NONE)
				parts[count++] = number_of[parts[j]];
		}
		sets->set[i].events = parts;
		sets->set[i].count = count;
	}
}

static void free_sets(struct sets *sets)
{
	free(sets->set);
	free(sets->parts);
}

/* Those that are not paired, with the runs and counters of a plan of their own. */
static int place_unpaired(const struct requests *requests, bool together,
			  struct requests *unpaired, unsigned int *of)
{
	unsigned int *number_of = zeros(requests->count, sizeof(*number_of)), i;
	struct sets sets = { 0 };
	int runs;

	unpaired->request = zeros(requests->count, sizeof(*unpaired->request));
	for (i = 0; i < requests->count; i++) {
		number_of[i] = NONE;
		if (requests->request[i].paired)
			continue;
		number_of[i] = unpaired->count;
		of[unpaired->count] = i;
		unpaired->request[unpaired->count++] = requests->request[i];
	}
	if (together)
		make_sets(&sets, requests);
	map_sets(&sets, number_of);
	runs = place_singles(unpaired, &sets, BANK_COUNT * REQUEST_PAIR,
			     BANK_COUNT * REQUEST_PAIR);
	free_sets(&sets);
	free(number_of);
	return runs;
}

/*
 * Of two counters of a bank: an item is a request that is paired, or the unpaired ones
 * that a run of their plan has on such two.
 */
static unsigned int make_items(const struct requests *requests,
			       const struct requests *unpaired,
			       const unsigned int *of, struct plan_event *items,
			       unsigned int *item_of)
{
	unsigned int count = 0, i, k;

	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		if (!request->paired)
			continue;
		item_of[i] = count;
		items[count].preferred = request->bank;
		items[count].can[request->bank] = true;
		items[count++].can[!request->bank] = request->movable;
	}
	for (i = 0; i < unpaired->count; i++) {
		const struct request *request = &unpaired->request[i];
		enum bank bank = bank_of(request->counter);

		for (k = 0; k < i; k++)
			if (unpaired->request[k].run == request->run &&
			    bank_of(unpaired->request[k].counter) == bank)
				break;
		item_of[of[i]] = k < i ? item_of[of[k]] : count;
		if (k < i)
			continue;
		items[count].preferred = bank;
		items[count++].can[bank] = true;
	}
	return count;
}

/* The items' runs are those of the requests; an item has two counters of its bank. */
static void take_places(struct requests *requests, const struct plan_event *items,
			const unsigned int *item_of)
{
	unsigned int i;

	for (i = 0; i < requests->count; i++) {
		struct request *request = &requests->request[i];
		const struct plan_event *item = &items[item_of[i]];
		unsigned int first = bank_of(item->counter) +
			item->counter / BANK_COUNT * BANK_COUNT * REQUEST_PAIR;

		request->run = item->run;
		if (request->paired)
			request->counter = first;
		else
			request->counter = first +
				request->counter / BANK_COUNT * BANK_COUNT;
	}
}

/* A request that is paired has two counters of its bank, and others share such two. */
static int place_pairs(struct requests *requests, bool together,
		       unsigned int counters)
{
	struct plan_event *items = zeros(requests->count, sizeof(*items));
	unsigned int *item_of = zeros(requests->count, sizeof(*item_of));
	unsigned int *of = zeros(requests->count, sizeof(*of));
	struct requests unpaired = { 0 };
	const struct plan_counters each = {
		.bank = { (counters + 1) / 2 / REQUEST_PAIR,
			  counters / 2 / REQUEST_PAIR },
		.at_once = counters / BANK_COUNT / REQUEST_PAIR * BANK_COUNT,
	};
	struct sets sets = { 0 };
	unsigned int count, i;
	int runs = place_unpaired(requests, together, &unpaired, of);

	for (i = 0; runs >= 0 && i < unpaired.count; i++)
		requests->request[of[i]].counter = unpaired.request[i].counter;
	if (runs >= 0) {
		count = make_items(requests, &unpaired, of, items, item_of);
		if (together)
			make_sets(&sets, requests);
		map_sets(&sets, item_of);
		runs = perfcnt_plan(items, count, sets.set, sets.count, &each);
	}
	if (runs >= 0)
		take_places(requests, items, item_of);
	free_sets(&sets);
	free(unpaired.request);
	free(of);
	free(item_of);
	free(items);
	return runs;
}

/* Without pairs; the parts of a metric together, or as they come. */
static int place_all(struct requests *requests, bool together,
		     unsigned int counters, unsigned int at_once)
{
	struct sets sets = { 0 };
	int runs;

	if (together)
		make_sets(&sets, requests);
	runs = place_singles(requests, &sets, counters, at_once);
	free_sets(&sets);
	return runs;
}

int placement_make(struct requests *requests, unsigned int counters,
		   unsigned int at_once)
{
	bool paired = false;
	unsigned int i;
	int runs;

	for (i = 0; i < requests->count; i++)
		paired |= requests->request[i].paired;
	runs = paired ? place_pairs(requests, false, counters) :
			place_all(requests, false, counters, at_once);
	if (runs <= 1) /* there is nothing to keep together */
		return runs;
	return paired ? place_pairs(requests, true, counters) :
			place_all(requests, true, counters, at_once);
}
