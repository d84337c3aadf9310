// SPDX-License-Identifier: GPL-2.0
/* One counter of each run is left for the cycles: either bank can count them. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/message.h"
#include "session/consistency.h"
#include "session/schedule.h"
#include "session/wanted.h"
#include "stages.h"

/* The requests of a stage, with their runs from 0 on. */
static unsigned int plan_stage(struct machine *machine, const char *events,
			       uint32_t modes, bool strict,
			       struct requests *requests)
{
	struct wanted wanted = { .modes = modes, .strict = strict };
	char *list = copy_text(events);
	unsigned int runs;

	selection_add_events(&wanted.selection, list);
	wanted_requests(&wanted, machine, requests);
	runs = schedule_make(machine, requests, strict);
	free(list);
	return runs;
}

static struct request *add(struct requests *requests)
{
	requests->request = grow(requests->request, requests->count,
				 sizeof(*requests->request));
	return &requests->request[requests->count++];
}

static void add_stage(struct requests *all, const struct requests *stage,
		      unsigned int first_run)
{
	unsigned int i;

	for (i = 0; i < stage->count; i++) {
		struct request *request = add(all);

		*request = stage->request[i];
		request->run += first_run;
	}
}

static void requests_end(struct requests *requests)
{
	free(requests->request);
	free(requests->by_run);
	free(requests->first);
}

/* In the counter that is left. */
static void add_cycles(struct sweep *sweep, const struct request *cycles,
		       unsigned int run)
{
	struct requests *requests = sweep->requests;
	unsigned int counter = 0;
	struct request *request;

	while (requests_find(requests, run, counter))
		counter++;
	request = add(requests);
	*request = *cycles;
	request->run = run;
	request->counter = counter;
	request->bank = bank_of(counter);
}

/* Which is the same in both banks. */
static struct request cycles_of(struct machine *machine, uint32_t modes)
{
	struct requests requests;
	struct request cycles;

	plan_stage(machine, "cycles", modes, true, &requests);
	cycles = requests.request[0];
	requests_end(&requests);
	return cycles;
}

void stages_make(struct sweep *sweep, const char *const *stages,
		 unsigned int count, uint32_t modes, bool strict)
{
	struct machine *machine = sweep->machine;
	struct request cycles;
	unsigned int i, run;

	if (machine->describe.counters < 2)
		fail("two counters are needed at least, and this machine has one");
	cycles = cycles_of(machine, modes);
	machine->at_once--;
	*sweep->requests = (struct requests){ 0 };
	sweep->runs = 0;
	for (i = 0; i < count; i++) {
		struct requests stage;
		unsigned int runs = plan_stage(machine, stages[i], modes,
					       strict || !i, &stage);

		add_stage(sweep->requests, &stage, sweep->runs);
		sweep->runs += runs;
		requests_end(&stage);
	}
	machine->at_once++;
	requests_index(sweep->requests, sweep->runs);
	for (run = 0; run < sweep->runs; run++)
		add_cycles(sweep, &cycles, run);
	requests_index(sweep->requests, sweep->runs);
	sweep->instructions = cycles;
}

void stages_check(const struct sweep *sweep)
{
	struct request instructions;

	sweep_check(sweep);
	if (*sweep->partial)
		return;
	consistency_begin(sweep->requests, &instructions);
	consistency_check(&instructions, &sweep->dump,
			  sweep->keep_outliers || sweep->repeats == 1);
}
