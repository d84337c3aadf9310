/* SPDX-License-Identifier: GPL-2.0 */
/* The sweep: all runs, as often as they are wanted. */
#ifndef PERFCNT_TOOLS_SWEEP_H
#define PERFCNT_TOOLS_SWEEP_H

#include "base/option_table.h"
#include "events/dump.h"
#include "events/medians.h"
#include "command.h"
#include "machine.h"
#include "requests.h"

/**
 * struct counts - what a request has come to, each time
 * @values: the counts
 * @count: how many
 */
struct counts {
	uint64_t *values;
	unsigned int count;
};

/**
 * struct sweep - a sweep and what has become of it
 * @machine: the counters
 * @requests: what is counted, with its plan
 * @command: what is run
 * @options: how often each run is done, and what is shown of it
 * @instructions: what says if the runs are alike, from consistency_begin()
 * @runs: how many runs the plan has
 * @counts: of each request
 * @dump: all that was read, a measurement for each time
 * @done: how many runs have been done
 * @status: the command's exit status: the first that is not 0
 * @signal: the signal that killed the command, or 0
 * @ended: the signal that ended the sweep, or 0
 * @partial: why the results are partial, or ""
 */
struct sweep {
	struct machine *machine;
	struct requests *requests;
	struct command *command;
	const struct option_values *options;
	struct request instructions;
	unsigned int runs;
	struct counts *counts;
	struct dump dump;
	unsigned int done;
	int status;
	int signal;
	int ended;
	char partial[128];
};

/**
 * sweep_run() - do all runs, and give the counters back
 * @sweep: what is to be done; what became of it comes back
 *
 * Says that the command has failed.  Ends the tool if it cannot run at all.
 */
void sweep_run(struct sweep *sweep);

/**
 * sweep_check() - see if the command does something else each time
 * @sweep: a sweep that was done; its last measurement gets how the runs differ
 * @instructions: what says so, from consistency_begin()
 */
void sweep_check(struct sweep *sweep, const struct request *instructions);

/**
 * sweep_results() - say what a sweep has found
 * @sweep: a sweep that was done; stays as long as the results
 * @results: comes back
 */
void sweep_results(const struct sweep *sweep, struct results *results);

/**
 * sweep_end() - find the exit status of a tool that has done a sweep
 * @sweep: a sweep that was done
 * @written: were the results written?
 *
 * Does not return if a signal has ended the sweep: the tool is killed by it then.
 *
 * Return: the status.
 */
int sweep_end(const struct sweep *sweep, bool written);

/**
 * sweep_spare() - find out what a run counts with a counter that is left
 * @sweep: the sweep
 * @run: the run
 * @spare: comes back: the instructions, which say if the runs are alike
 *
 * Return: whether there are several runs, and this one has a counter left.
 */
bool sweep_spare(const struct sweep *sweep, unsigned int run,
		 struct request *spare);

#endif /* PERFCNT_TOOLS_SWEEP_H */
