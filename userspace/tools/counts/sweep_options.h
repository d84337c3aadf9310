/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFCNT_COUNTS_SWEEP_OPTIONS_H
#define PERFCNT_COUNTS_SWEEP_OPTIONS_H

#include <stdbool.h>

#include "session/wanted.h"
#include "format.h"

/**
 * struct options - what was asked for
 * @wanted: what is to be counted
 * @repeats: how many times each run is done
 * @keep_outliers: keep outliers
 * @wait: wait until the counters are free
 * @list: show the events
 * @check: find out whether the machine counts
 * @dry_run: show the plan
 * @quiet: show neither the plan nor the progress
 * @whole_machine: not the command alone
 * @pretend: the machine to plan for, or NULL for this one
 * @format: of the results
 * @output: the file where they go, or NULL
 * @append: append them to it
 * @command: what to run, with its arguments
 */
struct options {
	struct wanted wanted;
	unsigned int repeats;
	bool keep_outliers;
	bool wait;
	bool list;
	bool check;
	bool dry_run;
	bool quiet;
	bool whole_machine;
	const char *pretend;
	const struct format *format;
	const char *output;
	bool append;
	char **command;
};

/**
 * sweep_options_parse() - read the command line
 * @options: comes back
 * @argc: how many words
 * @argv: the words
 *
 * Ends the tool with a message on what is wrong, or after --help and --version.
 */
void sweep_options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_COUNTS_SWEEP_OPTIONS_H */
