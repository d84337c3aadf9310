/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PC_SWEEP_OPTIONS_H
#define PC_SWEEP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "events/selection.h"

#define OPTIONS_MOST_REPEATS	1000

/* No TC, or no VPE. */
#define OPTIONS_NO_UNIT		-1

/* How results are written. */
enum format {
	FORMAT_RAW,
	FORMAT_TABLE,
	FORMAT_CSV,
	FORMAT_JSON,
};

/**
 * struct options - what was asked for
 * @selection: the events
 * @modes: the modes to count in, PERFCNT_CTL_MODES
 * @sweep_modes: each mode of the machine by itself
 * @balance: each TC and each VPE by itself
 * @tc: one TC, or OPTIONS_NO_UNIT
 * @vpe: one VPE, or OPTIONS_NO_UNIT
 * @repeats: how often each run is done
 * @keep_outliers: leave no count out
 * @strict: refuse what the machine cannot count, instead of leaving it out
 * @wait: until the counters are free
 * @list: show the events
 * @dry_run: show the plan
 * @format: of the results
 * @output: the file where they go, or NULL
 * @append: behind what is there
 * @command: what to run, with its arguments
 */
struct options {
	struct selection selection;
	uint32_t modes;
	bool sweep_modes;
	bool balance;
	int tc;
	int vpe;
	unsigned int repeats;
	bool keep_outliers;
	bool strict;
	bool wait;
	bool list;
	bool dry_run;
	enum format format;
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
