// SPDX-License-Identifier: GPL-2.0
/* The options of pc_topdown. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/option_table.h"
#include "methods.h"
#include "options.h"

enum option_id {
	LEVEL = OPTION_OWN,
	THRESHOLD,
	METHOD,
	NORMALIZE,
	USER,
	KERNEL,
	ALL_CPUS,
	CPU,
	PID,
	TID,
	PER_CORE,
	PER_CPU,
	IDLE,
	INTERVAL,
	INPUT,
};

static const struct option_row rows[] = {
	{ .help = "What is shown:" },
	{ "level", 'l', "LEVEL", "1: four parts; 2 (default): also two parts of each",
	  LEVEL, "1 2" },
	{ "threshold", 0, "LIST", "set thresholds, such as backend_bound=30",
	  THRESHOLD, .again = OPTION_OFTEN },
	{ "method", 0, "METHOD", "metrics, events, arm or 34k; --list explains them",
	  METHOD, "metrics events arm 34k" },
	{ "normalize", 0, NULL, "scale the four parts to all slots (not with 34k)",
	  NORMALIZE },
	{ .help = "Modes (default: user mode):" },
	{ "user", 'u', NULL, "", USER },
	{ "kernel", 'k', NULL, "count in this mode; both may be given", KERNEL },
	{ .help = "What is counted (not with 34k; default: COMMAND and what it starts):" },
	{ "machine", 'a', NULL, "all CPUs, whatever runs there; also --all-cpus",
	  ALL_CPUS },
	{ "all-cpus", 0, NULL, NULL, ALL_CPUS },
	{ "cpu", 'C', "LIST", "these CPUs, such as 0,2-3", CPU },
	{ "pid", 'p', "PID", "", PID },
	{ "tid", 't', "TID", "a process, or a thread alone, that runs already", TID },
	{ "per-core", 0, NULL, "", PER_CORE },
	{ "per-cpu", 0, NULL, "each core or CPU separately, with -a or -C", PER_CPU },
	{ "idle", 0, NULL, "also show those that did almost nothing", IDLE },
	{ "interval", 'I', "MS", "every MS milliseconds; a 34K then has only level 1",
	  INTERVAL },
	{ "input", 'i', "FILE", "take the counts from a raw dump, run nothing",
	  INPUT },
	{ 0 }
};

static const struct option_set option_set = {
	.tool = "pc_topdown",
	.synopsis =
"Usage: pc_topdown [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  pc_topdown -a | -C LIST | -p PID | -t TID [OPTION]...\n"
"                  [[--] COMMAND [ARGUMENT]...]\n"
"  or:  pc_topdown --input FILE [OPTION]...\n"
"  or:  pc_topdown --dry-run [--pretend MACHINE] [OPTION]...\n"
"  or:  pc_topdown --list\n"
"Run COMMAND, and show its bottleneck: where the core's slots go (top-down).\n",
	.rows = rows,
	.shared = 1u << OPTION_FORMAT | 1u << OPTION_OUTPUT | 1u << OPTION_REPEAT |
		  1u << OPTION_KEEP_OUTLIERS | 1u << OPTION_STRICT |
		  1u << OPTION_WAIT | 1u << OPTION_QUIET | 1u << OPTION_DRY_RUN |
		  1u << OPTION_LIST | 1u << OPTION_PRETEND,
	.formats = "table bars lines csv json plot",
	.output = "standard error",
	.list = "the methods and what they need",
	.machines = "34k",
	.more =
"Level 2 needs an Intel core from Sapphire Rapids on, or a 34K; AMD's cores have\n"
"no method. \"Frontend bound\" is instruction fetch, \"backend bound\" data or units.\n"
"Examples: pc_topdown -f bars ls               the bottleneck of a command\n"
"          pc_topdown -a -I 1000               all CPUs, each second\n"
"          pc_topdown -p 1234 sleep 10         a process, for ten seconds\n",
};

/* A percentage with up to two digits after the point, in hundredths. */
static bool read_percent(const char *text, unsigned int *hundredths)
{
	uint64_t whole, rest = 0;
	const char *digits;

	if (number_take(&text, 10, 100, &whole))
		return false;
	if (*text == '.') {
		digits = ++text;
		if (number_take(&text, 10, 99, &rest) || text - digits > 2)
			return false;
		if (text - digits == 1)
			rest *= 10;
	}
	*hundredths = 100 * whole + rest;
	return !*text && *hundredths <= TOPDOWN_MOST_THRESHOLD;
}

static void read_thresholds(struct topdown_thresholds *thresholds, char *list)
{
	char *word, *at = NULL;

	for (word = strtok_r(list, ",", &at); word; word = strtok_r(NULL, ",", &at)) {
		char *value = strchr(word, '=');
		enum topdown_node node;

		if (!value)
			fail("--threshold: '%s' is not PART=PERCENT", word);
		*value++ = '\0';
		node = topdown_named(word);
		if (node == TOPDOWN_NODES)
			fail("--threshold: no such part '%s'; pc_topdown(1) lists them",
			     word);
		if (!read_percent(value, &thresholds->least[node]))
			fail("--threshold: '%s' is not a percentage, such as 12.5",
			     value);
	}
}

static void set_method(struct options *options)
{
	options->method = optarg;
	if (!methods_know(optarg))
		fail("--method: unknown method '%s'; use " METHODS_NAMES, optarg);
}

static void read_cpus(struct options *options)
{
	if (number_list_read(&options->cpus, OPTIONS_MOST_CPUS, optarg))
		fail("--cpu: '%s' is not a list of numbers from 0 to %u, such as 0,2-3",
		     optarg, OPTIONS_MOST_CPUS);
}

static void take_scope(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case CPU:
		read_cpus(options);
		break;
	case PID:
	case TID:
		options->thread = row->id == TID;
		options->pid = option_number(row, 1, INT_MAX);
		break;
	case PER_CORE:
		options->each = SLOTS_PER_CORE;
		break;
	case PER_CPU:
		options->each = SLOTS_PER_CPU;
		break;
	case INTERVAL:
		options->interval = option_number(row, OPTIONS_LEAST_INTERVAL,
						  OPTIONS_MOST_INTERVAL);
	}
}

static void take_counting(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case LEVEL:
		options->level = option_number(row, 1, 2);
		break;
	case THRESHOLD:
		read_thresholds(&options->thresholds, optarg);
		break;
	case METHOD:
		set_method(options);
		break;
	case USER:
		options->modes |= PERFCNT_CTL_U;
		break;
	case KERNEL:
		options->modes |= PERFCNT_CTL_K;
		break;
	case INPUT:
		options->input = optarg;
		break;
	}
}

/* Nothing is run: what says how to run it is refused. */
static void check_input(const struct options *options, const bool *given)
{
	static const int of_runs[] = {
		METHOD, NORMALIZE, ALL_CPUS, CPU, PID, TID, PER_CORE, PER_CPU, IDLE,
		INTERVAL, OPTION_REPEAT, OPTION_KEEP_OUTLIERS, OPTION_STRICT,
		OPTION_WAIT, OPTION_QUIET, OPTION_DRY_RUN, OPTION_LIST, OPTION_PRETEND,
	};
	size_t i;

	if (*options->command)
		fail("--input: unexpected argument '%s'; no command is run",
		     *options->command);
	for (i = 0; i < ARRAY_SIZE(of_runs); i++)
		if (given[of_runs[i]])
			fail("--input and --%s are mutually exclusive",
			     option_row_of(&option_set, of_runs[i])->name);
}

static void check_scope(const bool *given)
{
	if (given[ALL_CPUS] + given[CPU] + given[PID] + given[TID] > 1)
		fail("--machine, --cpu, --pid and --tid are mutually exclusive");
	if (given[PER_CORE] && given[PER_CPU])
		fail("--per-core and --per-cpu are mutually exclusive");
	if ((given[PER_CORE] || given[PER_CPU]) && !given[ALL_CPUS] && !given[CPU])
		fail("--per-core and --per-cpu need --machine or --cpu");
	if (given[IDLE] && !given[PER_CORE] && !given[PER_CPU])
		fail("--idle needs --per-core or --per-cpu: nothing is left out otherwise");
	if (given[INTERVAL] && given[OPTION_REPEAT])
		fail("--interval and --repeat are mutually exclusive");
}

static void check(const struct options *options, const bool *given)
{
	if (given[INPUT]) {
		check_input(options, given);
		return;
	}
	if (given[OPTION_PRETEND] && !given[OPTION_DRY_RUN])
		fail("--pretend needs --dry-run: nothing runs on another machine");
	check_scope(given);
	if (!*options->command && !given[OPTION_DRY_RUN] && !given[OPTION_LIST] &&
	    !given[ALL_CPUS] && !given[CPU] && !options->pid)
		fail("no command given; try 'pc_topdown --help'");
}

static void set_values(struct options *options)
{
	const bool *given = options->shared.given;

	options->all_cpus = given[ALL_CPUS];
	options->idle = given[IDLE];
	options->normalize = given[NORMALIZE];
	options->format = topdown_format_named(options->shared.format ?:
					       given[INTERVAL] ? "lines" : "table");
}

void options_parse(struct options *options, int argc, char **argv)
{
	const struct option_row *row;

	*options = (struct options){
		.level = 2,
		.thresholds = topdown_thresholds,
	};
	option_begin(&options->shared);
	while ((row = option_next(&option_set, &options->shared, argc, argv, false))) {
		take_counting(options, row);
		take_scope(options, row);
	}
	options->command = argv + optind;
	set_values(options);
	check(options, options->shared.given);
	if (!options->modes && !options->input)
		options->modes = PERFCNT_CTL_U;
}
