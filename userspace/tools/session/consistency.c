// SPDX-License-Identifier: GPL-2.0
/*
 * A sweep makes sense if the command does the same each time.  Where a run has
 * a counter left it counts the instructions, which tell.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "data/statistics.h"
#include "sweep.h"

#define INSTRUCTIONS	1	/* the event, in both banks */

/* How many percent of the most the instructions may differ by. */
#define MOST_DIFFERENCE	5

/* The first modes and the first filter of instructions, or those of all. */
static struct perfcnt_what what_tells(const struct items *items)
{
	struct perfcnt_what what = {
		.control = INSTRUCTIONS << PERFCNT_CTL_EVENT_SHIFT,
	};
	unsigned int i;

	for (i = 0; i < items->count; i++)
		if (items->item[i].code == INSTRUCTIONS)
			return items->item[i].what;
	what.control |= items->item[0].what.control & PERFCNT_CTL_MODES;
	return what;
}

bool sweep_spare(const struct sweep *sweep, unsigned int run,
		 struct item *spare)
{
	const struct perfcnt_describe *machine = &sweep->machine->describe;
	const struct items *items = sweep->items;
	unsigned int i, bank = BANK_ODD, count = 0;
	uint32_t used = 0;

	*spare = (struct item){
		.code = INSTRUCTIONS,
		.what = what_tells(items),
	};
	if (sweep->runs * sweep->options->repeats == 1)
		return false;
	for (i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];

		if (item->code == INSTRUCTIONS)
			bank = item->counter % 2;
		if (item->run != run)
			continue;
		if (!memcmp(&item->what, &spare->what, sizeof(item->what)))
			return false;
		used |= 1u << item->counter;
		count++;
	}
	/* In the bank where they are asked for: a report has them once then. */
	spare->counter = bank;
	while (used & 1u << spare->counter)
		spare->counter += 2;
	return count < sweep->machine->room &&
	       spare->counter < machine->counters;
}

/* All counts of instructions, of every run that has them. */
static uint64_t *find_counts(const struct sweep *sweep, unsigned int *count)
{
	const uint32_t control = what_tells(sweep->items).control;
	uint64_t *found = NULL;
	size_t i, k;

	*count = 0;
	for (i = 0; i < sweep->dump.count; i++) {
		const struct measurement *measurement =
			&sweep->dump.measurements[i];

		for (k = 0; k < measurement->count; k++) {
			if (measurement->readings[k].control != control)
				continue;
			found = grow(found, *count, sizeof(*found));
			found[(*count)++] = measurement->readings[k].count;
		}
	}
	return found;
}

static bool differ(const struct statistics *found)
{
	return 100.0 * (found->most - found->least) >
	       (double)MOST_DIFFERENCE * found->most;
}

void sweep_check(const struct sweep *sweep)
{
	struct statistics found;
	unsigned int count;
	uint64_t *counts;
	bool *outlier;

	if (!sweep->items->count || *sweep->partial)
		return;
	counts = find_counts(sweep, &count);
	outlier = zeros(count, sizeof(*outlier));
	if (sweep->options->repeats > 1 && !sweep->options->keep_outliers)
		statistics_outliers(counts, count, outlier);
	if (count > 1 && !statistics_of(counts, outlier, count, &found) &&
	    differ(&found))
		say("the runs differ: they had from %" PRIu64 " to %" PRIu64
		    " instructions, so what different runs counted cannot be compared well",
		    found.least, found.most);
	free(counts);
	free(outlier);
}
