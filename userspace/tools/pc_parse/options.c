// SPDX-License-Identifier: GPL-2.0
/* The options of pc_parse. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/definitions.h"
#include "base/message.h"
#include "base/option_table.h"
#include "base/output.h"
#include "metrics/metrics.h"
#include "options.h"

enum option_id {
	COMPARE = 1,
	EVENTS,
	METRICS,
	MEDIANS,
	KEEP_OUTLIERS,
	DEFINITIONS,
	FORMAT,
	OUTPUT,
	APPEND,
	LIST_METRICS,
	HELP,
	VERSION_, /* VERSION is the tools' own */
	ID_COUNT,
};

static const struct option_row rows[] = {
	{ .help = "What is printed:" },
	{ "compare", 'c', NULL, "one column per measurement", COMPARE },
	{ "events", 0, "LIST", "only these events (names or codes, or none)",
	  EVENTS },
	{ "metrics", 0, "LIST", "only these metrics (names, or none)", METRICS },
	{ "medians", 0, NULL, "medians of a measurement's repetitions",
	  MEDIANS },
	{ "keep-outliers", 0, NULL, "with --medians: keep outliers",
	  KEEP_OUTLIERS },
	{ "definitions", 0, "FILE", "read more metrics from FILE",
	  DEFINITIONS },
	{ .help = "Results:" },
	{ "format", 'f', "FORMAT", "table (default), csv, json, raw, or compare",
	  FORMAT },
	{ "output", 0, "FILE", "write results to FILE (default: standard output)",
	  OUTPUT },
	{ "append", 0, "FILE", "append results to FILE", APPEND },
	{ .help = "Other:" },
	{ "list-metrics", 'm', NULL, "list the metrics and the events they need",
	  LIST_METRICS },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ 0 }
};

static const char synopsis[] =
"Usage: pc_parse [OPTION]... [FILE]...\n"
"Explain dumps of /proc/perf, from FILEs or standard input.\n";

static const char more[] =
"\n"
"--format compare is the same as --compare --format table.\n"
"Exit status: 0; 1 if some input was bad (the rest is printed); 2 on other errors,\n"
"and if nothing is printed.\n"
"\n"
"Example: pc_parse /proc/perf\n"
"See pc_parse(1) for details.\n";

static void print_help(void)
{
	fputs(synopsis, stdout);
	option_table_print(stdout, rows);
	fputs(more, stdout);
	output_finish(STATUS_GOOD);
}

static void set_format(struct options *options, const char *name)
{
	if (!strcmp(name, "compare")) {
		options->compare = true;
		name = "table";
	}
	options->format = format_named(name);
	if (!options->format)
		fail("--format: unknown format '%s'; use table, compare, csv, json or raw",
		     name);
}

static void set_output(struct options *options, const struct option_row *row)
{
	if (!*optarg)
		fail("--%s: the file name is empty", row->name);
	options->output = optarg;
	options->append = row->id == APPEND;
}

static void take(struct options *options, const struct option_row *row,
		 char **metrics)
{
	switch (row->id) {
	case EVENTS:
		choice_add(&options->choice, optarg);
		break;
	case METRICS:
		*metrics = optarg;
		break;
	case DEFINITIONS:
		definitions_add(optarg);
		break;
	case FORMAT:
		set_format(options, optarg);
		break;
	case OUTPUT:
	case APPEND:
		set_output(options, row);
		break;
	case HELP:
		print_help();
		break;
	case VERSION_:
		puts("pc_parse " VERSION);
		output_finish(STATUS_GOOD);
	}
}

/* The last of two must not win without a word. */
static void check_once(const struct option_row *row, bool *given)
{
	if (given[row->id] && row->argument && row->id != EVENTS &&
	    row->id != DEFINITIONS)
		fail("--%s: given more than once", row->name);
	given[row->id] = true;
}

static void check(const struct options *options, const bool *given)
{
	if (given[OUTPUT] && given[APPEND])
		fail("--output and --append are mutually exclusive");
	if (given[KEEP_OUTLIERS] && !given[MEDIANS])
		fail("--keep-outliers needs --medians");
	if (options->compare && given[APPEND] &&
	    options->format == format_named("csv"))
		fail("--compare: CSV with its own columns cannot be appended; use --output");
	if (options->format != format_named("raw"))
		return;
	if (options->compare)
		fail("--compare: raw dumps have no columns; use table, csv or json");
	if (given[MEDIANS] || given[EVENTS] || given[METRICS])
		fail("--events, --metrics and --medians do not apply to --format raw");
}

void options_parse(struct options *options, int argc, char **argv)
{
	bool given[ID_COUNT] = { false };
	const struct option_row *row;
	char *metrics = NULL;
	const char *unknown;

	*options = (struct options){
		.format = format_named("table"),
		.output = "-",
	};
	while ((row = option_table_next(rows, argc, argv, true))) {
		check_once(row, given);
		take(options, row, &metrics);
	}
	options->compare |= given[COMPARE];
	options->medians = given[MEDIANS];
	options->keep_outliers = given[KEEP_OUTLIERS];
	options->list_metrics = given[LIST_METRICS];
	check(options, given);
	unknown = metrics ? metrics_choose(metrics) : NULL;
	if (unknown)
		fail("--metrics: no such metric '%s'; --list-metrics lists them",
		     unknown);
	options->files = argv + optind;
	options->file_count = argc - optind;
}
