// SPDX-License-Identifier: GPL-2.0
/* pc_parse: what raw dumps of /proc/perf mean. */
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/output.h"
#include "data/dump_reader.h"
#include "report/format.h"
#include "report/metric_list.h"

static const struct option options[] = {
	{ "format", required_argument, NULL, 'f' },
	{ "list-metrics", no_argument, NULL, 'm' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ 0 }
};

static const char usage[] =
	"Usage: pc_parse [OPTION]... [FILE]...\n"
	"\n"
	"Says what dumps of /proc/perf mean, from FILEs or from standard input.\n"
	"\n"
	"  -f, --format=FORMAT  table, a table a measurement; compare, a table with\n"
	"                       a column a measurement; csv; json; raw [table]\n"
	"  -m, --list-metrics   what can be computed, and from which events\n"
	"  -h, --help           this text\n"
	"  -V, --version        the version\n"
	"\n"
	"Exit status: 0; 1 if a line was damaged or a FILE could not be read, and all\n"
	"else is shown; 2 if nothing could be done.\n";

/* Returns whether the whole file was good. */
static bool read_file(struct dump *dump, const char *name)
{
	size_t damaged = dump->damaged, count = dump->count;
	FILE *file = stdin;
	bool good;

	if (!strcmp(name, "-"))
		name = "standard input";
	else
		file = fopen(name, "re");
	if (!file) {
		say("%s: %s", name, strerror(errno));
		return false;
	}
	good = !dump_read(dump, file, name);
	if (!good)
		say("%s: %s", name, strerror(errno));
	if (file != stdin)
		fclose(file);
	if (good && dump->count == count && dump->damaged == damaged) {
		say("%s: no counters in it", name);
		return false;
	}
	return good && dump->damaged == damaged;
}

int main(int argc, char **argv)
{
	struct dump dump = { 0 };
	const struct format *format = format_named("table");
	bool good = true;
	int option;

	setlocale(LC_CTYPE, "");
	status_set_failure(STATUS_FAILED);
	output_begin();
	while ((option = getopt_long(argc, argv, "f:mhV", options, NULL)) != -1)
		switch (option) {
		case 'f':
			format = format_named(optarg);
			if (!format)
				fail("there is no format %s, but table, compare, csv, json and raw",
				     optarg);
			break;
		case 'm':
			report_metrics(stdout);
			output_finish(0);
		case 'h':
			fputs(usage, stdout);
			output_finish(0);
		case 'V':
			puts("pc_parse " VERSION);
			output_finish(0);
		default:
			fputs("Try pc_parse --help.\n", stderr);
			return STATUS_FAILED;
		}
	if (optind == argc)
		good = read_file(&dump, "-");
	while (optind < argc)
		good &= read_file(&dump, argv[optind++]);
	if (dump.count)
		format->report(stdout, &dump);
	dump_free(&dump);
	output_finish(good ? 0 : STATUS_BAD_INPUT);
}
