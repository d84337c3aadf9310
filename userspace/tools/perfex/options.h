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

/**
 * struct options - what was asked for
 * @shared: those that tools share
 * @events: the events of -e or of the environment, in their order
 * @event_count: how many
 * @all: all events, by turns
 * @exl: exception level, too
 * @user: user mode
 * @kernel: kernel mode
 * @whole_machine: not the command alone
 * @pid: a process that runs already, or 0
 * @signals: between SIGUSR1 and SIGUSR2 only
 * @threads: each thread's counts, too
 * @times: times and statistics
 * @costs: the file of -c, or NULL
 * @equivalents: the file of what counts events here, or NULL
 * @table: print the cost table
 * @calibrate: measure one
 * @clock: what the user says of the clock and the caches; 0 for what is not said
 * @format: of the results
 * @slot_ms: how long a turn is, in milliseconds; 0 for the default
 * @command: the words of the command
 */
struct options {
	struct option_values shared;
	const char *events[OPTIONS_MOST_EVENTS];
	unsigned int event_count;
	bool all;
	bool exl;
	bool user;
	bool kernel;
	bool whole_machine;
	int pid;
	bool signals;
	bool threads;
	bool times;
	const char *costs;
	const char *equivalents;
	bool table;
	bool calibrate;
	struct perfex_clock clock;
	enum output_format format;
	unsigned int slot_ms;
	char **command;
};

/**
 * options_parse() - read the command line and the environment
 * @options: comes back
 * @argc: of main()
 * @argv: of main()
 *
 * Ends the tool with a message if they are wrong, and after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFEX_OPTIONS_H */
