// SPDX-License-Identifier: GPL-2.0
/* From the words of the command line to what was asked for. */
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/definitions.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option_table.h"
#include "base/output.h"
#include "events/groups.h"
#include "sweep_options.h"

/* The id of a row.  Several options that select a group have one. */
enum option_id {
	USER = 1,
	SUPERVISOR,
	KERNEL,
	EXL,
	MODES,
	ALL,
	GROUP,
	USER_GROUP,
	EVENS,
	ODDS,
	EVENTS,
	TC,
	VPE,
	BALANCE,
	PARSE,
	FORMAT,
	OUTPUT,
	APPEND,
	REPEAT,
	KEEP_OUTLIERS,
	DEFINITIONS,
	STRICT,
	WAIT,
	QUIET,
	DRY_RUN,
	LIST,
	WHOLE_MACHINE,
	PRETEND,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	ID_COUNT,
};

/* The options of MD00548's Table 4, and what goes beyond it. */

/*
 * Options that Table 5 and the text of MD00548 call by another name than Table 4
 * are there under both.
 */
static const struct option_row option_rows[] = {
	{ .help = "Modes (at least one):" },
	{ "user", 'u', NULL, "user mode", USER },
	{ "supervisor", 0, NULL, "supervisor mode", SUPERVISOR },
	{ "kernel", 0, NULL, "kernel mode", KERNEL },
	{ "exl", 0, NULL, "exception handling", EXL },
	{ "modes", 0, NULL, "count each mode separately", MODES },
	{ .help = "Events (may be combined; default --ipc):" },
	{ "all", 'a', NULL, "all events", ALL },
	{ "ipc", 'i', NULL, "cycles and instructions", GROUP },
	{ "stalls", 's', NULL, "the most important stalls", GROUP },
	{ "stalls_all", 0, NULL, "all stalls; also --all_stalls", GROUP },
	{ "all_stalls", 0, NULL, NULL, GROUP },
	{ "queues", 'q', NULL, "occupancy of the core's queues", GROUP },
	{ "cache", 'c', NULL, "first level caches", GROUP },
	{ "branches", 'b', NULL, "branches and jumps; also --branch", GROUP },
	{ "branch", 0, NULL, NULL, GROUP },
	{ "misses", 0, NULL, "misses of caches and TLBs", GROUP },
	{ "instructions", 0, NULL, "kinds of instructions", GROUP },
	{ "tlb", 0, NULL, "instruction, data and joint TLB", GROUP },
	{ "l2", 0, NULL, "second level cache", GROUP },
	{ "itc", 0, NULL, "inter-thread communication", GROUP },
	{ "group", 0, "NAME", "a group of your own; see --definitions",
	  USER_GROUP },
	{ "evens", 0, "LIST", "event numbers or names for even counters", EVENS },
	{ "odds", 0, "LIST", "... for odd counters", ODDS },
	{ "events", 0, "LIST", "... for any counter, each with or without :MODES",
	  EVENTS },
	{ .help = "Whose events:" },
	{ "machine", 0, NULL, "count the whole machine, not the command alone",
	  WHOLE_MACHINE },
	{ "tc", 't', "LIST", "only these TCs (elsewhere CPUs), each separately",
	  TC },
	{ "vpe", 'v', "LIST", "only these VPEs (cores), each separately", VPE },
	{ "balance", 0, NULL, "each TC and each VPE separately", BALANCE },
	{ .help = "Results:" },
	{ "parse", 'p', NULL, "a table, as pc_parse prints it; --format=table",
	  PARSE },
	{ "format", 0, "FORMAT", "raw (default), table, bars, csv or json", FORMAT },
	{ "output", 0, "FILE", "write results to FILE (default: standard error)",
	  OUTPUT },
	{ "append", 0, "FILE", "append results to FILE", APPEND },
	{ "repeat", 0, "N", "do each run N times, take the median", REPEAT },
	{ "keep-outliers", 0, NULL, "keep outliers", KEEP_OUTLIERS },
	{ .help = "Other:" },
	{ "definitions", 0, "FILE", "read groups and metrics from FILE",
	  DEFINITIONS },
	{ "strict", 0, NULL, "fail on unsupported events (default: skip them)",
	  STRICT },
	{ "wait", 0, NULL, "wait until the counters are free", WAIT },
	{ "quiet", 0, NULL, "show neither the plan nor the progress", QUIET },
	{ "dry-run", 0, NULL, "show the plan, run nothing", DRY_RUN },
	{ "list", 0, NULL, "show the events", LIST },
	{ "pretend", 0, "MACHINE", "plan or list for another machine: 34k or perf",
	  PRETEND },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ 0 }
};

static const char synopsis[] =
"Usage: pc_sweep MODE [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  pc_sweep --dry-run [--pretend MACHINE] MODE [OPTION]...\n"
"  or:  pc_sweep --list [--pretend MACHINE]\n"
"Run COMMAND as many times as needed to count all EVENTS of it and of what it\n"
"starts, and print the counts.\n";

static const char more[] =
"\nExample: pc_sweep -uip grep root /etc/passwd. See pc_sweep(1) for details.\n";

/**
 * struct parser - how far the command line has been read
 * @options: what was asked for
 * @given: the options that were given, by their id
 * @groups: the names of groups: they are known when all options have been read
 * @group_count: how many
 * @events: the lists of --events
 * @event_count: how many
 */
struct parser {
	struct options *options;
	bool given[ID_COUNT];
	const char *groups[SELECTION_MOST_NAMES];
	unsigned int group_count;
	char *events[SELECTION_MOST_NAMES];
	unsigned int event_count;
};

static void read_filters(struct options *options, const struct option_row *row,
			 unsigned int mt_en)
{
	if (filter_list_read(&options->wanted.filters, mt_en, optarg))
		fail("--%s: '%s' is not a list of numbers from 0 to %u, such as 0,2-3",
		     row->name, optarg, FILTER_MOST);
}

static void set_format(struct options *options, const char *name)
{
	const struct format *format = format_named(name);

	if (!format || !format_can_append(format))
		fail("--format: unknown format '%s'; use table, bars, raw, csv or json",
		     name);
	if (options->format && options->format != format)
		fail("--parse and --format=%s are mutually exclusive", name);
	options->format = format;
}

/* The group has the name of Table 5, the option that of Table 4. */
static const char *group_of(const char *option)
{
	if (!strcmp(option, "branches"))
		return "branch";
	if (!strcmp(option, "stalls_all"))
		return "all_stalls";
	return option;
}

static void take_group(struct parser *parser, const struct option_row *row)
{
	if (parser->group_count == ARRAY_SIZE(parser->groups))
		fail("--%s: too many groups (at most %zu)", row->name,
		     ARRAY_SIZE(parser->groups));
	parser->groups[parser->group_count++] =
		row->id == USER_GROUP ? optarg : group_of(row->name);
}

static void take_list(struct parser *parser, const struct option_row *row)
{
	struct selection *selection = &parser->options->wanted.selection;

	if (!optarg[strspn(optarg, " ,\t\n")])
		fail("--%s: the list is empty", row->name);
	if (row->id != EVENTS)
		selection_add_bank(selection, row->id == EVENS ? BANK_EVEN :
				   BANK_ODD, optarg);
	else if (parser->event_count < ARRAY_SIZE(parser->events))
		parser->events[parser->event_count++] = optarg;
	else
		fail("--events: given too many times (at most %zu)",
		     ARRAY_SIZE(parser->events));
}

static void take_counting(struct parser *parser, const struct option_row *row)
{
	struct wanted *wanted = &parser->options->wanted;

	switch (row->id) {
	case USER:
		wanted->modes |= PERFCNT_CTL_U;
		break;
	case SUPERVISOR:
		wanted->modes |= PERFCNT_CTL_S;
		break;
	case KERNEL:
		wanted->modes |= PERFCNT_CTL_K;
		break;
	case EXL:
		wanted->modes |= PERFCNT_CTL_EXL;
		break;
	case ALL:
		selection_add_all(&wanted->selection);
		break;
	case GROUP:
	case USER_GROUP:
		take_group(parser, row);
		break;
	case EVENS:
	case ODDS:
	case EVENTS:
		take_list(parser, row);
		break;
	case TC:
		read_filters(parser->options, row, PERFCNT_MT_EN_TC);
		break;
	case VPE:
		read_filters(parser->options, row, PERFCNT_MT_EN_VPE);
		break;
	}
}

static void take_other(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case PARSE:
		set_format(options, "table");
		break;
	case FORMAT:
		set_format(options, optarg);
		break;
	case OUTPUT:
	case APPEND:
		options->output = output_named(row->name, optarg);
		options->append = row->id == APPEND;
		break;
	case REPEAT:
		options->repeats = option_number(row, 1, OPTIONS_MOST_REPEATS);
		break;
	case DEFINITIONS:
		definitions_add(optarg);
		break;
	case PRETEND:
		options->pretend = optarg;
		break;
	case HELP:
		option_help(synopsis, option_rows, more);
	case VERSION_:
		option_version("pc_sweep");
	}
}

/* What the last of would win without a word. */
static const char *const once[ID_COUNT] = {
	[TC] = "; use a list, such as 0,2-3",
	[VPE] = "; use a list, such as 0,2-3",
	[FORMAT] = "", [OUTPUT] = "", [APPEND] = "", [REPEAT] = "",
	[PRETEND] = "",
};

static void set_flags(struct parser *parser)
{
	struct options *options = parser->options;
	const bool *given = parser->given;

	options->wanted.each_mode = given[MODES];
	options->wanted.balance = given[BALANCE];
	options->wanted.strict = given[STRICT];
	options->keep_outliers = given[KEEP_OUTLIERS];
	options->wait = given[WAIT];
	options->quiet = given[QUIET];
	options->dry_run = given[DRY_RUN];
	options->list = given[LIST];
	options->whole_machine = given[WHOLE_MACHINE];
	if (!options->format)
		options->format = format_named("raw");
}

static void add_group(struct selection *selection, const char *name)
{
	struct near near;

	if (selection_add_group(selection, name))
		return;
	near_begin(&near, name);
	groups_try(&near);
	if (*near.name)
		fail("--group: no such group '%s'; did you mean '%s'?", name,
		     near.name);
	fail("--group: no such group '%s'; see --definitions", name);
}

/* Without any --ipc, or what Table 4 says of --modes. */
static void set_events(struct parser *parser)
{
	struct selection *selection = &parser->options->wanted.selection;
	const bool *given = parser->given;
	bool chosen = given[ALL] || parser->group_count || given[EVENS] ||
		      given[ODDS] || given[EVENTS];
	unsigned int i;

	if (!chosen && given[MODES] && !parser->options->wanted.modes)
		selection_add_cycles(selection);
	else if (!chosen)
		add_group(selection, "ipc");
	for (i = 0; i < parser->group_count; i++)
		add_group(selection, parser->groups[i]);
	for (i = 0; i < parser->event_count; i++)
		selection_add_events(selection, parser->events[i]);
}

/* Nothing that is ignored is taken. */
static void check_list(const struct parser *parser)
{
	const struct option_row *row;

	if (*parser->options->command)
		fail("--list: unexpected argument '%s'; no command is run",
		     *parser->options->command);
	for (row = option_rows; row->help || row->name; row++)
		if (row->name && parser->given[row->id] && row->id != LIST &&
		    row->id != PRETEND && row->id != QUIET)
			fail("--list and --%s are mutually exclusive",
			     row->name);
}

/* Once --machine was what --pretend is now. */
static void check_old_words(const struct parser *parser)
{
	const char *word = *parser->options->command;

	if (!parser->given[WHOLE_MACHINE] || !word ||
	    (!parser->given[LIST] && !parser->given[DRY_RUN]))
		return;
	if (!strncmp(word, "34k", 3) || !strncmp(word, "perf", 4))
		fail("--machine has no argument; use --pretend %s for another machine",
		     word);
}

static void check(const struct parser *parser)
{
	const struct options *options = parser->options;
	const bool *given = parser->given;

	if (given[TC] + given[VPE] + given[BALANCE] > 1)
		fail("--tc, --vpe and --balance are mutually exclusive");
	if (given[OUTPUT] && given[APPEND])
		fail("--output and --append are mutually exclusive");
	if (given[PRETEND] && !given[LIST] && !given[DRY_RUN])
		fail("--pretend needs --dry-run or --list: nothing runs on another machine");
	check_old_words(parser);
	if (given[LIST]) {
		check_list(parser);
		return;
	}
	if (!options->wanted.modes && !given[MODES] &&
	    selection_needs_modes(&options->wanted.selection))
		fail("no mode given; use --user, --supervisor, --kernel, --exl or --modes");
	if (!*options->command && !given[DRY_RUN])
		fail("no command given; try 'pc_sweep --help'");
}

void sweep_options_parse(struct options *options, int argc, char **argv)
{
	struct parser parser = { .options = options };
	const struct option_row *row;

	memset(options, 0, sizeof(*options));
	options->repeats = 1;
	while ((row = option_table_next(option_rows, argc, argv, false))) {
		option_once(row, parser.given, once[row->id]);
		take_counting(&parser, row);
		take_other(options, row);
	}
	options->command = argv + optind;
	set_flags(&parser);
	set_events(&parser);
	check(&parser);
}
