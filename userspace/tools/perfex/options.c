// SPDX-License-Identifier: GPL-2.0
/* From the words of the command line to what was asked for. */
#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/option_table.h"
#include "base/output.h"
#include "options.h"
#include "r10000.h"

/* The id of a row. */
enum option_id {
	EVENT = 1,
	ALL,
	EXL,
	KERNEL,
	WHOLE_MACHINE,
	SIGNALS,
	THREADS,
	TIMES,
	COSTS,
	TABLE,
	MHZ,
	L1_LINE,
	L2_LINE,
	OUTPUT,
	APPEND,
	FORMAT,
	REPEAT,
	SLOT,
	STRICT,
	CALIBRATE,
	DRY_RUN,
	LIST,
	PRETEND,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	UNKNOWN_L, /* the -l of IRIX, which no manual explains */
	ID_COUNT,
};

/* The options of IRIX's perfex, and what goes beyond them. */

static const struct option_row option_rows[] = {
	{ .help = "Events (default: cycles):" },
	{ "event", 'e', "EVENT", "a number from 0 to 31, or a name; may be repeated",
	  EVENT },
	{ "all", 'a', NULL, "all of these, by turns; counts are scaled", ALL },
	{ "exl", 'x', NULL, "count at exception level, too", EXL },
	{ "kernel", 'k', NULL, "count in kernel mode, too", KERNEL },
	{ .help = "Whose events:" },
	{ "mp", 0, NULL, "each thread's counts, too; also -mp", THREADS },
	{ "signals", 's', NULL, "count between SIGUSR1 and SIGUSR2 only", SIGNALS },
	{ "machine", 0, NULL, "count the whole machine, not the command alone",
	  WHOLE_MACHINE },
	{ .help = "Costs:" },
	{ "times", 'y', NULL, "estimate times, and print statistics", TIMES },
	{ "costs", 'c', "FILE", "read a cost table, for -y or -t", COSTS },
	{ "table", 't', NULL, "print the cost table that -y uses", TABLE },
	{ "calibrate", 0, NULL, "measure this machine's cost table and print it",
	  CALIBRATE },
	{ "mhz", 0, "MHZ", "the clock of the processor, in MHz", MHZ },
	{ "l1-line", 0, "BYTES", "the line size of the level 1 data cache", L1_LINE },
	{ "l2-line", 0, "BYTES", "the line size of the level 2 cache", L2_LINE },
	{ .help = "Results:" },
	{ "output", 'o', "FILE", "write results to FILE (default: standard error)",
	  OUTPUT },
	{ "append", 0, "FILE", "append results to FILE", APPEND },
	{ "format", 0, "FORMAT", "text (default), csv or json", FORMAT },
	{ "repeat", 0, "N", "run the command N times, take the median", REPEAT },
	{ .help = "Other:" },
	{ "slot", 0, "MS", "with -a: how long a turn is (default 10)", SLOT },
	{ "strict", 0, NULL, "with -a: fail on unsupported events", STRICT },
	{ "dry-run", 0, NULL, "show what would be counted, run nothing", DRY_RUN },
	{ "list", 0, NULL, "show what counts each event here", LIST },
	{ "pretend", 0, "MACHINE", "plan or list for another machine: 34k or perf",
	  PRETEND },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ "l", 'l', "NN", NULL, UNKNOWN_L },
	{ 0 }
};

static const char synopsis[] =
"Usage: perfex [-a | -e EVENT...] [-mp | -s] [-x] [-k] [-y [-c FILE]] [-o FILE]\n"
"              [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  perfex -t [-c FILE] [COMMAND [ARGUMENT]...]\n"
"  or:  perfex --calibrate\n"
"  or:  perfex --dry-run [--pretend MACHINE] [-a | -e EVENT...]\n"
"  or:  perfex --list [--pretend MACHINE]\n"
"Run COMMAND and print counts of hardware events of it and all that it starts.\n";

static const char more[] =
"\nExample: perfex -e 26 -e 25 bar. See perfex(1) for details.\n";

static const char unknown_l[] =
	"-l: IRIX's manual names this option, but does not say what it does";

static const char *const formats[] = {
	[FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv", [FORMAT_JSON] = "json",
};

/**
 * struct parser - how far the command line has been read
 * @options: what was asked for
 * @given: the options that were given, by their id
 */
struct parser {
	struct options *options;
	bool given[ID_COUNT];
};

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

static void set_format(struct options *options, const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(name, formats[i])) {
			options->format = i;
			return;
		}
	fail("--format: unknown format '%s'; use text, csv or json", name);
}

static void take_file(struct options *options, const struct option_row *row)
{
	const char *path = output_named(row->name, optarg);

	if (row->id == COSTS) {
		options->costs = path;
	} else {
		options->output = path;
		options->append = row->id == APPEND;
	}
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
	case REPEAT:
		options->repeats = option_number(row, 1, OPTIONS_MOST_REPEATS);
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
	case OUTPUT:
	case APPEND:
		take_file(options, row);
		break;
	case FORMAT:
		set_format(options, optarg);
		break;
	case PRETEND:
		options->pretend = optarg;
		break;
	case HELP:
		option_help(synopsis, option_rows, more);
	case VERSION_:
		option_version("perfex");
	case UNKNOWN_L:
		fail("%s", unknown_l);
	default:
		take_number(options, row);
	}
}

static bool may_be_repeated(const struct option_row *row)
{
	return row->id == EVENT || !row->argument;
}

static void set_flags(struct parser *parser)
{
	struct options *options = parser->options;
	const bool *given = parser->given;

	options->all = given[ALL];
	options->strict = given[STRICT];
	options->exl = given[EXL];
	options->kernel = given[KERNEL];
	options->whole_machine = given[WHOLE_MACHINE];
	options->signals = given[SIGNALS];
	options->threads = given[THREADS];
	options->times = given[TIMES];
	options->table = given[TABLE];
	options->calibrate = given[CALIBRATE];
	options->dry_run = given[DRY_RUN];
	options->list = given[LIST];
}

/* What is not given on the command line can be in the environment. */
static void take_environment(struct parser *parser)
{
	static const char *const names[] = { "T5_EVENT0", "T5_EVENT1" };
	unsigned int i;

	if (parser->given[EVENT] || parser->given[ALL])
		return;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const char *word = getenv(names[i]);

		if (!word)
			continue;
		if (perfex_event_number(word) < 0)
			fail("%s: '%s' is not a number from 0 to 31", names[i],
			     word);
		add_event(parser->options, word, names[i]);
	}
}

/* Pairs of options that exclude each other, and what each is called. */
static void check_pairs(const struct parser *parser)
{
	static const struct {
		enum option_id one, other;
		const char *words;
	} pairs[] = {
		{ THREADS, SIGNALS, "-mp and -s" },
		{ ALL, WHOLE_MACHINE, "-a and --machine" },
		{ ALL, REPEAT, "-a and --repeat" },
		{ CALIBRATE, ALL, "--calibrate and -a" },
		{ THREADS, WHOLE_MACHINE, "-mp and --machine" },
		{ OUTPUT, APPEND, "--output and --append" },
		{ SIGNALS, REPEAT, "-s and --repeat" },
		{ LIST, DRY_RUN, "--list and --dry-run" },
		{ LIST, CALIBRATE, "--list and --calibrate" },
		{ LIST, TABLE, "--list and -t" },
		{ CALIBRATE, TABLE, "--calibrate and -t" },
		{ CALIBRATE, DRY_RUN, "--calibrate and --dry-run" },
		{ CALIBRATE, TIMES, "--calibrate and -y" },
		{ CALIBRATE, EVENT, "--calibrate and -e" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if (parser->given[pairs[i].one] && parser->given[pairs[i].other])
			fail("%s are mutually exclusive", pairs[i].words);
}

static void check(const struct parser *parser)
{
	const struct options *options = parser->options;

	check_pairs(parser);
	if (options->costs && !options->times && !options->table)
		fail("-c needs -y or -t: nothing else uses costs");
	if ((parser->given[SLOT] || parser->given[STRICT]) && !options->all)
		fail("--%s needs -a", parser->given[SLOT] ? "slot" : "strict");
	if (parser->given[OUTPUT] + parser->given[APPEND] + parser->given[FORMAT] &&
	    !*options->command)
		fail("--%s needs a command: what else is printed is text, on standard output",
		     parser->given[FORMAT] ? "format" :
		     parser->given[OUTPUT] ? "output" : "append");
	if (options->pretend && !options->list && !options->dry_run)
		fail("--pretend needs --dry-run or --list: nothing runs on another machine");
	if ((options->list || options->calibrate) && *options->command)
		fail("--%s: unexpected argument '%s'; no command is run",
		     options->list ? "list" : "calibrate", *options->command);
	if (!*options->command && !options->list && !options->dry_run &&
	    !options->table && !options->calibrate)
		fail("no command given; try 'perfex --help'");
}

/* getopt(3) would take -mp for two options. */
static const struct option_row *next(int argc, char **argv)
{
	if (optind < argc && !strcmp(argv[optind], "-mp"))
		argv[optind] = (char *)"--mp";
	return option_table_next(option_rows, argc, argv, false);
}

void options_parse(struct options *options, int argc, char **argv)
{
	struct parser parser = { .options = options };
	const struct option_row *row;

	memset(options, 0, sizeof(*options));
	options->repeats = 1;
	while ((row = next(argc, argv))) {
		option_once(row, parser.given, may_be_repeated(row) ? NULL : "");
		take(options, row);
	}
	options->command = argv + optind;
	set_flags(&parser);
	take_environment(&parser);
	check(&parser);
}
