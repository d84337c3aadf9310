// SPDX-License-Identifier: GPL-2.0
/* pc_parse: what raw dumps of /proc/perf mean. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grid.h"
#include "base/lines.h"
#include "base/message.h"
#include "base/output.h"
#include "events/dump.h"
#include "events/medians.h"
#include "metrics/metrics.h"
#include "difference.h"
#include "kernel_profile.h"
#include "parse_options.h"

/* Print the metrics' definitions. */
static void report_metrics(FILE *out)
{
	struct libscols_table *grid = grid_new();
	size_t count, i;
	const struct metric *metrics = metrics_all(&count);

	grid_column(grid, "name", 0);
	grid_column(grid, "report", 0);
	grid_column(grid, "unit", 0);
	grid_column(grid, "formula", 0);
	for (i = 0; i < count; i++) {
		struct libscols_line *line = grid_line(grid);

		grid_set(line, 0, "%s", metrics[i].name);
		grid_set(line, 1, "%s", metrics[i].label);
		grid_set(line, 2, "%s",
			 metrics[i].unit >= METRIC_PERCENT ? "%" : "1");
		grid_set(line, 3, "%s", formula_text(metrics[i].formula));
	}
	grid_print(out, grid);
}

static bool counts_something(const struct measurement *measurement)
{
	size_t i;

	for (i = 0; i < measurement->count; i++)
		if (reading_is_shown(&measurement->readings[i]))
			return true;
	return false;
}

static bool shows_stopped(const struct format *format)
{
	return format == format_named("raw") || format_exports(format);
}

/* As after the module has been loaded: all counters are stopped. */
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
		if (shows_stopped(options->format) ||
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
	FILE *file = input_open(&name);
	const char *advice = "";
	bool good;

	if (!file) {
		if (errno == ENOENT && !strcmp(name, "/proc/perf"))
			advice = "; is the perfcnt module loaded?";
		say("%s: %s%s", name, strerror(errno), advice);
		return false;
	}
	good = !dump_read(dump, file, name);
	if (!good)
		say("%s: %s", name, strerror(errno));
	input_close(file);
	if (good && dump->damaged == damaged)
		return has_something(options, dump, count, name);
	return false;
}

/* All that is printed, to be freed by free(): gnuplot may fail, or memory run out. */
static char *make_text(const struct options *options, const struct view *view,
		       bool appended, size_t *size)
{
	char *text;
	FILE *out = open_memstream(&text, size);

	if (!out)
		out_of_memory();
	if (options->compare)
		format_compare(options->format, out, view);
	else
		format_report(options->format, out, view, appended);
	if (ferror(out) || fclose(out))
		out_of_memory();
	return text;
}

static void print(const struct options *options, const struct view *view)
{
	bool appended = options->shared.given[OPTION_APPEND] &&
			format_appends(options->format, options->shared.output);
	FILE *out = output_open(options->shared.output, options->shared.given[OPTION_APPEND]);
	size_t size;
	char *text = make_text(options, view, appended, &size);
	bool written;

	if (!options->shared.given[OPTION_APPEND])
		output_replace(out, options->shared.output);
	written = output_write(out, options->shared.output, text, size);
	free(text);
	if (!written)
		output_finish(STATUS_FAILED);
	if (out != stdout)
		fclose(out);
}

/* A collector takes each count for that of a counter now. */
static void check_is_one(const struct format *format, const struct dump *dump)
{
	const struct measurement *only = dump->measurements;

	if (!format_exports(format) || !dump->count)
		return;
	if (dump->count > 1 || only->runs > 1)
		fail("--format %s: the input has more than one dump",
		     format_name(format));
	if (only->partial)
		fail("--format %s: the dump is partial: %s",
		     format_name(format), only->partial);
}

/* Returns whether there was anything to print. */
static bool show(const struct options *options, const struct dump *dump,
		 struct choice *choice)
{
	const struct view view = {
		.dump = dump,
		.choice = choice,
		.stalls = options->stalls,
		.labels = &options->labels,
		.start_time = options->start_time,
	};
	bool shown = shows_stopped(options->format) && dump->count;
	size_t i;

	check_is_one(options->format, dump);
	for (i = 0; i < dump->count; i++)
		shown |= counts_something(&dump->measurements[i]);
	if (shown)
		print(options, &view);
	return shown;
}

int main(int argc, char **argv)
{
	struct dump dump = { 0 }, made = { 0 };
	const struct dump *shows = &dump;
	struct options options;
	bool good = true, shown, held;
	const char *unseen;
	int i;

	status_set_failure(STATUS_FAILED);
	output_begin();
	parse_options_parse(&options, argc, argv);
	if (options.shared.given[OPTION_LIST]) {
		report_metrics(stdout);
		output_finish(STATUS_GOOD);
	}
	if (options.symbols)
		output_finish(kernel_profile_print(options.file_count ? *options.files : "-",
						   options.symbols,
						   options.shared.format ?: "table",
						   options.shared.output) ?
			      STATUS_GOOD : STATUS_FAILED);
	if (!options.file_count)
		good = read_file(&options, &dump, "-");
	for (i = 0; i < options.file_count; i++)
		good &= read_file(&options, &dump, options.files[i]);
	if (options.medians || options.difference)
		shows = &made;
	if (options.medians)
		medians_of(&dump, &made, options.shared.given[OPTION_KEEP_OUTLIERS]);
	else if (options.difference)
		difference_of(&dump, &made);
	shown = show(&options, shows, &options.choice);
	unseen = choice_unseen(&options.choice);
	if (shown && unseen) {
		say("--events: no event '%s' in the input", unseen);
		good = false;
	}
	held = !shown || !options.limits.count ||
	       limits_hold(&options.limits, shows);
	limits_free(&options.limits);
	choice_free(&options.choice);
	labels_free(&options.labels);
	dump_free(&made);
	dump_free(&dump);
	if (!shown)
		output_finish(STATUS_FAILED);
	if (!good)
		output_finish(STATUS_BAD_INPUT);
	output_finish(held ? STATUS_GOOD : STATUS_GREW);
}
