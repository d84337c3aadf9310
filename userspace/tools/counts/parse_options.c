// SPDX-License-Identifier: GPL-2.0
/* The options of pc_parse. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/definitions.h"
#include "base/message.h"
#include "base/number.h"
#include "base/option_table.h"
#include "base/output.h"
#include "metrics/metrics.h"
#include "parse_options.h"

enum option_id {
	COMPARE = 1,
	STALLS,
	EVENTS,
	METRICS,
	MEDIANS,
	KEEP_OUTLIERS,
	DEFINITIONS,
	LABEL,
	START_TIME,
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
	{ "stalls", 's', NULL, "where the cycles go: stalls by their causes",
	  STALLS },
	{ "events", 0, "LIST", "only these events (names or codes, or none)",
	  EVENTS },
	{ "metrics", 0, "LIST", "only these metrics (names, or none)", METRICS },
	{ "medians", 0, NULL, "medians of a measurement's repetitions",
	  MEDIANS },
	{ "keep-outliers", 0, NULL, "with --medians: keep outliers",
	  KEEP_OUTLIERS },
	{ "definitions", 0, "FILE", "read more metrics from FILE",
	  DEFINITIONS },
	{ .help = "With --format openmetrics and prometheus:" },
	{ "label", 0, "NAME=VALUE", "add this label to each count", LABEL },
	{ "start-time", 0, "SECONDS", "when the module was loaded (since 1970)",
	  START_TIME },
	{ .help = "Results:" },
	{ "format", 'f', "FORMAT", "write results in this format", FORMAT },
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
"FORMAT is table (default), compare (--compare --format table), bars, csv, json,\n"
"raw, plot (commands for gnuplot), svg or png (pictures, drawn by gnuplot),\n"
"openmetrics or prometheus (what the counters count now, for a collector).\n"
"\n"
"Exit status: 0; 1 if some input was bad (the rest is printed); 2 on other errors,\n"
"and if nothing is printed.\n"
"\n"
"Example: pc_parse /proc/perf\n"
"See pc_parse(1) for details.\n";

static const char formats[] =
"table, compare, bars, csv, json, raw, plot, svg, png, openmetrics or prometheus";

static void set_format(struct options *options, const char *name)
{
	if (!strcmp(name, "compare")) {
		options->compare = true;
		name = "table";
	}
	options->format = format_named(name);
	if (!options->format)
		fail("--format: unknown format '%s'; use %s", name, formats);
}

static void take_label(struct options *options)
{
	const char *wrong = labels_add(&options->labels, optarg);

	if (wrong)
		fail("--label: '%s' %s", optarg, wrong);
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
	case LABEL:
		take_label(options);
		break;
	case START_TIME:
		if (number_read(optarg, 10, INT64_MAX, &options->start_time))
			fail("--start-time: '%s' is not a number of seconds since 1970",
			     optarg);
		break;
	case FORMAT:
		set_format(options, optarg);
		break;
	case OUTPUT:
	case APPEND:
		options->output = output_named(row->name, optarg);
		options->append = row->id == APPEND;
		break;
	case HELP:
		option_help(synopsis, rows, more);
	case VERSION_:
		option_version("pc_parse");
	}
}

/* What is exported is what counters count now: each as it is, and no others. */
static void check_exports(const struct options *options, const bool *given)
{
	const char *name = format_name(options->format);

	if (!format_exports(options->format)) {
		if (given[LABEL] || given[START_TIME])
			fail("--label and --start-time need --format openmetrics or prometheus");
		return;
	}
	if (options->compare || options->stalls || given[MEDIANS] ||
	    given[METRICS])
		fail("--compare, --stalls, --medians and --metrics do not apply to --format %s",
		     name);
	if (given[APPEND])
		fail("--append: %s has one dump only; use --output", name);
}

static void check(const struct options *options, const bool *given)
{
	check_exports(options, given);
	if (given[OUTPUT] && given[APPEND])
		fail("--output and --append are mutually exclusive");
	if (given[KEEP_OUTLIERS] && !given[MEDIANS])
		fail("--keep-outliers needs --medians");
	if (options->compare && given[APPEND] &&
	    options->format == format_named("csv"))
		fail("--compare: CSV with its own columns cannot be appended; use --output");
	if (options->stalls && (given[EVENTS] || given[METRICS]))
		fail("--events and --metrics do not apply to --stalls");
	if (options->stalls && given[APPEND] &&
	    options->format == format_named("csv"))
		fail("--stalls: CSV with its own columns cannot be appended; use --output");
	if (given[APPEND] && !format_can_append(options->format))
		fail("--append: a picture cannot be appended; use --output");
	if (options->format != format_named("raw"))
		return;
	if (options->stalls)
		fail("--stalls: raw dumps have no causes; use table, csv or json");
	if (options->compare)
		fail("--compare: raw dumps have no columns; use table, bars, csv or json");
	if (given[MEDIANS] || given[EVENTS] || given[METRICS])
		fail("--events, --metrics and --medians do not apply to --format raw");
}

void parse_options_parse(struct options *options, int argc, char **argv)
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
		option_once(row, given, row->argument && row->id != EVENTS &&
			    row->id != DEFINITIONS && row->id != LABEL ? "" : NULL);
		take(options, row, &metrics);
	}
	options->compare |= given[COMPARE];
	options->stalls = given[STALLS];
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
