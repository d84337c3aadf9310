// SPDX-License-Identifier: GPL-2.0
/* The options of pc_regions. */
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "base/option_table.h"
#include "options.h"

/* More than an interval has. */
#define MOST_USER_WORDS	4096

enum option_id {
	EVENTS = OPTION_OWN,
	LIVE,
	SKIP,
	HISTOGRAM,
	PACKETS,
	MHZ,
	IDLE_LOOPS,
	IDLE_CYCLES,
};

#define AMOUNTS	"user1 user2 user1-delta user2-delta"

static const struct option_row rows[] = {
	{ .help = "What is counted:" },
	{ "events", 'e', "EVENTS", "of a COMMAND: what its regions count", EVENTS },
	{ "live", 0, "PID", "the recording of a running program", LIVE },
	{ "skip", 0, "N", "leave out the first N intervals of each CPU or region",
	  SKIP },
	{ "histogram", 0, NULL, "with tables: print histograms", HISTOGRAM },
	{ .help = "Inputs for metrics:" },
	{ "packets", 0, "AMOUNT", "packets per interval", PACKETS, AMOUNTS },
	{ "mhz", 0, "N", "of dumps: clock of the CPU, in megahertz", MHZ },
	{ "idle-loops", 0, "AMOUNT", "passes through the idle loop per interval",
	  IDLE_LOOPS, AMOUNTS },
	{ "idle-cycles", 0, "N", "cycles of one pass through the idle loop",
	  IDLE_CYCLES },
	{ 0 }
};

static const struct option_set option_set = {
	.tool = "pc_regions",
	.synopsis =
"Usage: pc_regions [OPTION]... -- COMMAND [ARGUMENT]...\n"
"  or:  pc_regions [OPTION]... [FILE]...\n"
"  or:  pc_regions --live PID [OPTION]...\n"
"Run a COMMAND that uses libperfcnt, and show what its regions have counted. Or\n"
"show what programs have recorded before, in a FILE, or record now; or dumps of\n"
"the Netra DPS profiler (ver1.1), from FILEs or standard input.\n",
	.rows = rows,
	.shared = 1u << OPTION_FORMAT | 1u << OPTION_OUTPUT | 1u << OPTION_QUIET,
	.formats = "table csv sheet json trace ver1.1 locations classic",
	.output = "standard output; of a COMMAND, standard error",
	.more =
"AMOUNT is a number; userN for the average of word N of user data; or userN-delta\n"
"for the average step of that word, if it is a running total.\n"
"trace (a timeline, for Perfetto), ver1.1 (a dump) and locations (of callers in\n"
"dumps; also of a FILE that is the program) are of recordings, sheet (with\n"
"formulas) and classic of dumps.\n"
"EVENTS are separated by commas, and sets of them, of which a program counts one\n"
"at a time, by semicolons.\n"
"\n"
"Examples: pc_regions -e instructions:u,cycles:u -- ./program\n"
"          pc_regions --live 1234              the regions of a running program\n"
"          pc_regions --packets user1 --mhz 1200 dump.csv\n"
"\n"
"Exit status: 0; 1 if some input was bad (the rest is printed); 2 on other\n"
"errors, and if nothing is printed; that of COMMAND, and 125 to 127 on errors.\n",
};

/* A number as people write it: 1200 or 12.5. */
static bool read_decimal(const char *word, double *number)
{
	char *end;

	if (strspn(word, "0123456789.") != strlen(word))
		return false;
	*number = strtod(word, &end);
	return end != word && !*end && isfinite(*number);
}

static double take_positive(const struct option_row *row)
{
	double number;

	if (!read_decimal(optarg, &number) || number <= 0)
		fail("--%s: '%s' is not a number above 0", row->name, optarg);
	return number;
}

static struct region_amount take_amount(const struct option_row *row)
{
	struct region_amount amount = { .given = true };
	const char *at = optarg + strlen("user");
	uint64_t user;

	if (read_decimal(optarg, &amount.number))
		return amount;
	if (strncmp(optarg, "user", strlen("user")) ||
	    number_take(&at, 10, MOST_USER_WORDS, &user) || !user ||
	    (*at && strcmp(at, "-delta")))
		fail("--%s: '%s' is not an amount; use a number, userN or userN-delta",
		     row->name, optarg);
	amount.user = user;
	amount.step = *at;
	return amount;
}

static size_t take_skip(void)
{
	uint64_t number;

	if (number_read(optarg, 10, SIZE_MAX, &number))
		fail("--skip: '%s' is not a number", optarg);
	return number;
}

static pid_t take_pid(void)
{
	uint64_t number;

	if (number_read(optarg, 10, INT_MAX, &number) || !number)
		fail("--live: '%s' is not the number of a process", optarg);
	return number;
}

static void take(struct options *options, const struct option_row *row)
{
	struct region_parameters *parameters = &options->parameters;

	switch (row->id) {
	case EVENTS:
		options->events = optarg;
		break;
	case LIVE:
		options->live = take_pid();
		break;
	case SKIP:
		options->skip = take_skip();
		break;
	case PACKETS:
		parameters->packets = take_amount(row);
		break;
	case MHZ:
		parameters->mhz = take_positive(row);
		break;
	case IDLE_LOOPS:
		parameters->idle_loops = take_amount(row);
		break;
	case IDLE_CYCLES:
		parameters->idle_cycles = take_positive(row);
		break;
	}
}

static void check(const struct options *options, const bool *given)
{
	if (given[IDLE_LOOPS] != given[IDLE_CYCLES])
		fail("--idle-loops and --idle-cycles need each other");
	if (given[MHZ] && !given[PACKETS])
		fail("--mhz needs --packets");
	if (given[HISTOGRAM] && options->format != region_table)
		fail("--histogram applies to --format table only");
}

void options_parse(struct options *options, int argc, char **argv)
{
	const struct option_row *row;
	const char *format;

	*options = (struct options){ 0 };
	option_begin(&options->shared);
	while ((row = option_next(&option_set, &options->shared, argc, argv, true)))
		take(options, row);
	format = options->shared.format ?: "table";
	options->format = region_format_named(format);
	options->ring_format = ring_format_named(format);
	options->histogram = options->shared.given[HISTOGRAM];
	check(options, options->shared.given);
	options->files = argv + optind;
	options->file_count = argc - optind;
	options->runs = options->shared.given[EVENTS] || !strcmp(argv[optind - 1], "--");
	if (!options->runs && !options->shared.output)
		options->shared.output = "-";
	if (options->runs && !options->file_count)
		fail("there is no COMMAND to run");
	if (options->runs && options->live)
		fail("--live: there is no place for a COMMAND beside it");
	if (options->live && options->file_count)
		fail("--live: there is no place for FILEs beside it");
}
