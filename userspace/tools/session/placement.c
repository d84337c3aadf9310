// SPDX-License-Identifier: GPL-2.0
/* The plan for items: the parts of a metric are best counted in one run. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/filter.h"
#include "metrics/metrics.h"
#include "planner.h"
#include "requests.h"

#define PARTS	(METRIC_PARTS + 1)

struct sets {
	struct plan_set *set;
	unsigned int (*parts)[PARTS];
	unsigned int count;
};

static bool same_modes(const struct item *a, const struct item *b)
{
	return !((a->what.control ^ b->what.control) & PERFCNT_CTL_MODES);
}

/* One that has no filter may be one that can have none. */
static bool same_filter(const struct item *a, const struct item *b)
{
	return !((a->what.control ^ b->what.control) & FILTER_BITS) &&
	       a->what.unit == b->what.unit;
}

/* The event of a name with an item's modes, and its filter or none. */
static int find(const struct items *items, const char *name,
		const struct item *like)
{
	unsigned int i;
	int found = -1;

	for (i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];

		if (strcmp(item->name, name) || !same_modes(item, like))
			continue;
		if (same_filter(item, like))
			return i;
		if (!(item->what.control & PERFCNT_CTL_MT_EN))
			found = i;
	}
	return found;
}

/* The metric of this modes and this filter, if all of its parts are there. */
static void add_set(struct sets *sets, const struct items *items,
		    const struct metric *metric, const struct item *like)
{
	const char *names[PARTS] = { metric->base };
	unsigned int parts[PARTS], count = 0, i;

	for (i = 0; i < METRIC_PARTS; i++)
		names[i + 1] = metric->parts[i];
	for (i = 0; i < PARTS; i++) {
		int found = names[i] ? find(items, names[i], like) : -1;

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

/* Items of the same modes and filter are together; those that cannot have the
 * filter stand at the first.
 */
static void make_sets(struct sets *sets, const struct items *items)
{
	const struct item *last = NULL;
	unsigned int i, k;

	for (k = 0; k < metric_count; k++) {
		for (i = 0; i < items->count; i++) {
			const struct item *item = &items->item[i];

			if (last && same_modes(item, last) &&
			    same_filter(item, last))
				continue;
			add_set(sets, items, &metrics[k], item);
			last = item;
		}
		last = NULL;
	}
	for (i = 0; i < sets->count; i++)
		sets->set[i].items = sets->parts[i];
}

int items_plan(struct items *items, unsigned int counters, unsigned int room)
{
	struct plan_item *places = zeros(items->count, sizeof(*places));
	struct sets sets = { 0 };
	unsigned int i;
	int runs;

	for (i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];

		places[i].home = item->home;
		places[i].can[item->home] = true;
		places[i].can[!item->home] = item->movable;
	}
	make_sets(&sets, items);
	runs = plan_make(places, items->count, sets.set, sets.count, counters,
			 room);
	for (i = 0; runs >= 0 && i < items->count; i++) {
		items->item[i].run = places[i].run;
		items->item[i].counter = places[i].counter;
	}
	free(sets.set);
	free(sets.parts);
	free(places);
	return runs;
}
