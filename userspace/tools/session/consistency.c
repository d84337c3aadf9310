// SPDX-License-Identifier: GPL-2.0
/* The instructions of every run, side by side. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "data/statistics.h"
#include "consistency.h"

#define INSTRUCTIONS	1	/* the event, in both banks */

/* How many percent of the most the instructions may differ by. */
#define MOST_DIFFERENCE	5

/* The first modes and the first filter of instructions, or those of all. */
static struct perfcnt_what what_tells(const struct requests *requests)
{
	struct perfcnt_what what = {
		.control = INSTRUCTIONS << PERFCNT_CTL_EVENT_SHIFT,
	};
	unsigned int i;

	for (i = 0; i < requests->count; i++)
		if (requests->request[i].code == INSTRUCTIONS)
			return requests->request[i].what;
	what.control |= requests->request[0].what.control & PERFCNT_CTL_MODES;
	return what;
}

bool consistency_request(const struct requests *requests,
			 const struct machine *machine, unsigned int run,
			 struct request *extra)
{
	unsigned int i, bank = BANK_ODD, count = 0;
	uint32_t used = 0;

	*extra = (struct request){
		.code = INSTRUCTIONS,
		.what = what_tells(requests),
		.run = run,
	};
	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		if (request->code == INSTRUCTIONS)
			bank = bank_of(request->counter);
		if (request->run != run)
			continue;
		if (!memcmp(&request->what, &extra->what, sizeof(extra->what)))
			return false;
		used |= 1u << request->counter;
		count++;
	}
	/* In the bank where they are asked for: a report has them once then. */
	extra->counter = bank;
	while (used & 1u << extra->counter)
		extra->counter += 2;
	return count < machine->at_once &&
	       extra->counter < machine->describe.counters;
}

/* All counts of instructions, of every run that has them. */
static uint64_t *find_counts(const struct requests *requests,
			     const struct dump *dump, unsigned int *count)
{
	const uint32_t control = what_tells(requests).control;
	uint64_t *found = NULL;
	size_t i, k;

	*count = 0;
	for (i = 0; i < dump->count; i++) {
		const struct measurement *measurement = &dump->measurements[i];

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

void consistency_check(const struct requests *requests, const struct dump *dump,
		       bool keep_outliers)
{
	struct statistics found;
	unsigned int count;
	uint64_t *counts = find_counts(requests, dump, &count);
	bool *outlier = zeros(count, sizeof(*outlier));

	if (!keep_outliers)
		statistics_outliers(counts, count, outlier);
	if (count > 1 && !statistics_of(counts, outlier, count, &found) &&
	    differ(&found))
		say("the runs differ: they had from %" PRIu64 " to %" PRIu64
		    " instructions, so what different runs counted cannot be compared well",
		    found.least, found.most);
	free(counts);
	free(outlier);
}
