// SPDX-License-Identifier: GPL-2.0
/* A sweep in stages, or what somebody else has counted. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/output.h"
#include "events/dump.h"
#include "session/consistency.h"
#include "session/preview.h"
#include "session/schedule.h"
#include "session/sweep.h"
#include "session/wanted.h"
#include "methods.h"
#include "runs.h"
#include "topdown.h"

/*
 * Runs for stages: what belongs to a stage is counted in runs of its own, and every
 * run counts the cycles, too, so that each count can be taken as a share of them.
 */

/* One counter of each run is left for the cycles: either bank can count them. */

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

/* Plan the runs of all stages. */
static void stages_make(struct sweep *sweep, const char *const *stages,
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

/* See if the runs do the same. */
static void stages_check(struct sweep *sweep)
{
	struct request instructions;

	sweep_check(sweep, &sweep->instructions);
	consistency_begin(sweep->requests, &instructions);
	sweep_check(sweep, &instructions);
}

/*
 * Where the cycles of each measurement went.  Counts that are no parts are an error, but of a
 * part of the runs there may be too few: returns whether there were enough.
 */
static bool add_dump(struct shown *shown, const struct dump *dump)
{
	const struct options *options = shown->options;
	struct topdown *all = zeros(dump->count, sizeof(*all));
	size_t i, count = 0;
	bool whole;

	for (i = 0; i < dump->count; i++) {
		const struct measurement *measurement = &dump->measurements[i];
		uint32_t modes = options->modes ?:
				 topdown_34k_modes(measurement);
		char *wrong = topdown_34k(measurement, modes, options->level,
					  &all[count]);

		if (!wrong) {
			count++;
			continue;
		}
		if (!measurement->partial)
			fail("%s: %s", measurement->title, wrong);
		say("%s: %s: partial: %s", measurement->title, wrong, measurement->partial);
		topdown_free(&all[count]);
		free(wrong);
	}
	whole = count == dump->count;
	shown_add(shown, all, count);
	free(all);
	return whole;
}

void stall_runs_show(const struct options *options)
{
	const char *name = options->input;
	struct dump dump = { 0 };
	struct shown shown;
	FILE *file = input_open(&name);
	size_t i;
	bool good;

	if (!file || dump_read(&dump, file, name))
		fail("%s: %s", name, strerror(errno));
	if (!dump.count)
		fail("%s: no counters found", name);
	if (dump.damaged)
		fail("%s: a count that is malformed may be one that is needed",
		     name);
	input_close(file);
	shown_open(&shown, options, stdout, "-");
	good = add_dump(&shown, &dump);
	good &= shown_close(&shown);
	for (i = 0; i < dump.count; i++) {
		shown_say_partial(&shown, dump.measurements[i].partial);
		shown_say_partial(&shown, dump.measurements[i].differ);
	}
	dump_free(&dump);
	output_finish(good ? STATUS_GOOD : STATUS_OWN);
}

/* Other machines have no events with this meaning. */
static void check_machine(const struct options *options,
			  const struct machine *machine)
{
	const char *driver = machine->describe.driver;

	if (!strcmp(driver, "mips") || !strcmp(driver, "sim"))
		return;
	if (options->shared.pretend)
		fail("--pretend: no plan without the stall events of a 34K (driver %s)",
		     driver);
	methods_none(driver);
}

static void check_options(const struct options *options)
{
	if (options->all_cpus || options->cpus.count || options->pid)
		fail("method 34k counts the whole core: no --all-cpus, --cpu, --pid or --tid");
	if (options->normalize)
		fail("method 34k has no --normalize: its parts are all cycles");
	if (options->interval && options->shared.given[OPTION_STRICT] && options->level > 1)
		fail("--strict: with --interval there is no level 2, which needs several runs");
}

/* What is shown while the command runs can be of one run only: the first stage. */
static void plan(const struct options *options, struct sweep *sweep)
{
	const char *stages[TOPDOWN_34K_STAGES];
	unsigned int count = options->level < 2 ? TOPDOWN_34K_STAGES - 1 :
						  TOPDOWN_34K_STAGES;
	unsigned int i;

	if (options->interval)
		count = 1;
	for (i = 0; i < TOPDOWN_34K_STAGES; i++)
		stages[i] = topdown_34k_events(i);
	stages_make(sweep, stages, count, options->modes, options->shared.given[OPTION_STRICT]);
	if (options->interval && sweep->runs > 1)
		fail("--interval needs four counters, and this machine has %u",
		     sweep->machine->describe.counters);
}

static bool shows_plan(const struct options *options)
{
	return !options->shared.given[OPTION_QUIET] &&
	       (options->shared.output || isatty(STDERR_FILENO) ||
		topdown_format_is_text(options->format));
}

static int run(const struct options *options, struct sweep *sweep,
	       struct shown *shown)
{
	struct results results;
	bool written;

	if (shows_plan(options))
		preview_plan(stderr, sweep);
	if (options->interval)
		return stall_live(sweep, shown);
	sweep_run(sweep);
	stages_check(sweep);
	sweep_results(sweep, &results);
	add_dump(shown, &results.medians);
	shown_say_partial(shown, results.medians.measurements->partial);
	shown_say_partial(shown, results.medians.measurements->differ);
	written = shown_close(shown);
	results_free(&results);
	return sweep_end(sweep, written);
}

int stall_runs(const struct options *options)
{
	struct machine machine;
	struct requests requests;
	struct command command = { 0 };
	struct sweep sweep = { .machine = &machine, .requests = &requests,
			       .command = &command };
	struct shown shown;

	sweep.options = &options->shared;
	if (!options->shared.given[OPTION_DRY_RUN] && *options->command)
		command_find(&command, options->command);
	if (options->shared.pretend)
		machine_pretend(&machine, options->shared.pretend);
	else
		machine_open(&machine, "");
	check_machine(options, &machine);
	check_options(options);
	if (options->shared.given[OPTION_DRY_RUN]) {
		plan(options, &sweep);
		preview_plan(stdout, &sweep);
		preview_runs(stdout, &sweep);
		output_finish(STATUS_GOOD);
	}
	shown_open(&shown, options, stderr, "standard error");
	machine_claim(&machine, options->shared.given[OPTION_WAIT]);
	plan(options, &sweep);
	return run(options, &sweep, &shown);
}
