// SPDX-License-Identifier: GPL-2.0
/* The options of pc_parse. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/definitions.h"
#include "base/message.h"
#include "base/output.h"
#include "metrics/metrics.h"
#include "options.h"

/* What getopt_long returns for options that have no letter. */
enum {
	OPT_EVENTS = 256,
	OPT_METRICS,
	OPT_MEDIANS,
	OPT_KEEP_OUTLIERS,
	OPT_DEFINITIONS,
	OPT_OUTPUT,
	OPT_APPEND,
};

static const struct option long_options[] = {
	{ "format", required_argument, NULL, 'f' },
	{ "compare", no_argument, NULL, 'c' },
	{ "events", required_argument, NULL, OPT_EVENTS },
	{ "metrics", required_argument, NULL, OPT_METRICS },
	{ "medians", no_argument, NULL, OPT_MEDIANS },
	{ "keep-outliers", no_argument, NULL, OPT_KEEP_OUTLIERS },
	{ "definitions", required_argument, NULL, OPT_DEFINITIONS },
	{ "output", required_argument, NULL, OPT_OUTPUT },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "list-metrics", no_argument, NULL, 'm' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

static const char usage[] =
"Usage: pc_parse [OPTION]... [FILE]...\n"
"Explain dumps of /proc/perf, from FILEs or standard input.\n"
"\n"
"What is printed:\n"
"  -c, --compare           one column per measurement\n"
"      --events LIST       only these events (names or codes, or none)\n"
"      --metrics LIST      only these metrics (names, or none)\n"
"      --medians           medians of a measurement's repetitions\n"
"      --keep-outliers     with --medians: use all counts\n"
"      --definitions FILE  read more metrics from FILE\n"
"Results:\n"
"  -f, --format FORMAT     table (default), csv, json or raw;\n"
"                          compare is a table with --compare\n"
"      --output FILE       write results to FILE (default: standard output)\n"
"      --append FILE       append results to FILE\n"
"Other:\n"
"  -m, --list-metrics      list the metrics and the events they need\n"
"  -h, --help              print this help\n"
"  -V, --version           print the version\n"
"\n"
"Exit status: 0; 1 if some input was bad (the rest is printed); 2 on other\n"
"errors, and if nothing is printed.\n"
"Example: pc_parse /proc/perf. See pc_parse(1) for details.\n";

static void set_format(struct options *options, const char *name)
{
	if (!strcmp(name, "compare")) {
		options->compare = true;
		name = "table";
	}
	options->format = format_named(name);
	if (!options->format)
		fail("unknown format '%s'; use table, compare, csv, json or raw",
		     name);
}

static void set_output(struct options *options, const char *path, bool append)
{
	if (strcmp(options->output, "-"))
		fail("--output and --append: give only one of them, once");
	options->output = path;
	options->append = append;
}

static void take_flag(struct options *options, int option)
{
	switch (option) {
	case 'c':
		options->compare = true;
		break;
	case OPT_MEDIANS:
		options->medians = true;
		break;
	case OPT_KEEP_OUTLIERS:
		options->keep_outliers = true;
		break;
	case 'm':
		options->list_metrics = true;
		break;
	case 'h':
		fputs(usage, stdout);
		output_finish(STATUS_GOOD);
	case 'V':
		puts("pc_parse " VERSION);
		output_finish(STATUS_GOOD);
	default: /* getopt_long has said what is wrong */
		fail("try 'pc_parse --help' for more information");
	}
}

static void take(struct options *options, int option, char **metrics)
{
	switch (option) {
	case 'f':
		set_format(options, optarg);
		break;
	case OPT_EVENTS:
		choice_add(&options->choice, optarg);
		break;
	case OPT_METRICS:
		if (*metrics)
			fail("--metrics: given more than once; separate the names by commas");
		*metrics = optarg;
		break;
	case OPT_DEFINITIONS:
		definitions_add(optarg);
		break;
	case OPT_OUTPUT:
	case OPT_APPEND:
		set_output(options, optarg, option == OPT_APPEND);
		break;
	default:
		take_flag(options, option);
	}
}

static void check(const struct options *options, bool chosen)
{
	if (options->format != format_named("raw"))
		return;
	if (options->compare)
		fail("--compare: raw dumps have no columns; use table, csv or json");
	if (options->medians || chosen)
		fail("--events, --metrics and --medians do not apply to --format raw");
}

void options_parse(struct options *options, int argc, char **argv)
{
	char *metrics = NULL;
	const char *unknown;
	int option;

	*options = (struct options){
		.format = format_named("table"),
		.output = "-",
	};
	while ((option = getopt_long(argc, argv, "f:cmhV", long_options,
				     NULL)) != -1)
		take(options, option, &metrics);
	check(options, metrics || options->choice.count);
	unknown = metrics ? metrics_choose(metrics) : NULL;
	if (unknown)
		fail("--metrics: no such metric '%s'; --list-metrics lists them",
		     unknown);
	options->files = argv + optind;
	options->file_count = argc - optind;
}
