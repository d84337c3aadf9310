// SPDX-License-Identifier: GPL-2.0
/* The parts of a metric are best counted in one run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <planner.h>

#include "base/memory.h"
#include "events/filter.h"
#include "metrics/metrics.h"
#include "placement.h"

/* More are not worth a run of their own. */
#define PARTS	8

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

int placement_make(struct requests *requests, unsigned int counters,
		   unsigned int at_once)
{
	struct plan_event *events = zeros(requests->count, sizeof(*events));
	const struct plan_counters each = {
		.bank = { (counters + 1) / 2, counters / 2 },
		.at_once = at_once,
	};
	struct sets sets = { 0 };
	unsigned int i;
	int runs;

	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		events[i].preferred = request->bank;
		events[i].can[request->bank] = true;
		events[i].can[!request->bank] = request->movable;
	}
	runs = perfcnt_plan(events, requests->count, NULL, 0, &each);
	if (runs > 1) { /* otherwise there is nothing to keep together */
		make_sets(&sets, requests);
		runs = perfcnt_plan(events, requests->count, sets.set,
				    sets.count, &each);
	}
	for (i = 0; runs >= 0 && i < requests->count; i++) {
		requests->request[i].run = events[i].run;
		requests->request[i].counter = events[i].counter;
	}
	free(sets.set);
	free(sets.parts);
	free(events);
	return runs;
}
