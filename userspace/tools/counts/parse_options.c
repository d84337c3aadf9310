// SPDX-License-Identifier: GPL-2.0
/* The options of pc_parse. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/option_table.h"
#include "metrics/metrics.h"
#include "parse_options.h"

enum option_id {
	COMPARE = OPTION_OWN,
	DIFFERENCE,
	LIMIT,
	STALLS,
	EVENTS,
	METRICS,
	MEDIANS,
	LABEL,
	START_TIME,
	SYMBOLS,
};

static const struct option_row rows[] = {
	{ .help = "What is printed:" },
	{ "compare", 0, NULL, "one column per measurement, each of its own run", COMPARE },
	{ "difference", 0, NULL, "of counters that run on: second FILE less the first",
	  DIFFERENCE },
	{ "limit", 0, "NAME=PERCENT", "with --compare: status 3 if one grew by more",
	  LIMIT, .again = OPTION_OFTEN },
	{ "stalls", 's', NULL, "where the cycles go: stalls by their causes",
	  STALLS },
	{ "events", 'e', "EVENTS", "only these events (names or codes, or none)",
	  EVENTS, .again = OPTION_OFTEN },
	{ "metrics", 0, "METRICS", "only these metrics (names, or none)", METRICS },
	{ "medians", 0, NULL, "medians of a measurement's repetitions",
	  MEDIANS },
	{ "symbols", 0, "FILE", "name the addresses of /proc/perf_profile: System.map",
	  SYMBOLS },
	{ .help = "With --format openmetrics and prometheus:" },
	{ "label", 0, "NAME=VALUE", "add this label to each count", LABEL,
	  .again = OPTION_OFTEN },
	{ "start-time", 0, "SECONDS", "when the module was loaded (since 1970)",
	  START_TIME },
	{ 0 }
};

static const struct option_set option_set = {
	.tool = "pc_parse",
	.synopsis =
"Usage: pc_parse [OPTION]... [FILE]...\n"
"  or:  pc_parse --difference [OPTION]... BEFORE AFTER\n"
"  or:  pc_parse --symbols FILE [-f table|csv|json] [-o FILE] [PROFILE]\n"
"  or:  pc_parse --list\n"
"Explain dumps of /proc/perf, from FILEs or standard input.\n",
	.rows = rows,
	.shared = 1u << OPTION_FORMAT | 1u << OPTION_OUTPUT | 1u << OPTION_APPEND |
		  1u << OPTION_KEEP_OUTLIERS | 1u << OPTION_DEFINITIONS |
		  1u << OPTION_QUIET | 1u << OPTION_LIST,
	.formats = "table bars csv json raw plot svg png openmetrics prometheus",
	.output = "standard output",
	.list = "the metrics and the events they need",
	.more =
"Examples: pc_parse /proc/perf                 what the counters count now\n"
"          pc_parse --compare before after     did it get better?\n"
"          pc_parse --stalls run.dump          where the cycles go\n"
"\n"
"Exit status: 0; 1 if some input was bad (the rest is printed); 2 on other\n"
"errors, and if nothing is printed; 3 if a limit was exceeded.\n",
};

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
	case LIMIT:
		limits_add(&options->limits, optarg);
		break;
	case METRICS:
		*metrics = optarg;
		break;
	case LABEL:
		take_label(options);
		break;
	case SYMBOLS:
		options->symbols = optarg;
		break;
	case START_TIME:
		if (number_read(optarg, 10, INT64_MAX, &options->start_time))
			fail("--start-time: '%s' is not a number of seconds since 1970",
			     optarg);
		break;
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
	if (options->difference)
		fail("--difference does not apply to --format %s", name);
	if (options->compare || options->stalls || given[MEDIANS] ||
	    given[METRICS])
		fail("--compare, --stalls, --medians and --metrics do not apply to --format %s",
		     name);
	if (given[OPTION_APPEND])
		fail("--append: %s has one dump only; use --output", name);
}

/* A profile has neither measurements nor metrics. */
static void check_symbols(const struct options *options, const bool *given)
{
	static const enum option_id dumps[] = {
		COMPARE, DIFFERENCE, LIMIT, STALLS, EVENTS, METRICS, MEDIANS, LABEL, START_TIME,
	};
	const char *format = options->shared.format ?: "table";
	bool wrong = given[OPTION_APPEND] || given[OPTION_KEEP_OUTLIERS] ||
		     given[OPTION_DEFINITIONS];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(dumps); i++)
		wrong |= given[dumps[i]];
	if (wrong)
		fail("--symbols: a profile is not a dump: --format and --output alone apply");
	if (strcmp(format, "table") && strcmp(format, "csv") && strcmp(format, "json"))
		fail("--symbols: a profile has the formats table, csv and json");
	if (options->file_count > 1)
		fail("--symbols: there is one profile at a time");
}

static void check(const struct options *options, const bool *given)
{
	if (options->symbols) {
		check_symbols(options, given);
		return;
	}
	check_exports(options, given);
	if (options->difference && (options->compare || given[MEDIANS]))
		fail("--difference and --%s are mutually exclusive",
		     options->compare ? "compare" : "medians");
	if (given[LIMIT] && !options->compare)
		fail("--limit needs --compare");
	if (given[OPTION_KEEP_OUTLIERS] && !given[MEDIANS])
		fail("--keep-outliers needs --medians");
	if (options->compare && given[OPTION_APPEND] &&
	    options->format == format_named("csv"))
		fail("--compare: CSV with its own columns cannot be appended; use --output");
	if (options->stalls && (given[EVENTS] || given[METRICS]))
		fail("--events and --metrics do not apply to --stalls");
	if (options->stalls && given[OPTION_APPEND] &&
	    options->format == format_named("csv"))
		fail("--stalls: CSV with its own columns cannot be appended; use --output");
	if (given[OPTION_APPEND] && !format_can_append(options->format))
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
	const bool *given = options->shared.given;
	const struct option_row *row;
	char *metrics = NULL;
	const char *unknown;

	*options = (struct options){ 0 };
	option_begin(&options->shared);
	while ((row = option_next(&option_set, &options->shared, argc, argv, true)))
		take(options, row, &metrics);
	options->format = format_named(options->shared.format ?: "table");
	options->shared.output = options->shared.output ?: "-";
	options->compare = given[COMPARE];
	options->difference = given[DIFFERENCE];
	options->stalls = given[STALLS];
	options->medians = given[MEDIANS];
	options->files = argv + optind;
	options->file_count = argc - optind;
	check(options, given);
	unknown = metrics ? metrics_choose(metrics) : NULL;
	if (unknown)
		fail("--metrics: no such metric '%s'; --list lists them", unknown);
}
