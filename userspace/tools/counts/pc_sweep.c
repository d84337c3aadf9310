// SPDX-License-Identifier: GPL-2.0
/* pc_sweep: the order of things. */
#include <stdlib.h>
#include <unistd.h>

#include "base/message.h"
#include "base/output.h"
#include "session/consistency.h"
#include "session/preview.h"
#include "session/schedule.h"
#include "session/sweep.h"
#include "known_loop.h"
#include "machine_report.h"
#include "sweep_options.h"

/* A failure to write must not pass for a success. */
static bool write_results(const struct options *options,
			  const struct sweep *sweep, FILE *out, bool appended)
{
	struct results results;

	if (options->shared.output && !options->shared.given[OPTION_APPEND])
		output_replace(out, options->shared.output);
	sweep_results(sweep, &results);
	format_results(options->format, out, &results, appended);
	results_free(&results);
	return output_is_written(out, options->shared.output ?: "standard error");
}

/* Between what a program reads nothing else shall stand. */
static bool shows_plan(const struct options *options)
{
	return !options->shared.given[OPTION_QUIET] &&
	       (options->shared.output || options->format == format_named("table") ||
		options->format == format_named("bars") ||
		isatty(STDERR_FILENO));
}

/* A table says it, where it can be seen. */
static void say_differ(const struct options *options, const struct sweep *sweep)
{
	const char *differ = sweep->dump.measurements[sweep->dump.count - 1].differ;
	const bool is_seen = !options->shared.output &&
			     (options->format == format_named("table") ||
			      options->format == format_named("bars"));

	if (differ && !is_seen)
		say("%s", differ);
}

/* All runs, and what they counted. */
static int run(const struct options *options, struct sweep *sweep, FILE *out,
	       bool appended)
{
	bool written;

	if (shows_plan(options))
		preview_plan(stderr, sweep);
	sweep_run(sweep);
	sweep_check(sweep, &sweep->instructions);
	if (*sweep->partial && options->shared.output) /* otherwise the results do */
		say("%s", sweep->partial);
	say_differ(options, sweep);
	written = write_results(options, sweep, out, appended);
	return sweep_end(sweep, written);
}

/* Before the counters are claimed, as a FIFO waits for its reader. */
static FILE *open_results(const struct options *options, bool *appended)
{
	*appended = options->shared.given[OPTION_APPEND] &&
		    format_appends(options->format, options->shared.output);
	return options->shared.output ?
	       output_open(options->shared.output, options->shared.given[OPTION_APPEND]) : stderr;
}

/* What perf does not do is not left out without a word. */
static void refuse_without_module(const struct options *options, const struct machine *machine)
{
	const struct selection *selection = &options->wanted.selection;
	const bool *given = options->shared.given;
	unsigned int i;

	if (options->check)
		machine_need_module(machine, "--check");
	if (options->whole_machine)
		machine_need_module(machine, "--machine");
	if (options->wanted.filters.count)
		machine_need_module(machine, options->wanted.filters.filters->mt_en ==
				    PERFCNT_MT_EN_TC ? "--tc" : "--vpe");
	if (options->wanted.balance)
		machine_need_module(machine, "--balance");
	if (given[OPTION_WAIT])
		machine_need_module(machine, "--wait");
	for (i = 0; i < selection->named_count; i++)
		if (selection->named[i].has_filter)
			machine_need_module(machine, "--events: an event of a TC or a VPE");
}

/* Nothing is claimed for these two. */
static void list(struct machine *machine, const char *word)
{
	event_list_print(stdout, machine, word);
	output_finish(EXIT_SUCCESS);
}

static void show_plan(const struct sweep *sweep)
{
	preview_plan(stdout, sweep);
	preview_runs(stdout, sweep);
	output_finish(EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
	struct options options;
	struct machine machine;
	struct requests requests;
	struct command command;
	struct sweep sweep = {
		.machine = &machine,
		.requests = &requests,
		.command = &command,
	};
	const bool *given = options.shared.given;
	bool appended = false;
	FILE *out = NULL;

	output_begin();
	sweep_options_parse(&options, argc, argv);
	sweep.options = &options.shared;
	if (!given[OPTION_LIST] && !given[OPTION_DRY_RUN] && !options.check)
		command_find(&command, options.command);
	if (options.shared.pretend)
		machine_pretend(&machine, options.shared.pretend);
	else
		machine_open_any(&machine);
	refuse_without_module(&options, &machine);
	if (given[OPTION_LIST])
		list(&machine, *options.command);
	if (options.check)
		output_finish(options.report ? machine_report(stdout, &machine) :
			      known_loop_check(stdout, machine.perfcnt));
	machine.follows = !options.whole_machine;
	wanted_requests(&options.wanted, &machine, &requests);
	if (!given[OPTION_DRY_RUN]) {
		out = open_results(&options, &appended);
		machine_claim(&machine, given[OPTION_WAIT]);
	}
	sweep.runs = schedule_make(&machine, &requests, options.wanted.strict);
	consistency_begin(&requests, &sweep.instructions);
	if (given[OPTION_DRY_RUN])
		show_plan(&sweep);
	return run(&options, &sweep, out, appended);
}
