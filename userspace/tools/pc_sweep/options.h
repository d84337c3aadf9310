/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PC_SWEEP_OPTIONS_H
#define PC_SWEEP_OPTIONS_H

#include <stdbool.h>

#include "report/format.h"
#include "session/requests.h"

#define OPTIONS_MOST_REPEATS	1000

/**
 * struct options - what was asked for
 * @wanted: what is to be counted
 * @repeats: how often each run is done
 * @keep_outliers: leave no count out
 * @wait: until the counters are free
 * @list: show the events
 * @dry_run: show the plan
 * @format: of the results
 * @output: the file where they go, or NULL
 * @append: behind what is there
 * @command: what to run, with its arguments
 */
struct options {
	struct wanted wanted;
	unsigned int repeats;
	bool keep_outliers;
	bool wait;
	bool list;
	bool dry_run;
	const struct format *format;
	const char *output;
	bool append;
	char **command;
};

/**
 * options_parse() - read the command line
 * @options: comes back
 * @argc: how many words
 * @argv: the words
 *
 * Ends the program with words on what is wrong, or after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PC_SWEEP_OPTIONS_H */
