/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFEX_OPTIONS_H
#define PERFEX_OPTIONS_H

#include <stdbool.h>

#include "base/option_table.h"
#include "ratios.h"

#define OPTIONS_MOST_EVENTS	32

enum output_format {
	FORMAT_TEXT,
	FORMAT_CSV,
	FORMAT_JSON,
};

/* What was asked for. */
struct options {
	struct option_values shared; /* those that tools share */
	/* the events of -e or of the environment, in their order */
	const char *events[OPTIONS_MOST_EVENTS];
	unsigned int event_count;
	bool all; /* all events, by turns */
	bool exl; /* exception level, too */
	bool user; /* user mode */
	bool kernel; /* kernel mode */
	bool whole_machine; /* not the command alone */
	int pid; /* a process that runs already, or 0 */
	bool signals; /* between SIGUSR1 and SIGUSR2 only */
	bool threads; /* each thread's counts, too */
	bool times; /* times and statistics */
	const char *costs; /* the file of -c, or NULL */
	const char *equivalents; /* the file of what counts events here, or NULL */
	bool table; /* print the cost table */
	bool calibrate; /* measure one */
	/* what the user says of the clock and the caches; 0 for what is not said */
	struct perfex_clock clock;
	enum output_format format; /* of the results */
	unsigned int slot_ms; /* how long a turn is, in milliseconds; 0 for the default */
	char **command; /* the words of the command */
};

/*
 * Reads the command line and the environment.  Ends the tool with a message if they are wrong, and
 * after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFEX_OPTIONS_H */
