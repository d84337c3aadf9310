// SPDX-License-Identifier: GPL-2.0
/* pc_sweep: the order of things. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/message.h"
#include "base/output.h"
#include "session/event_list.h"
#include "session/preview.h"
#include "session/schedule.h"
#include "session/sweep.h"
#include "options.h"

/* A failure to write must not pass for a success. */
static bool write_results(const struct options *options,
			  const struct sweep *sweep, FILE *out)
{
	bool headed = options->append && lseek(fileno(out), 0, SEEK_END) > 0;
	struct results results;

	if (options->output && !options->append)
		output_replace(out, options->output);
	sweep_results(sweep, &results);
	if (headed)
		options->format->more(out, &results);
	else
		options->format->results(out, &results);
	results_free(&results);
	return output_is_written(out, options->output ?: "standard error");
}

/* Between what a program reads nothing else shall stand. */
static bool has_words(const struct options *options)
{
	return options->output || options->format == format_named("table") ||
	       isatty(STDERR_FILENO);
}

/* By the signal that ended the sweep, as if it had not been held back. */
static void die(int signal_number)
{
	sigset_t only;

	signal(signal_number, SIG_DFL);
	raise(signal_number);
	sigemptyset(&only);
	sigaddset(&only, signal_number);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
}

static int run(const struct options *options, struct sweep *sweep)
{
	/* before anything runs; it is changed when all is done */
	FILE *out = options->output ?
		    output_open(options->output, options->append) : stderr;
	bool written;

	if (has_words(options))
		preview_plan(stderr, sweep);
	fflush(NULL);
	command_prepare(sweep->command, sweep->runs * sweep->repeats);
	sweep_run(sweep);
	perfcnt_close(sweep->machine->perfcnt);
	sweep_check(sweep);
	if (*sweep->partial && options->output) /* otherwise the results do */
		say("%s", sweep->partial);
	written = write_results(options, sweep, out);
	if (sweep->ended)
		die(sweep->ended);
	if (!written)
		return STATUS_OWN;
	if (sweep->signal)
		return STATUS_SIGNAL + sweep->signal;
	return sweep->status ?: *sweep->partial ? STATUS_OWN : 0;
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

	output_begin();
	options_parse(&options, argc, argv);
	sweep.repeats = options.repeats;
	sweep.keep_outliers = options.keep_outliers;
	if (!options.list && !options.dry_run)
		command_find(&command, options.command);
	machine_open(&machine);
	if (options.list) {
		event_list_print(stdout, &machine);
		output_finish(EXIT_SUCCESS);
	}
	requests_make(&requests, &options.wanted, machine.perfcnt,
		      &machine.describe);
	machine_claim(&machine, options.wait);
	sweep.runs = schedule_make(&machine, &requests, options.wanted.strict);
	if (!options.dry_run)
		return run(&options, &sweep);
	preview_plan(stdout, &sweep);
	preview_runs(stdout, &sweep);
	output_finish(EXIT_SUCCESS);
}
