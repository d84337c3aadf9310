// SPDX-License-Identifier: GPL-2.0
/* pc_parse: what raw dumps of /proc/perf mean. */
#include <errno.h>
#include <locale.h>
#include <string.h>

#include "base/message.h"
#include "base/output.h"
#include "data/dump_reader.h"
#include "data/medians.h"
#include "report/metric_list.h"
#include "options.h"

static bool counts_something(const struct measurement *measurement)
{
	size_t i;

	for (i = 0; i < measurement->count; i++)
		if (reading_counts(&measurement->readings[i]))
			return true;
	return false;
}

/*
 * As after the module has been loaded: all counters are stopped.  Raw dumps have
 * these, too.
 */
static bool has_something(const struct options *options,
			  const struct dump *dump, size_t from,
			  const char *name)
{
	bool good = true;

	if (dump->count == from) {
		say("%s: no counters found", name);
		return false;
	}
	for (; from < dump->count; from++) {
		if (options->format == format_named("raw") ||
		    counts_something(&dump->measurements[from]))
			continue;
		say("%s: nothing to show: all counters are stopped",
		    dump->measurements[from].title);
		good = false;
	}
	return good;
}

/* Returns whether the whole file was good. */
static bool read_file(const struct options *options, struct dump *dump,
		      const char *name)
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
	if (good && dump->damaged == damaged)
		return has_something(options, dump, count, name);
	return false;
}

static void print(const struct options *options, const struct view *view)
{
	bool appended = options->append &&
			format_appends(options->format, options->output);
	FILE *out = output_open(options->output, options->append);

	if (!options->append)
		output_replace(out, options->output);
	if (options->compare)
		format_compare(options->format, out, view);
	else
		format_report(options->format, out, view, appended);
	if (!output_is_written(out, options->output))
		output_finish(STATUS_FAILED);
	if (out != stdout)
		fclose(out);
}

/* Returns whether there was anything to print. */
static bool show(const struct options *options, const struct dump *dump,
		 struct choice *choice)
{
	const struct view view = { .dump = dump, .choice = choice };
	bool shown = options->format == format_named("raw") && dump->count;
	size_t i;

	for (i = 0; i < dump->count; i++)
		shown |= counts_something(&dump->measurements[i]);
	if (shown)
		print(options, &view);
	return shown;
}

int main(int argc, char **argv)
{
	struct dump dump = { 0 }, medians = { 0 };
	struct options options;
	bool good = true, shown;
	const char *unseen;
	int i;

	setlocale(LC_CTYPE, "");
	status_set_failure(STATUS_FAILED);
	output_begin();
	options_parse(&options, argc, argv);
	if (options.list_metrics) {
		report_metrics(stdout);
		output_finish(STATUS_GOOD);
	}
	if (!options.file_count)
		good = read_file(&options, &dump, "-");
	for (i = 0; i < options.file_count; i++)
		good &= read_file(&options, &dump, options.files[i]);
	if (options.medians)
		medians_of(&dump, &medians, options.keep_outliers);
	shown = show(&options, options.medians ? &medians : &dump,
		     &options.choice);
	unseen = choice_unseen(&options.choice);
	if (shown && unseen) {
		say("--events: no event '%s' in the input", unseen);
		good = false;
	}
	choice_free(&options.choice);
	dump_free(&medians);
	dump_free(&dump);
	if (!shown)
		output_finish(STATUS_FAILED);
	output_finish(good ? STATUS_GOOD : STATUS_BAD_INPUT);
}
