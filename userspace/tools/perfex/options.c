// SPDX-License-Identifier: GPL-2.0
/* From the words of the command line to what was asked for. */
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option_table.h"
#include "base/output.h"
#include "options.h"
#include "r10000.h"

/* The id of a row. */
enum option_id {
	EVENT = OPTION_OWN,
	ALL,
	EXL,
	USER,
	KERNEL,
	WHOLE_MACHINE,
	PID,
	SIGNALS,
	THREADS,
	TIMES,
	COSTS,
	TABLE,
	MHZ,
	L1_LINE,
	L2_LINE,
	SLOT,
	EQUIVALENTS,
	CALIBRATE,
	UNKNOWN_L, /* the -l of IRIX, which no manual explains */
};

/* The options of IRIX's perfex, and what goes beyond them. */

static const struct option_row option_rows[] = {
	{ .help = "Events (default: cycles, in user mode):" },
	{ "event", 'e', "EVENT", "an R10000 number from 0 to 31, or a name",
	  EVENT, .again = OPTION_OFTEN },
	{ "all", 'a', NULL, "all of the 32 that are here: estimates, in one run",
	  ALL },
	{ "slot", 0, "MS", "with -a: for how long each is counted (default 10)", SLOT },
	{ "equivalents", 0, "FILE", "read what counts events here: 21 r04c7 + r01c7",
	  EQUIVALENTS },
	{ "user", 'u', NULL, "", USER },
	{ "kernel", 'k', NULL, "count in this mode; both may be given", KERNEL },
	{ "exl", 'x', NULL, "also count at exception level", EXL },
	{ .help = "Whose events (default: of COMMAND and what it starts):" },
	{ "mp", 0, NULL, "also print each thread's counts; IRIX's -mp", THREADS },
	{ "signals", 's', NULL, "count between SIGUSR1 and SIGUSR2 only", SIGNALS },
	{ "machine", 0, NULL, "count the whole machine; also --all-cpus",
	  WHOLE_MACHINE },
	{ "all-cpus", 0, NULL, NULL, WHOLE_MACHINE },
	{ "pid", 0, "PID", "a process that runs already, until COMMAND or it ends", PID },
	{ .help = "Costs:" },
	{ "times", 'y', NULL, "estimate times, and print statistics", TIMES },
	{ "costs", 'c', "FILE", "read a cost table, for -y or -t", COSTS },
	{ "table", 't', NULL, "print the cost table that -y uses", TABLE },
	{ "calibrate", 0, NULL, "measure this machine's cost table and print it",
	  CALIBRATE },
	{ "mhz", 0, "MHZ", "", MHZ },
	{ "l1-line", 0, "BYTES", "", L1_LINE },
	{ "l2-line", 0, "BYTES", "the clock, and the line sizes of the data caches", L2_LINE },
	{ "l", 'l', "NN", NULL, UNKNOWN_L },
	{ .help = "Results:" },
	{ 0 }
};

static const struct option_set option_set = {
	.tool = "perfex",
	.synopsis =
"Usage: perfex [-a | -e EVENT...] [-mp | -s] [-x] [-y [-c FILE]] [-o FILE]\n"
"              [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  perfex --pid PID [OPTION]... [[--] COMMAND [ARGUMENT]...]\n"
"  or:  perfex -t [-c FILE] [COMMAND [ARGUMENT]...]\n"
"  or:  perfex --dry-run [--pretend MACHINE] [-a | -e EVENT...]\n"
"  or:  perfex --calibrate | --list [--pretend MACHINE]\n"
"Run COMMAND and print counts of hardware events of it and all that it starts.\n",
	.rows = option_rows,
	.shared = 1u << OPTION_FORMAT | 1u << OPTION_OUTPUT | 1u << OPTION_APPEND |
		  1u << OPTION_REPEAT | 1u << OPTION_STRICT | 1u << OPTION_QUIET |
		  1u << OPTION_DRY_RUN | 1u << OPTION_LIST | 1u << OPTION_PRETEND,
	.formats = "table csv json",
	.output = "standard error",
	.list = "what counts each event here",
	.machines = "34k perf",
	.more =
"Examples: perfex -e instructions ls           cycles and instructions\n"
"          perfex -a -y make                   all events, and what they cost\n"
"          perfex -e instructions -e cache-misses -mp --pid 1234 sleep 10\n",
};

static const char unknown_l[] =
	"-l: IRIX's manual names this option, but does not say what it does";

static unsigned int read_line_size(const struct option_row *row)
{
	unsigned int size = option_number(row, 4, 65536);

	if (size & (size - 1))
		fail("--%s: '%s' is not a power of two", row->name, optarg);
	return size;
}

static double read_mhz(const char *word)
{
	char *end;
	double mhz = strtod(word, &end);

	if (!*word || *end || word[strspn(word, "0123456789.")] ||
	    !isfinite(mhz) || mhz <= 0)
		fail("--mhz: '%s' is not a number of MHz", word);
	return mhz;
}

/* From here on nothing but an event may have digits only. */
static void add_event(struct options *options, const char *word,
		      const char *where)
{
	if (!*word)
		fail("%s: the event is empty; use 0 to 31, or a name", where);
	if (!word[strspn(word, "0123456789")] && perfex_event_number(word) < 0)
		fail("%s: no event '%s'; use 0 to 31, or a name", where, word);
	if (options->event_count == OPTIONS_MOST_EVENTS)
		fail("%s: too many events (at most %d)", where,
		     OPTIONS_MOST_EVENTS);
	options->events[options->event_count++] = word;
}

static void take_number(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case MHZ:
		options->clock.mhz = read_mhz(optarg);
		break;
	case L1_LINE:
		options->clock.l1_line = read_line_size(row);
		break;
	case L2_LINE:
		options->clock.l2_line = read_line_size(row);
		break;
	case SLOT:
		options->slot_ms = option_number(row, 1, 1000);
		break;
	case PID:
		options->pid = option_number(row, 1, INT_MAX);
		break;
	}
}

static void take(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case EVENT:
		add_event(options, optarg, "-e");
		break;
	case COSTS:
		options->costs = output_named(row->name, optarg);
		break;
	case EQUIVALENTS:
		options->equivalents = output_named(row->name, optarg);
		break;
	case UNKNOWN_L:
		fail("%s", unknown_l);
	default:
		take_number(options, row);
	}
}

static enum output_format format_of(const char *name)
{
	if (!name || !strcmp(name, "table"))
		return FORMAT_TEXT;
	return strcmp(name, "csv") ? FORMAT_JSON : FORMAT_CSV;
}

static void set_values(struct options *options)
{
	const bool *given = options->shared.given;

	options->all = given[ALL];
	options->exl = given[EXL];
	options->user = given[USER] || !given[KERNEL];
	options->kernel = given[KERNEL];
	options->whole_machine = given[WHOLE_MACHINE];
	options->signals = given[SIGNALS];
	options->threads = given[THREADS];
	options->times = given[TIMES];
	options->table = given[TABLE];
	options->calibrate = given[CALIBRATE];
	options->format = format_of(options->shared.format);
}

/* What is to be counted and is not on the command line can be in the environment. */
static void take_environment(struct options *options)
{
	static const char *const names[] = { "T5_EVENT0", "T5_EVENT1" };
	const bool *given = options->shared.given;
	unsigned int i;

	if (given[EVENT] || given[ALL] ||
	    (!*options->command && !options->pid && !given[OPTION_DRY_RUN]))
		return;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const char *word = getenv(names[i]);

		if (!word)
			continue;
		if (perfex_event_number(word) < 0)
			fail("%s: '%s' is not a number from 0 to 31", names[i],
			     word);
		add_event(options, word, names[i]);
	}
}

/* Pairs of options that exclude each other, and what each is called. */
static void check_pairs(const bool *given)
{
	static const struct {
		int one, other;
		const char *words;
	} pairs[] = {
		{ THREADS, SIGNALS, "-mp and -s" },
		{ ALL, WHOLE_MACHINE, "-a and --machine" },
		{ ALL, OPTION_REPEAT, "-a and --repeat" },
		{ CALIBRATE, ALL, "--calibrate and -a" },
		{ THREADS, WHOLE_MACHINE, "-mp and --machine" },
		{ SIGNALS, OPTION_REPEAT, "-s and --repeat" },
		{ PID, WHOLE_MACHINE, "--pid and --machine" },
		{ PID, SIGNALS, "--pid and -s" },
		{ PID, OPTION_LIST, "--pid and --list" },
		{ PID, CALIBRATE, "--pid and --calibrate" },
		{ OPTION_LIST, OPTION_DRY_RUN, "--list and --dry-run" },
		{ OPTION_LIST, CALIBRATE, "--list and --calibrate" },
		{ OPTION_LIST, TABLE, "--list and -t" },
		{ CALIBRATE, TABLE, "--calibrate and -t" },
		{ CALIBRATE, OPTION_DRY_RUN, "--calibrate and --dry-run" },
		{ CALIBRATE, TIMES, "--calibrate and -y" },
		{ CALIBRATE, EVENT, "--calibrate and -e" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if (given[pairs[i].one] && given[pairs[i].other])
			fail("%s are mutually exclusive", pairs[i].words);
}

static void check(const struct options *options)
{
	const bool *given = options->shared.given;
	const bool runs = *options->command;

	check_pairs(given);
	if (options->costs && !options->times && !options->table)
		fail("-c needs -y or -t: nothing else uses costs");
	if ((given[SLOT] || given[OPTION_STRICT]) && !options->all)
		fail("--%s needs -a", given[SLOT] ? "slot" : "strict");
	if (given[OPTION_REPEAT] && !runs)
		fail("--repeat needs a command");
	if (!runs && !options->pid &&
	    (given[OPTION_OUTPUT] || given[OPTION_APPEND] ||
	     given[OPTION_FORMAT]))
		fail("--%s needs a command: what else is printed is text, on standard output",
		     given[OPTION_FORMAT] ? "format" :
		     given[OPTION_OUTPUT] ? "output" : "append");
	if (options->shared.pretend && !given[OPTION_LIST] && !given[OPTION_DRY_RUN])
		fail("--pretend needs --dry-run or --list: nothing runs on another machine");
	if ((given[OPTION_LIST] || options->calibrate) && runs)
		fail("--%s: unexpected argument '%s'; no command is run",
		     given[OPTION_LIST] ? "list" : "calibrate", *options->command);
	if (!runs && !options->pid && !given[OPTION_LIST] && !given[OPTION_DRY_RUN] &&
	    !options->table && !options->calibrate)
		fail("no command given; try 'perfex --help'");
}

/* getopt(3) would take -mp for two options. */
static const struct option_row *next(struct options *options, int argc, char **argv)
{
	if (optind < argc && !strcmp(argv[optind], "-mp"))
		argv[optind] = (char *)"--mp";
	return option_next(&option_set, &options->shared, argc, argv, false);
}

void options_parse(struct options *options, int argc, char **argv)
{
	const struct option_row *row;

	memset(options, 0, sizeof(*options));
	option_begin(&options->shared);
	while ((row = next(options, argc, argv)))
		take(options, row);
	options->command = argv + optind;
	set_values(options);
	take_environment(options);
	check(options);
}
