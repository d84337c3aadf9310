/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFCNT_TOPDOWN_OPTIONS_H
#define PERFCNT_TOPDOWN_OPTIONS_H

#include <stdbool.h>

#include "base/number.h"
#include "base/option_table.h"
#include "format.h"
#include "slots.h"
#include "topdown.h"

#define OPTIONS_MOST_CPUS	65535

/* In milliseconds: less would count mostly ourselves. */
#define OPTIONS_LEAST_INTERVAL	10
#define OPTIONS_MOST_INTERVAL	86400000

/**
 * struct options - what was asked for
 * @shared: those that tools share
 * @level: 1 or 2
 * @modes: the modes to count in, PERFCNT_CTL_MODES; with @input 0 for those of the
 *	   dump
 * @thresholds: from where on a part is worth a look
 * @method: one that methods_know(), or NULL for the one that this machine has
 * @normalize: take the four parts for all slots
 * @all_cpus: count all CPUs
 * @cpus: count these CPUs; empty without them
 * @pid: count this process, or with @thread this thread; or 0
 * @thread: is it a thread?
 * @each: what is added up
 * @idle: show what did almost nothing, too
 * @interval: how often the parts are shown, in milliseconds, or 0
 * @input: a dump to take the counts from, or NULL
 * @format: of the results
 * @command: what to run, with its arguments
 */
struct options {
	struct option_values shared;
	unsigned int level;
	uint32_t modes;
	struct topdown_thresholds thresholds;
	const char *method;
	bool normalize;
	bool all_cpus;
	struct number_list cpus;
	int pid;
	bool thread;
	enum slots_each each;
	bool idle;
	unsigned int interval;
	const char *input;
	const struct topdown_format *format;
	char **command;
};

/**
 * options_parse() - read the command line
 * @options: comes back
 * @argc: how many words
 * @argv: the words
 *
 * Ends the tool with a message on what is wrong, or after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_TOPDOWN_OPTIONS_H */
