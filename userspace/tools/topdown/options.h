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

/* What was asked for. */
struct options {
	struct option_values shared; /* those that tools share */
	unsigned int level; /* 1 or 2 */
	/* the modes to count in, PERFCNT_CTL_MODES; with @input 0 for those of the dump */
	uint32_t modes;
	struct topdown_thresholds thresholds; /* from where on a part is worth a look */
	const char *method; /* one that methods_know(), or NULL for the one that this machine has */
	bool normalize; /* take the four parts for all slots */
	bool all_cpus; /* count all CPUs */
	struct number_list cpus; /* count these CPUs; empty without them */
	int pid; /* count this process, or with @thread this thread; or 0 */
	bool thread; /* is it a thread? */
	enum slots_each each; /* what is added up */
	bool idle; /* show what did almost nothing, too */
	unsigned int interval; /* how often the parts are shown, in milliseconds, or 0 */
	const char *input; /* a dump to take the counts from, or NULL */
	const struct topdown_format *format; /* of the results */
	char **command; /* what to run, with its arguments */
};

/*
 * Reads the command line.  Ends the tool with a message on what is wrong, or after --help and
 * --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_TOPDOWN_OPTIONS_H */
