// SPDX-License-Identifier: GPL-2.0
/* The instructions of every run, side by side. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <kernel.h>

#include "base/memory.h"
#include "base/statistics.h"
#include "events/events.h"
#include "consistency.h"

#define INSTRUCTIONS	1	/* the event, in both banks */

/* How many percent of the most the instructions may differ by. */
#define MOST_DIFFERENCE	5

/*
 * And how many the time on the CPUs, where no run has a counter left for instructions: runs of
 * the same work differ less.  Of short runs it says nothing.
 */
#define MOST_TIME_DIFFERENCE	33
#define LEAST_TIME		20000000ull /* nanoseconds */

#define NOT_COMPARABLE	"counts from different runs are not comparable"

/* In the first modes and with the first filter of instructions, or of anything. */
void consistency_begin(const struct requests *requests,
		       struct request *instructions)
{
	const struct request *first = NULL;
	unsigned int i;

	*instructions = (struct request){
		.code = INSTRUCTIONS,
		.counter = BANK_ODD,
		.what.control = INSTRUCTIONS << PERFCNT_CTL_EVENT_SHIFT,
	};
	for (i = 0; i < requests->count; i++) {
		const struct request *request = &requests->request[i];

		if (request->code != INSTRUCTIONS)
			continue;
		first = first ?: request;
		/* a report has them once if they are in one bank */
		instructions->counter = bank_of(request->counter);
	}
	if (first)
		instructions->what = first->what;
	else
		instructions->what.control |=
			requests->request[0].what.control & PERFCNT_CTL_MODES;
}

bool consistency_spare(const struct request *instructions,
		       const struct requests *requests,
		       const struct machine *machine, unsigned int run,
		       struct request *spare)
{
	unsigned int counter, hardware = 0;
	uint32_t used = 0;

	*spare = *instructions;
	spare->run = run;
	request_scope(spare, SCOPE_TC, machine);
	for (counter = 0; counter < machine->describe.counters; counter++) {
		const struct request *request = requests_find(requests, run,
							      counter);

		if (!request)
			continue;
		if (!memcmp(&request->what, &spare->what, sizeof(spare->what)))
			return false;
		used |= 1u << counter;
		hardware += !perfcnt_kernel_is_software(&request->what);
	}
	if (spare->paired)
		return !(used & (1u << spare->counter |
				 1u << (spare->counter + REQUEST_PAIR)));
	while (used & 1u << spare->counter)
		spare->counter += 2;
	return hardware < machine->at_once &&
	       spare->counter < machine->describe.counters;
}

/* All counts of an event, of every run that has it. */
static uint64_t *find_counts(const struct request *event,
			     const struct dump *dump, unsigned int *count)
{
	const uint32_t control = event->what.control;
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

static bool differ(const struct statistics *found, unsigned int percent)
{
	return 100.0 * (found->most - found->least) > (double)percent * found->most;
}

/* Of those that are no outliers: whether there are several. */
static bool find_range(const uint64_t *values, unsigned int count, bool keep_outliers,
		       struct statistics *found)
{
	bool *outlier = zeros(count, sizeof(*outlier));
	bool several = count > 1;

	if (!keep_outliers)
		statistics_outliers(values, count, outlier);
	several = several && !statistics_of(values, outlier, count, found);
	free(outlier);
	return several;
}

/* User and system time of all runs. */
static uint64_t *find_times(const struct dump *dump, unsigned int *count)
{
	uint64_t *found = NULL;
	size_t i, k;

	*count = 0;
	for (i = 0; i < dump->count; i++) {
		const struct measurement *measurement = &dump->measurements[i];

		for (k = 0; k < measurement->time_count; k++) {
			const struct run_time *time = &measurement->times[k];

			found = grow(found, *count, sizeof(*found));
			found[(*count)++] = time->user + time->system;
		}
	}
	return found;
}

/* What took twice as long has probably done something else. */
static char *times_differ(const uint64_t *times, unsigned int count, bool keep_outliers)
{
	struct statistics found;

	if (!find_range(times, count, keep_outliers, &found) ||
	    found.most - found.least < LEAST_TIME || !differ(&found, MOST_TIME_DIFFERENCE))
		return NULL;
	return formatted("times on the CPUs differ between runs (%.6f to %.6f s): " NOT_COMPARABLE,
			 found.least / 1e9, found.most / 1e9);
}

static char *counts_differ(const struct request *event, const uint64_t *counts,
			   unsigned int count, bool keep_outliers)
{
	struct statistics found;

	if (!find_range(counts, count, keep_outliers, &found) ||
	    !differ(&found, MOST_DIFFERENCE))
		return NULL;
	return formatted("%s differ between runs (%" PRIu64 " to %" PRIu64 "): " NOT_COMPARABLE,
			 event_of(event->counter, event->what.control)->name, found.least,
			 found.most);
}

char *consistency_differ(const struct request *event, const struct dump *dump,
			 bool keep_outliers)
{
	unsigned int count, runs;
	uint64_t *counts = find_counts(event, dump, &count);
	uint64_t *times = find_times(dump, &runs);
	char *why = counts_differ(event, counts, count, keep_outliers);

	if (!why && count < runs)
		why = times_differ(times, runs, keep_outliers);
	free(counts);
	free(times);
	return why;
}
