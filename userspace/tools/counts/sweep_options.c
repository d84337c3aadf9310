// SPDX-License-Identifier: GPL-2.0
/* From the words of the command line to what was asked for. */
#include <getopt.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option_table.h"
#include "events/groups.h"
#include "sweep_options.h"

/* The id of a row.  Several options that select a group have one. */
enum option_id {
	USER = OPTION_OWN,
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
	WHOLE_MACHINE,
	CHECK,
	REPORT,
};

static const char one_list[] = "; use a list, such as 0,2-3";

/*
 * The options of MD00548's Table 4, and what goes beyond it.  Options that Table 5 and
 * the text call by another name than Table 4 are there under both.
 */
static const struct option_row option_rows[] = {
	{ .help = "Modes (default --user):" },
	{ "user", 'u', NULL, "", USER },
	{ "supervisor", 0, NULL, "", SUPERVISOR },
	{ "kernel", 'k', NULL, "", KERNEL },
	{ "exl", 0, NULL, "", EXL },
	{ "modes", 0, NULL, "count in this mode; --modes: in each mode separately", MODES },
	{ .help = "Events (may be combined; default --ipc):" },
	{ "all", 'a', NULL, "all events but raw ones: exact, in many runs", ALL },
	{ "ipc", 'i', NULL, "cycles and instructions", GROUP },
	{ "stalls", 's', NULL, "the most important stalls", GROUP },
	{ "queues", 'q', NULL, "", GROUP },
	{ "cache", 'c', NULL, "", GROUP },
	{ "branches", 'b', NULL, "", GROUP },
	{ "stalls_all", 0, NULL, "", GROUP },
	{ "misses", 0, NULL, "", GROUP },
	{ "instructions", 0, NULL, "", GROUP },
	{ "tlb", 0, NULL, "", GROUP },
	{ "l2", 0, NULL, "", GROUP },
	{ "itc", 0, NULL, "", GROUP },
	{ "group", 0, "NAME", "more groups: pc_sweep(1) has them",
	  USER_GROUP, .again = OPTION_OFTEN },
	{ "all_stalls", 0, NULL, NULL, GROUP },
	{ "all-stalls", 0, NULL, NULL, GROUP },
	{ "branch", 0, NULL, NULL, GROUP },
	{ "events", 'e', "EVENTS", "numbers or names, each with or without :MODES@FILTER",
	  EVENTS, .again = OPTION_OFTEN },
	{ "evens", 0, "EVENTS", "", EVENS, .again = OPTION_OFTEN },
	{ "odds", 0, "EVENTS", "the same for even or odd counters, as a 34K has them", ODDS,
	  .again = OPTION_OFTEN },
	{ .help = "Whose events (default: of COMMAND and what it starts):" },
	{ "machine", 0, NULL, "count the whole machine; also --all-cpus",
	  WHOLE_MACHINE },
	{ "all-cpus", 0, NULL, NULL, WHOLE_MACHINE },
	{ "tc", 't', "LIST", "only these TCs (elsewhere CPUs), each separately",
	  TC, .again = one_list },
	{ "vpe", 'v', "LIST", "only these VPEs (cores), each separately", VPE,
	  .again = one_list },
	{ "balance", 0, NULL, "each TC and each VPE separately", BALANCE },
	{ .help = "Results:" },
	{ "parse", 'p', NULL, "a table, the default on a terminal; --format table",
	  PARSE },
	{ "check", 0, NULL, "", CHECK },
	{ "report", 0, NULL, "does this machine count? --report: for an issue", REPORT },
	{ 0 }
};

static const struct option_set option_set = {
	.tool = "pc_sweep",
	.synopsis =
"Usage: pc_sweep [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  pc_sweep --dry-run [--pretend MACHINE] [OPTION]...\n"
"  or:  pc_sweep --check [--report] | --list [--pretend MACHINE] [WORD]\n"
"Run COMMAND as often as needed to count all EVENTS of it and of what it starts.\n",
	.rows = option_rows,
	.shared = 1u << OPTION_FORMAT | 1u << OPTION_OUTPUT | 1u << OPTION_APPEND |
		  1u << OPTION_REPEAT | 1u << OPTION_KEEP_OUTLIERS |
		  1u << OPTION_DEFINITIONS | 1u << OPTION_STRICT | 1u << OPTION_WAIT |
		  1u << OPTION_QUIET | 1u << OPTION_DRY_RUN | 1u << OPTION_LIST |
		  1u << OPTION_PRETEND,
	.formats = "raw table bars csv json",
	.default_words = " (default elsewhere)",
	.output = "standard error",
	.list = "the events here",
	.machines = "34k perf",
	.more =
"Examples: pc_sweep ls                         instructions per cycle\n"
"          pc_sweep --misses ls                what misses its caches and TLBs\n"
"          pc_sweep -e 'dcache-misses branches' --repeat 5 ls\n",
};

/* How far the command line has been read. */
struct parser {
	struct options *options; /* what was asked for */
	/* the names of groups: they are known when all options have been read */
	const char *groups[SELECTION_MOST_NAMES];
	unsigned int group_count;
	char *events[SELECTION_MOST_NAMES]; /* the lists of --events */
	unsigned int event_count;
};

static void read_filters(struct options *options, const struct option_row *row,
			 unsigned int mt_en)
{
	if (filter_list_read(&options->wanted.filters, mt_en, optarg))
		fail("--%s: '%s' is not a list of numbers from 0 to %u, such as 0,2-3",
		     row->name, optarg, FILTER_MOST);
}

/* The group has the name of Table 5, the option that of Table 4. */
static const char *group_of(const char *option)
{
	if (!strcmp(option, "branches"))
		return "branch";
	if (!strcmp(option, "stalls_all") || !strcmp(option, "all-stalls"))
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

static void take(struct parser *parser, const struct option_row *row)
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

/* A table for who sees it at once, and else what pc_parse(1) reads. */
static const char *default_format(const struct parser *parser)
{
	return !parser->options->shared.output && isatty(STDERR_FILENO) ? "table" : "raw";
}

static void set_format(struct parser *parser)
{
	const char *name = parser->options->shared.format;

	if (parser->options->shared.given[PARSE]) {
		if (name && strcmp(name, "table"))
			fail("--parse and --format=%s are mutually exclusive", name);
		name = "table";
	}
	parser->options->format = format_named(name ?: default_format(parser));
}

static void set_values(struct parser *parser)
{
	struct options *options = parser->options;
	const bool *given = options->shared.given;

	if (!options->wanted.modes && !given[MODES])
		options->wanted.modes = PERFCNT_CTL_U;
	options->wanted.each_mode = given[MODES];
	options->wanted.balance = given[BALANCE];
	options->wanted.strict = given[OPTION_STRICT];
	options->check = given[CHECK];
	options->report = given[REPORT];
	options->whole_machine = given[WHOLE_MACHINE];
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
	const bool *given = parser->options->shared.given;
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

/* Nothing that is ignored is taken beside --list or --check. */
static void check_alone(const struct parser *parser, int alone, int other)
{
	const char *name = option_row_of(&option_set, alone)->name;
	int id;

	if (*parser->options->command && alone != OPTION_LIST)
		fail("--%s: unexpected argument '%s'; no command is run", name,
		     *parser->options->command);
	for (id = 1; id < OPTION_MOST; id++)
		if (parser->options->shared.given[id] && id != alone && id != other &&
		    id != OPTION_QUIET)
			fail("--%s and --%s are mutually exclusive", name,
			     option_row_of(&option_set, id)->name);
}

/* Once --machine was what --pretend is now. */
static void check_old_words(const struct parser *parser)
{
	const bool *given = parser->options->shared.given;
	const char *word = *parser->options->command;

	if (!given[WHOLE_MACHINE] || !word ||
	    (!given[OPTION_LIST] && !given[OPTION_DRY_RUN]))
		return;
	if (!strncmp(word, "34k", 3) || !strncmp(word, "perf", 4))
		fail("--machine has no argument; use --pretend %s for another machine",
		     word);
}

/* -p means another thing in each tool that follows another program. */
static void check_parse(const struct parser *parser)
{
	const char *word = *parser->options->command;

	if (parser->options->shared.given[PARSE] && word && *word &&
	    !word[strspn(word, "0123456789")])
		fail("-p is --parse and has no argument; perfex --pid %s counts a process",
		     word);
}

/* Without a loop there is nothing to report. */
static void check_report(const struct parser *parser)
{
	if (parser->options->report)
		fail("--report needs --check: it says what that has counted");
}

static void check(const struct parser *parser)
{
	const struct options *options = parser->options;
	const bool *given = options->shared.given;

	if (given[TC] + given[VPE] + given[BALANCE] > 1)
		fail("--tc, --vpe and --balance are mutually exclusive");
	if (options->check) {
		check_alone(parser, CHECK, REPORT);
		return;
	}
	check_report(parser);
	if (options->shared.pretend && !given[OPTION_LIST] && !given[OPTION_DRY_RUN])
		fail("--pretend needs --dry-run or --list: nothing runs on another machine");
	check_old_words(parser);
	check_parse(parser);
	if (given[OPTION_LIST]) {
		check_alone(parser, OPTION_LIST, OPTION_PRETEND);
		if (*options->command && options->command[1])
			fail("--list: unexpected argument '%s'; it takes one word to search for",
			     options->command[1]);
		return;
	}
	if (!*options->command && !given[OPTION_DRY_RUN])
		fail("no command given; try 'pc_sweep --help'");
}

void sweep_options_parse(struct options *options, int argc, char **argv)
{
	struct parser parser = { .options = options };
	const struct option_row *row;

	memset(options, 0, sizeof(*options));
	option_begin(&options->shared);
	while ((row = option_next(&option_set, &options->shared, argc, argv, false)))
		take(&parser, row);
	options->command = argv + optind;
	set_format(&parser);
	set_values(&parser);
	set_events(&parser);
	check(&parser);
}
