// SPDX-License-Identifier: GPL-2.0
/* The options of pc_profile. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option_table.h"
#include "base/output.h"
#include "measurement.h"
#include "options.h"

enum option_id {
	MEASUREMENT = OPTION_OWN,
	SAMPLING,
	FREQUENCY,
	COUNTS,
	REPEAT_RUNS,
	METRICS,
	MODES,
	WHOLE_MACHINE,
	PID,
	SAVE,
	SYMFS,
	DETAILS,
	CUTOFF,
	DETAIL_CUTOFF,
	CONTEXT,
	SORT_BY,
	COLUMNS,
	TRACE_BUFFER, /* of HP Caliper, for Itanium's execution trace buffer */
};

static const struct option_row rows[] = {
	{ .help = "What is sampled:" },
	{ "sampling-spec", 's', "SPEC",
	  "an event, and how often", SAMPLING,
	  .again = OPTION_OFTEN },
	{ "frequency", 'F', "N", "N samples a second on each CPU, without PERIOD",
	  FREQUENCY },
	{ "measurement", 'm', "NAME", "settings of --list, or of a file (with a /)",
	  MEASUREMENT },
	{ "counts", 0, "EVENTS", "also count these, as far as there are counters",
	  COUNTS },
	{ "repeat-runs", 0, NULL, "run COMMAND again for the counts that do not fit",
	  REPEAT_RUNS },
	{ "event-defaults", 0, "MODES", "the modes of events that have none, as :uk",
	  MODES },
	{ "machine", 0, NULL, "", WHOLE_MACHINE },
	{ "pid", 0, "PID", "all CPUs, or a process, until COMMAND or it ends", PID },
	{ "save", 0, "FILE", "save the run, for pc_profile report", SAVE },
	{ .help = "What is shown:" },
	{ "symfs", 0, "DIR", "of a saved run: its files are below this folder", SYMFS },
	{ "report-details", 'r', "WHAT",
	  "of functions: none, statement, instruction or all", DETAILS,
	  "none statement instruction all" },
	{ "context-lines", 0, "N", "also N instructions around those with samples",
	  CONTEXT },
	{ "sort-by", 0, "EVENT", "show tables of this event, not of the first", SORT_BY },
	{ "columns", 0, "LIST",
	  "of summaries: percent, margin, cumulative, samples, estimate, file", COLUMNS },
	{ "summary-cutoff", 0, "P[,C[,N]]", "", CUTOFF },
	{ "detail-cutoff", 0, "P[,C[,N]]",
	  "show rows or details with P percent, up to C in all, at least N",
	  DETAIL_CUTOFF },
	{ "metrics", 0, "METRICS", "only these metrics (names, or none)", METRICS },
	{ "etb-freeze-delay", 0, "N", NULL, TRACE_BUFFER },
	{ "etb-walkback-cycles", 0, "N", NULL, TRACE_BUFFER },
	{ 0 }
};

static const struct option_set option_set = {
	.tool = "pc_profile",
	.synopsis =
"Usage: pc_profile [MEASUREMENT] [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"  or:  pc_profile --machine | --pid PID [OPTION]... [[--] COMMAND [ARGUMENT]...]\n"
"  or:  pc_profile report [OPTION]... FILE\n"
"  or:  pc_profile --list\n"
"Run COMMAND and sample it: print in which functions and lines its events occur.\n",
	.rows = rows,
	.shared = 1u << OPTION_FORMAT | 1u << OPTION_OUTPUT | 1u << OPTION_QUIET |
		  1u << OPTION_LIST,
	.formats = "table csv json samples folded perf-script pprof",
	.output = "standard error",
	.list = "measurements and events",
	.more =
"SPEC is [PERIOD][,VARIATION][,EVENT[:MODES]], the variation in events or as 5%.\n"
"Omitted fields are those of MEASUREMENT, otherwise 500000,5%,cycles:u. The\n"
"report of a saved run is written to standard output.\n"
"\n"
"Examples: pc_profile ls                       where the cycles are spent\n"
"          pc_profile dcache ls                where it misses the L1 data cache\n"
"          pc_profile -f pprof -o ls.pb.gz ls  a graph, for pprof\n",
};

static void set(struct options *options, const char *name, const char *value)
{
	char *wrong = settings_take(&options->settings, name, value);

	if (wrong)
		fail("--%s: %s", name, wrong);
}

static void take(struct options *options, const struct option_row *row)
{
	switch (row->id) {
	case MEASUREMENT:
		break; /* it is taken before all others */
	case SAVE:
		options->save = output_named(row->name, optarg);
		break;
	case SYMFS:
		options->symfs = optarg;
		break;
	case REPEAT_RUNS:
		options->repeat_runs = true;
		break;
	case WHOLE_MACHINE:
		options->whole_machine = true;
		break;
	case PID:
		options->pid = option_number(row, 1, INT_MAX);
		break;
	case TRACE_BUFFER:
		fail("--%s: no PMU here has an execution trace buffer", row->name);
	default:
		set(options, row->name, optarg);
	}
}

/* What runs already is there once. */
static void check_what(const struct options *options)
{
	const char *what = options->whole_machine ? "machine" : "pid";

	if (options->whole_machine && options->pid)
		fail("--machine and --pid are mutually exclusive");
	if (!options->whole_machine && !options->pid)
		return;
	if (options->repeat_runs)
		fail("--%s and --repeat-runs are mutually exclusive", what);
	if (options->shared.given[OPTION_LIST])
		fail("--%s and --list are mutually exclusive", what);
}

static void check(struct options *options, bool report)
{
	const bool *given = options->shared.given;
	static const int of_runs[] = { SAMPLING, FREQUENCY, SAVE, MEASUREMENT, COUNTS, MODES,
					REPEAT_RUNS, WHOLE_MACHINE, PID };
	size_t i;

	check_what(options);
	if (!*options->command && !given[OPTION_LIST] &&
	    (report || (!options->whole_machine && !options->pid)))
		fail(report ? "no saved run given; try 'pc_profile --help'" :
		     "no command given; try 'pc_profile --help'");
	if (*options->command && given[OPTION_LIST])
		fail("--list: unexpected argument '%s'", *options->command);
	if (!report && given[SYMFS])
		fail("--symfs: it is for a saved run; a command's files are where it has them");
	if (!report)
		return;
	if (options->command[1])
		fail("report: unexpected argument '%s'; one run is reported at a time",
		     options->command[1]);
	for (i = 0; i < ARRAY_SIZE(of_runs); i++)
		if (given[of_runs[i]])
			fail("--%s: nothing is run for a report",
			     option_row_of(&option_set, of_runs[i])->name);
	options->saved = *options->command;
}

static void take_all(struct options *options, int argc, char **argv, bool mixed)
{
	const struct option_row *row;

	settings_next(&options->settings);
	while ((row = option_next(&option_set, &options->shared, argc, argv, mixed)))
		take(options, row);
	if (options->shared.format)
		options->format = sample_format_named(options->shared.format);
}

/* The words of $PERFCNT_PROFILE_OPTS, as if they came before all others. */
static void take_environment(struct options *options, char *tool)
{
	const char *text = getenv("PERFCNT_PROFILE_OPTS");
	char *rest, *word;
	char **argv = NULL;
	int argc = 0;

	if (!text)
		return;
	options->words = copy_text(text);
	rest = options->words;
	argv = grow(argv, argc, sizeof(*argv));
	argv[argc++] = tool;
	while ((word = strsep(&rest, " \t"))) {
		argv = grow(argv, argc, sizeof(*argv));
		argv[argc] = word;
		argc += !!*word;
	}
	argv = grow(argv, argc, sizeof(*argv));
	argv[argc] = NULL;
	optind = 0;
	take_all(options, argc, argv, false);
	if (optind < argc)
		fail("PERFCNT_PROFILE_OPTS: '%s' is not an option", argv[optind]);
	if (options->shared.given[MEASUREMENT] || options->shared.given[OPTION_LIST])
		fail("PERFCNT_PROFILE_OPTS: --%s is for the command line only",
		     options->shared.given[MEASUREMENT] ? "measurement" : "list");
	free(argv);
}

/* The argument of the last -m, whatever else is wrong. */
static const char *find_measurement(int argc, char **argv)
{
	const struct option_row *row;
	struct option_values values;
	const char *name = NULL;

	option_begin(&values);
	while ((row = option_next(&option_set, &values, argc, argv, false)))
		if (row->id == MEASUREMENT)
			name = optarg;
	return name;
}

/* Settings that options come after. */
static void take_files(struct options *options, int argc, char **argv, int first)
{
	const char *name;

	optind = first;
	name = find_measurement(argc, argv);
	if (name && first > 1)
		fail("--measurement: there is one: %s", argv[1]);
	if (name && !measurement_read(&options->settings, name))
		fail("--measurement: no measurement '%s'; --list names all", name);
	measurement_read_users(&options->settings);
}

void options_parse(struct options *options, int argc, char **argv)
{
	bool report = argc > 1 && !strcmp(argv[1], "report");
	int first = 1 + report;

	*options = (struct options){ .format = sample_table_print, .symfs = "" };
	option_begin(&options->shared);
	settings_begin(&options->settings);
	if (argc > 1 && !report && *argv[1] != '-' && !strchr(argv[1], '/'))
		first += measurement_read(&options->settings, argv[1]);
	if (report)
		measurement_read_users(&options->settings);
	else
		take_files(options, argc, argv, first);
	take_environment(options, *argv);
	optind = first;
	option_again(&options->shared);
	take_all(options, argc, argv, report);
	options->command = argv + optind;
	settings_complete(&options->settings);
	check(options, report);
}
