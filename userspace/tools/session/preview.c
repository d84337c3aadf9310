// SPDX-License-Identifier: GPL-2.0
/* What is going to be counted, in which run, by which counter. */
#include <string.h>

#include "preview.h"

/* Is this the first of a name in a bank, whatever its modes and its filter? */
static bool is_first(const struct requests *requests, unsigned int index)
{
	const struct request *request = &requests->request[index];
	unsigned int i;

	for (i = 0; i < index; i++) {
		const struct request *other = &requests->request[i];

		if (bank_of(other->counter) == bank_of(request->counter) &&
		    !strcmp(other->name, request->name))
			return false;
	}
	return true;
}

/* Codes in their order, then names. */
static void print_bank(FILE *out, const struct requests *requests,
		       enum bank bank, const char *title)
{
	unsigned int code, i, count = 0;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		for (i = 0; i < requests->count; i++) {
			const struct request *request = &requests->request[i];

			if (request->code != code ||
			    bank_of(request->counter) != bank ||
			    !is_first(requests, i))
				continue;
			if (!count++)
				fputs(title, out);
			if (code == PERFCNT_EVENT_NATIVE)
				fprintf(out, " %s", request->name);
			else
				fprintf(out, " %u", code);
		}
	}
	if (count)
		fputc('\n', out);
}

void preview_plan(FILE *out, const struct sweep *sweep)
{
	unsigned int at_once = sweep->machine->at_once;

	print_bank(out, sweep->requests, BANK_EVEN, "Even-counter events:");
	print_bank(out, sweep->requests, BANK_ODD, "Odd-counter events:");
	fprintf(out, "%u run%s of %u counter%s", sweep->runs,
		sweep->runs == 1 ? "" : "s", at_once, at_once == 1 ? "" : "s");
	if (sweep->repeats > 1)
		fprintf(out, ", %u times", sweep->repeats);
	fputc('\n', out);
}

static void print_counter(FILE *out, const struct sweep *sweep,
			  unsigned int run, unsigned int counter)
{
	const struct request *request = requests_find(sweep->requests, run,
						      counter);
	char modes[5], filter[FILTER_TEXT_SIZE];
	struct request spare;

	if (request) {
		request_modes(request, modes);
		request_filter(request, filter);
		if (request->paired)
			snprintf(filter, sizeof(filter), "vpe%u",
				 counter != request->counter);
		fprintf(out, "run %u, counter %u: %s:%s%s%s\n", run + 1, counter,
			request->name, modes, *filter ? "@" : "", filter);
	} else if (sweep_spare(sweep, run, &spare) &&
		   (spare.counter == counter ||
		    (spare.paired && spare.counter + REQUEST_PAIR == counter))) {
		fprintf(out, "run %u, counter %u: instructions (spare counter, to compare runs)\n",
			run + 1, counter);
	}
}

void preview_runs(FILE *out, const struct sweep *sweep)
{
	unsigned int run, counter;

	for (run = 0; run < sweep->runs; run++)
		for (counter = 0; counter < sweep->machine->describe.counters;
		     counter++)
			print_counter(out, sweep, run, counter);
}
