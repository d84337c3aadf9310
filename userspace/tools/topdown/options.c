// SPDX-License-Identifier: GPL-2.0
/* The options of pc_topdown. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "base/option_table.h"
#include "base/output.h"
#include "methods.h"
#include "options.h"

enum option_id {
	LEVEL = 1,
	THRESHOLD,
	METHOD,
	NORMALIZE,
	USER,
	KERNEL,
	NO_FILTER,
	ALL_CPUS,
	CPU,
	PID,
	TID,
	PER_CORE,
	PER_CPU,
	IDLE,
	FORMAT,
	CSV,
	JSON,
	OUTPUT,
	INPUT,
	INTERVAL,
	REPEAT,
	KEEP_OUTLIERS,
	STRICT,
	WAIT,
	QUIET,
	DRY_RUN,
	LIST,
	PRETEND,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	ID_COUNT,
};

static const struct option_row rows[] = {
	{ .help = "What is shown:" },
	{ "level", 'l', "LEVEL", "1: four parts; 2 (default): two parts of each, too",
	  LEVEL },
	{ "threshold", 0, "LIST", "PART=PERCENT,...: what a part must be more than",
	  THRESHOLD },
	{ "method", 0, "METHOD", "metrics, events, arm or 34k; --list explains them",
	  METHOD },
	{ "normalize", 0, NULL, "not 34k: take the four parts for all slots",
	  NORMALIZE },
	{ .help = "Modes (default: user mode):" },
	{ "user", 'u', NULL, "user mode", USER },
	{ "kernel", 'k', NULL, "kernel mode", KERNEL },
	{ "tc", 0, "LIST", NULL, NO_FILTER },
	{ "vpe", 'v', "LIST", NULL, NO_FILTER },
	{ .help = "What is counted (not with 34k; default: COMMAND and its children):" },
	{ "all-cpus", 'a', NULL, "all CPUs, whatever runs there", ALL_CPUS },
	{ "cpu", 'C', "LIST", "these CPUs, such as 0,2-3", CPU },
	{ "pid", 'p', "PID", "a process that runs already", PID },
	{ "tid", 't', "TID", "a thread that runs already, alone", TID },
	{ "per-core", 0, NULL, "each core separately, with -a or -C", PER_CORE },
	{ "per-cpu", 0, NULL, "each CPU separately, with -a or -C", PER_CPU },
	{ "all", 0, NULL, "show those that did almost nothing, too", IDLE },
	{ .help = "Results:" },
	{ "interval", 'I', "MS", "every MS milliseconds; a 34K then has level 1 alone",
	  INTERVAL },
	{ "format", 'f', "FORMAT", "table (default), bars, lines, csv, json or plot",
	  FORMAT },
	{ "csv", 0, NULL, "the same as --format=csv", CSV },
	{ "json", 0, NULL, "the same as --format=json", JSON },
	{ "output", 'o', "FILE", "write results to FILE (default: standard error)",
	  OUTPUT },
	{ "repeat", 0, "N", "do each run N times: medians (34k), or sums", REPEAT },
	{ "keep-outliers", 0, NULL, "keep outliers", KEEP_OUTLIERS },
	{ .help = "Other:" },
	{ "input", 'i', "FILE", "take the counts from a raw dump, run nothing",
	  INPUT },
	{ "strict", 0, NULL, "fail on unsupported events (default: skip them)",
	  STRICT },
	{ "wait", 0, NULL, "wait until the counters are free", WAIT },
	{ "quiet", 0, NULL, "show neither the plan nor the progress", QUIET },
	{ "dry-run", 0, NULL, "show the plan, run nothing", DRY_RUN },
	{ "list", 0, NULL, "list the methods and what they need, run nothing", LIST },
	{ "pretend", 0, "MACHINE", "plan for another machine: 34k", PRETEND },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ 0 }
};

static const char synopsis[] =
"Usage: pc_topdown [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  pc_topdown -a | -C LIST | -p PID | -t TID [OPTION]...\n"
"                  [[--] COMMAND [ARGUMENT]...]\n"
"  or:  pc_topdown --input FILE [OPTION]...\n"
"  or:  pc_topdown --dry-run [--pretend MACHINE] [OPTION]...\n"
"  or:  pc_topdown --list\n"
"Run COMMAND, and say where the core's slots go: what can take an instruction.\n";

static const char more[] =
"\n"
"The parts are retiring (heavy_operations, light_operations), bad_speculation\n"
"(branch_mispredicts, machine_clears), frontend_bound (fetch_latency,\n"
"fetch_bandwidth) and backend_bound (memory_bound, core_bound).\n"
"\n"
"Example: pc_topdown --format=bars grep root /etc/passwd\n"
"See pc_topdown(1) for details.\n";

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
			fail("--threshold: no such part '%s'; --help lists them",
			     word);
		if (!read_percent(value, &thresholds->least[node]))
			fail("--threshold: '%s' is not a percentage, such as 12.5",
			     value);
	}
}

static void set_format(struct options *options, const char *name)
{
	const struct topdown_format *format = topdown_format_named(name);

	if (!format)
		fail("--format: unknown format '%s'; use table, bars, lines, csv, json or plot",
		     name);
	if (options->format && options->format != format)
		fail("two formats are given; use one of --format, --csv and --json");
	options->format = format;
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
	case NO_FILTER:
		fail("--%s: stalls are those of the whole core; there is no filter",
		     row->name);
	case REPEAT:
		options->repeats = option_number(row, 1, OPTIONS_MOST_REPEATS);
		break;
	}
}

static void take_other(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case INPUT:
		options->input = optarg;
		break;
	case FORMAT:
		set_format(options, optarg);
		break;
	case CSV:
	case JSON:
		set_format(options, row->name);
		break;
	case OUTPUT:
		options->output = output_named(row->name, optarg);
		break;
	case PRETEND:
		options->pretend = optarg;
		break;
	case HELP:
		option_help(synopsis, rows, more);
	case VERSION_:
		option_version("pc_topdown");
	}
}

/* Nothing is run: what says how to run it is refused. */
static void check_input(const struct options *options, const bool *given)
{
	const struct option_row *row;

	if (*options->command)
		fail("--input: unexpected argument '%s'; no command is run",
		     *options->command);
	for (row = rows; row->help || row->name; row++)
		if (((row->id >= INTERVAL && row->id < HELP) ||
		     (row->id >= ALL_CPUS && row->id <= IDLE) ||
		     row->id == METHOD || row->id == NORMALIZE) && given[row->id])
			fail("--input and --%s are mutually exclusive",
			     row->name);
}

static void check_scope(const bool *given)
{
	if (given[ALL_CPUS] + given[CPU] + given[PID] + given[TID] > 1)
		fail("--all-cpus, --cpu, --pid and --tid are mutually exclusive");
	if (given[PER_CORE] && given[PER_CPU])
		fail("--per-core and --per-cpu are mutually exclusive");
	if ((given[PER_CORE] || given[PER_CPU]) && !given[ALL_CPUS] && !given[CPU])
		fail("--per-core and --per-cpu need --all-cpus or --cpu");
	if (given[IDLE] && !given[PER_CORE] && !given[PER_CPU])
		fail("--all needs --per-core or --per-cpu: nothing is left out otherwise");
	if (given[INTERVAL] && given[REPEAT])
		fail("--interval and --repeat are mutually exclusive");
}

static void check(const struct options *options, const bool *given)
{
	if (given[INPUT]) {
		check_input(options, given);
		return;
	}
	if (given[PRETEND] && !given[DRY_RUN])
		fail("--pretend needs --dry-run: nothing runs on another machine");
	check_scope(given);
	if (!*options->command && !given[DRY_RUN] && !given[LIST] &&
	    !given[ALL_CPUS] && !given[CPU] && !options->pid)
		fail("no command given; try 'pc_topdown --help'");
}

void options_parse(struct options *options, int argc, char **argv)
{
	bool given[ID_COUNT] = { false };
	const struct option_row *row;

	*options = (struct options){
		.level = 2,
		.thresholds = topdown_thresholds,
		.repeats = 1,
	};
	while ((row = option_table_next(rows, argc, argv, false))) {
		option_once(row, given,
			    row->argument && row->id != THRESHOLD ? "" : NULL);
		take_counting(options, row);
		take_scope(options, row);
		take_other(options, row);
	}
	options->command = argv + optind;
	options->keep_outliers = given[KEEP_OUTLIERS];
	options->strict = given[STRICT];
	options->wait = given[WAIT];
	options->quiet = given[QUIET];
	options->dry_run = given[DRY_RUN];
	options->list = given[LIST];
	options->all_cpus = given[ALL_CPUS];
	options->idle = given[IDLE];
	options->normalize = given[NORMALIZE];
	if (!options->format)
		options->format = topdown_format_named(given[INTERVAL] ? "lines" :
									 "table");
	check(options, given);
	if (!options->modes && !options->input)
		options->modes = PERFCNT_CTL_U;
}
