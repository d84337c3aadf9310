/* SPDX-License-Identifier: GPL-2.0 */
/* The sweep: all runs, as often as they are wanted. */
#ifndef PERFCNT_TOOLS_SWEEP_H
#define PERFCNT_TOOLS_SWEEP_H

#include "data/dump.h"
#include "data/results.h"
#include "pc_sweep/options.h"
#include "command.h"
#include "machine.h"
#include "requests.h"

/**
 * struct counts - what an item has come to, each time
 * @values: the counts
 * @count: how many
 */
struct counts {
	uint64_t *values;
	unsigned int count;
};

/**
 * struct sweep - a sweep and what has become of it
 * @options: what was asked for
 * @machine: the counters
 * @items: what is counted, with its plan
 * @runs: how many runs the plan has
 * @command: what is run
 * @counts: of each item
 * @dump: all that was read, a measurement for each time
 * @done: how many runs have been done
 * @status: the command's exit status: the first that is not 0
 * @signal: the signal that the command died of, or 0
 * @ended: the signal that ended the sweep, or 0
 * @partial: why there are no more counts, or ""
 */
struct sweep {
	const struct options *options;
	struct machine *machine;
	struct items *items;
	unsigned int runs;
	struct command *command;
	struct counts *counts;
	struct dump dump;
	unsigned int done;
	int status;
	int signal;
	int ended;
	char partial[128];
};

/**
 * sweep_run() - do all runs
 * @sweep: what is to be done; what became of it comes back
 *
 * Says that the command has failed.  Ends the program if it cannot run at all.
 */
void sweep_run(struct sweep *sweep);

/**
 * sweep_results() - what a sweep has found
 * @sweep: a sweep that was done; stays as long as the results
 * @results: comes back
 */
void sweep_results(const struct sweep *sweep, struct results *results);

/**
 * sweep_check() - say if the command does something else each time
 * @sweep: a sweep that was done
 */
void sweep_check(const struct sweep *sweep);

/**
 * sweep_spare() - the instructions, for a run that has a counter left
 * @sweep: the sweep
 * @run: the run
 * @spare: comes back: what the counter can count
 *
 * They say if the runs did the same.
 *
 * Return: whether there is such a counter, and the run does not have them yet.
 */
bool sweep_spare(const struct sweep *sweep, unsigned int run,
		 struct item *spare);

#endif /* PERFCNT_TOOLS_SWEEP_H */
