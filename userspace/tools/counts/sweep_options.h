/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFCNT_COUNTS_SWEEP_OPTIONS_H
#define PERFCNT_COUNTS_SWEEP_OPTIONS_H

#include <stdbool.h>

#include "base/option_table.h"
#include "session/wanted.h"
#include "format.h"

/* What was asked for. */
struct options {
	struct option_values shared; /* those that tools share */
	struct wanted wanted; /* what is to be counted */
	bool check; /* find out whether the machine counts */
	bool report; /* say which machine it is, too, and all that its counters count */
	bool whole_machine; /* not the command alone */
	const struct format *format; /* of the results */
	char **command; /* what to run, with its arguments */
};

/*
 * Reads the command line.  Ends the tool with a message on what is wrong, or after --help and
 * --version.
 */
void sweep_options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_COUNTS_SWEEP_OPTIONS_H */
