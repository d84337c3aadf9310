// SPDX-License-Identifier: GPL-2.0
/* The options of pc_profile. */
#include <getopt.h>
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
	MEASUREMENT = 1,
	SAMPLING,
	COUNTS,
	REPEAT_RUNS,
	METRICS,
	PRECISE,
	BUCKETS,
	MODES,
	LIST,
	SAVE,
	OUTPUT,
	FORMAT,
	ANNOTATE,
	DETAILS,
	CUTOFF,
	DETAIL_CUTOFF,
	CONTEXT,
	SORT_BY,
	COLUMNS,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	ID_COUNT,
};

static const struct option_row rows[] = {
	{ .help = "What is sampled:" },
	{ "sampling-spec", 's', "SPEC", "a sample every so many events; may be repeated",
	  SAMPLING },
	{ "measurement", 'm', "NAME", "what NAME says; one with a / is a file's path",
	  MEASUREMENT },
	{ "counts", 0, "EVENTS", "count these, too, as far as there are counters", COUNTS },
	{ "repeat-runs", 0, NULL, "run COMMAND again to count what does not fit in",
	  REPEAT_RUNS },
	{ "event-defaults", 0, "MODES", "the modes of events that have none, as :uk",
	  MODES },
	{ "precise", 0, "N", "which instruction it was: 0, one nearby (default)", PRECISE },
	{ "list", 0, NULL, "list measurements and events, and exit", LIST },
	{ .help = "Results:" },
	{ "save", 0, "FILE", "save the run, for pc_profile report", SAVE },
	{ "output", 'o', "FILE", "write the report to FILE", OUTPUT },
	{ "format", 'f', "FORMAT",
	  "text, csv, json, samples, folded, perf-script, pprof, speedscope", FORMAT },
	{ "annotate", 0, NULL, "lines and instructions of hot functions, in a pager",
	  ANNOTATE },
	{ "report-details", 'r', "WHAT",
	  "of functions: none, statement (default), instruction or all", DETAILS },
	{ "sort-by", 0, "EVENT", "tables of this event, not of the first", SORT_BY },
	{ "columns", 0, "LIST",
	  "of summaries: percent, cumulative, samples, estimate, file", COLUMNS },
	{ "summary-cutoff", 0, "P[,C[,N]]",
	  "list rows with P percent, up to C in all, at least N", CUTOFF },
	{ "detail-cutoff", 0, "P[,C[,N]]", "functions that have details, likewise",
	  DETAIL_CUTOFF },
	{ "metrics", 0, "LIST", "only these metrics (names, or none)", METRICS },
	{ "latency-buckets", 0, "EDGES", "none (default): no PMU here measures latencies",
	  BUCKETS },
	{ "context-lines", 0, "N", "N instructions around those with samples, too",
	  CONTEXT },
	{ .help = "Other:" },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ 0 }
};

static const char synopsis[] =
"Usage: pc_profile [MEASUREMENT] [-s SPEC]... [--save FILE] [-f FORMAT] [-o FILE]\n"
"                  [--] COMMAND [ARGUMENT]...\n"
"  or:  pc_profile report [-f FORMAT] [-o FILE] FILE\n"
"Run COMMAND and print where its hardware events are: in which functions and lines.\n";

static const char more[] =
"\nMEASUREMENT is one of --list, such as cycles or dcache.\n"
"SPEC is PERIOD[,VARIATION[,EVENT[:MODES]]], the variation in events or as 5%.\n"
"What it leaves out is as the measurement says, or 500000,5%,cycles:u. The report\n"
"of a run is written to standard error, that of a saved run to standard output.\n"
"\nExample: pc_profile -s 100000,instructions:u prog. See pc_profile(1) for details.\n";

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
	case LIST:
		options->list = true;
		break;
	case SAVE:
		options->save = output_named(row->name, optarg);
		break;
	case OUTPUT:
		options->output = output_named(row->name, optarg);
		break;
	case FORMAT:
		options->format = sample_format_named(optarg);
		if (!options->format)
			fail("--format: unknown format '%s'; use text, csv, json, samples, %s",
			     optarg, "folded, perf-script, pprof or speedscope");
		break;
	case REPEAT_RUNS:
		options->repeat_runs = true;
		break;
	case ANNOTATE:
		options->annotate = true;
		break;
	case HELP:
		option_help(synopsis, rows, more);
	case VERSION_:
		option_version("pc_profile");
	default:
		set(options, row->name, optarg);
	}
}

static void check_annotate(struct options *options, const bool *given)
{
	if (given[FORMAT])
		fail("--annotate: it is text; leave out --format");
	if (!given[DETAILS])
		options->settings.details = SAMPLE_DETAILS_ALL;
	if (options->settings.details == SAMPLE_DETAILS_NONE)
		fail("--annotate: it shows lines and instructions; leave out %s",
		     "--report-details none");
}

static void check(struct options *options, const bool *given, bool report)
{
	static const int of_runs[] = { SAMPLING, SAVE, MEASUREMENT, COUNTS, MODES,
					REPEAT_RUNS, PRECISE };
	const struct option_row *row;
	size_t i;

	if (!*options->command && !options->list)
		fail(report ? "no saved run given; try 'pc_profile --help'" :
		     "no command given; try 'pc_profile --help'");
	if (options->annotate)
		check_annotate(options, given);
	if (*options->command && options->list)
		fail("--list: unexpected argument '%s'", *options->command);
	if (!report)
		return;
	if (options->command[1])
		fail("report: unexpected argument '%s'; one run is reported at a time",
		     options->command[1]);
	for (i = 0; i < ARRAY_SIZE(of_runs); i++)
		for (row = rows; given[of_runs[i]]; row++)
			if (row->id == of_runs[i])
				fail("--%s: nothing is run for a report", row->name);
	options->saved = *options->command;
}

static void take_all(struct options *options, int argc, char **argv, bool *given,
		     bool mixed)
{
	const struct option_row *row;

	settings_next(&options->settings);
	while ((row = option_table_next(rows, argc, argv, mixed))) {
		option_once(row, given, row->id == SAMPLING || !row->argument ?
			    NULL : "");
		take(options, row);
	}
}

/* The words of $PERFCNT_PROFILE_OPTS, as if they came before all others. */
static void take_environment(struct options *options, char *tool)
{
	const char *text = getenv("PERFCNT_PROFILE_OPTS");
	char *rest, *word;
	bool given[ID_COUNT] = { false };
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
	take_all(options, argc, argv, given, false);
	if (optind < argc)
		fail("PERFCNT_PROFILE_OPTS: '%s' is not an option", argv[optind]);
	if (given[MEASUREMENT])
		fail("PERFCNT_PROFILE_OPTS: --measurement is for the command line only");
	free(argv);
}

/* The argument of the last -m, whatever else is wrong. */
static const char *find_measurement(int argc, char **argv)
{
	const struct option_row *row;
	const char *name = NULL;

	while ((row = option_table_next(rows, argc, argv, false)))
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
	bool given[ID_COUNT] = { false };
	int first = 1 + report;

	*options = (struct options){ .format = sample_format_named("text") };
	settings_begin(&options->settings);
	if (argc > 1 && !report && *argv[1] != '-' && !strchr(argv[1], '/'))
		first += measurement_read(&options->settings, argv[1]);
	if (report)
		measurement_read_users(&options->settings);
	else
		take_files(options, argc, argv, first);
	take_environment(options, *argv);
	optind = first;
	take_all(options, argc, argv, given, report);
	options->command = argv + optind;
	settings_complete(&options->settings);
	check(options, given, report);
}
