// SPDX-License-Identifier: GPL-2.0
/* pc_sweep: the order of things. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/message.h"
#include "base/output.h"
#include "session/consistency.h"
#include "session/preview.h"
#include "session/schedule.h"
#include "session/sweep.h"
#include "sweep_options.h"
#include "task_tree.h"

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

/* A hypervisor may give a guest counters that count nothing, or too little. */

#define BLOCK		100 /* instructions of a turn */
#define TURNS		10000
#define INSTRUCTIONS	(BLOCK * TURNS)
#define MOST		(INSTRUCTIONS + 6 * TURNS) /* a turn ends with a few more */

static void run_loop(void)
{
	unsigned int turns;

	for (turns = TURNS; turns; turns--)
		__asm__ volatile(".rept %c1\n\tnop\n\t.endr" : "+r"(turns) : "i"(BLOCK));
}

static int read_count(struct perfcnt_tree *tree, uint64_t *count)
{
	return perfcnt_tree_read(tree) ?: perfcnt_tree_count(tree, 0, count);
}

/* In user mode, of this thread alone: twice, as a first reading takes instructions, too. */
static int count_loop(struct perfcnt_tree *tree, uint64_t *count)
{
	uint64_t before, between, after;

	if (perfcnt_tree_add(tree, "instructions:u") ||
	    perfcnt_tree_enter(tree, 0, 0) || perfcnt_tree_start(tree) ||
	    read_count(tree, &before) || read_count(tree, &between))
		return -1;
	run_loop();
	if (read_count(tree, &after))
		return -1;
	*count = after - between - (between - before);
	return 0;
}

static int pmu_check(FILE *out, struct perfcnt *perfcnt)
{
	struct perfcnt_tree *tree = perfcnt_tree_new(perfcnt);
	uint64_t count;
	bool right;

	if (!tree || count_loop(tree, &count)) {
		fprintf(out, "instructions cannot be counted: %s\n",
			perfcnt_strerror(perfcnt));
		perfcnt_tree_free(tree);
		return STATUS_BAD_INPUT;
	}
	perfcnt_tree_free(tree);
	right = count >= INSTRUCTIONS && count <= MOST;
	fprintf(out, "%" PRIu64 " of %d to %d instructions were counted: %s\n", count,
		INSTRUCTIONS, MOST, right ? "this machine counts" :
		count ? "this machine counts wrongly" :
		"this machine counts nothing, as where a hypervisor keeps its counters to itself");
	return right ? 0 : STATUS_BAD_INPUT;
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
	else if (given[OPTION_LIST] || given[OPTION_DRY_RUN])
		machine_open(&machine, " (--pretend needs no device)");
	else
		machine_open(&machine, "");
	if (given[OPTION_LIST])
		list(&machine, *options.command);
	if (options.check)
		output_finish(pmu_check(stdout, machine.perfcnt));
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
