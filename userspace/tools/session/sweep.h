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

/* What a request has come to, each time. */
struct counts {
	uint64_t *values;
	unsigned int count;
};

/* A sweep and what has become of it. */
struct sweep {
	struct machine *machine;
	struct requests *requests; /* what is counted, with its plan */
	struct command *command;
	/* how often each run is done, and what is shown of it */
	const struct option_values *options;
	struct request instructions; /* what says if the runs are alike, from consistency_begin() */
	unsigned int runs; /* how many runs the plan has */
	struct counts *counts; /* of each request */
	struct dump dump; /* all that was read, a measurement for each time */
	unsigned int done; /* how many runs have been done */
	int status; /* the command's exit status: the first that is not 0 */
	int signal; /* the signal that killed the command, or 0 */
	int ended; /* the signal that ended the sweep, or 0 */
	char partial[128]; /* why the results are partial, or "" */
};

/*
 * Does all runs, and gives the counters back.  Says that the command has failed.  Ends the tool if
 * it cannot run at all.
 */
void sweep_run(struct sweep *sweep);

/*
 * Sees if the command of a sweep that was done does something else each time; the last measurement
 * gets how the runs differ.  @instructions, from consistency_begin(), say so.
 */
void sweep_check(struct sweep *sweep, const struct request *instructions);

/* Says what a sweep that was done has found, which must stay as long as the results. */
void sweep_results(const struct sweep *sweep, struct results *results);

/*
 * The exit status of a tool that has done a sweep.  @written: the results were written.  Does not
 * return if a signal has ended the sweep: the tool is killed by it then.
 */
int sweep_end(const struct sweep *sweep, bool written);

/*
 * Finds out what a run counts with a counter that is left: the instructions, which say if the runs
 * are alike.  Returns whether there are several runs, and this one has a counter left.
 */
bool sweep_spare(const struct sweep *sweep, unsigned int run,
		 struct request *spare);

#endif /* PERFCNT_TOOLS_SWEEP_H */
