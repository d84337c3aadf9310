/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFCNT_COUNTS_SWEEP_OPTIONS_H
#define PERFCNT_COUNTS_SWEEP_OPTIONS_H

#include <stdbool.h>

#include "base/option_table.h"
#include "session/wanted.h"
#include "format.h"

/**
 * struct options - what was asked for
 * @shared: those that tools share
 * @wanted: what is to be counted
 * @check: find out whether the machine counts
 * @report: say which machine it is, too, and all that its counters count
 * @whole_machine: not the command alone
 * @format: of the results
 * @command: what to run, with its arguments
 */
struct options {
	struct option_values shared;
	struct wanted wanted;
	bool check;
	bool report;
	bool whole_machine;
	const struct format *format;
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
