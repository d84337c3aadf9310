// SPDX-License-Identifier: GPL-2.0
/* The parts of a metric are best counted in one run. */
#include <stdlib.h>
#include <string.h>

#include <planner.h>

#include "base/memory.h"
#include "events/filter.h"
#include "metrics/metrics.h"
#include "placement.h"

#define PARTS	(METRIC_PARTS + 1)

/* Metrics whose events are all asked for. */
struct sets {
	struct plan_set *set;
	unsigned int (*parts)[PARTS];
	unsigned int count;
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

/* The event of a name with a request's modes, and its filter or none. */
static int find(const struct requests *requests, const char *name,
		const struct request *like)
{
	unsigned int i;
	int found = -1;

	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		if (strcmp(request->name, name) || !same_modes(request, like))
			continue;
		if (same_filter(request, like))
			return i;
		if (!(request->what.control & PERFCNT_CTL_MT_EN))
			found = i;
	}
	return found;
}

/* The metric of these modes and this filter, if all of its parts are there. */
static void add_set(struct sets *sets, const struct requests *requests,
		    const struct metric *metric, const struct request *like)
{
	const char *names[PARTS] = { metric->base };
	unsigned int parts[PARTS], count = 0, i;

	for (i = 0; i < METRIC_PARTS; i++)
		names[i + 1] = metric->parts[i];
	for (i = 0; i < PARTS; i++) {
		int found = names[i] ? find(requests, names[i], like) : -1;

		if (found >= 0)
			parts[count++] = found;
		else if (names[i])
			return;
	}
	if (count < 2)
		return;
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
	unsigned int i, k;

	for (k = 0; k < metric_count; k++) {
		for (i = 0; i < requests->count; i++) {
			const struct request *request = &requests->request[i];

			if (last && same_modes(request, last) &&
			    same_filter(request, last))
				continue;
			add_set(sets, requests, &metrics[k], request);
			last = request;
		}
		last = NULL;
	}
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
	make_sets(&sets, requests);
	runs = perfcnt_plan(events, requests->count, sets.set, sets.count,
			    &each);
	for (i = 0; runs >= 0 && i < requests->count; i++) {
		requests->request[i].run = events[i].run;
		requests->request[i].counter = events[i].counter;
	}
	free(sets.set);
	free(sets.parts);
	free(events);
	return runs;
}
