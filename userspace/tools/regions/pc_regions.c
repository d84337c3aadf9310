// SPDX-License-Identifier: GPL-2.0
/* pc_regions: what the records of a region profiler come to. */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/message.h"
#include "base/output.h"
#include "options.h"
#include "profile.h"
#include "program.h"
#include "reader.h"

/* Returns whether the whole file was good. */
static bool read_file(struct intervals *intervals, const char *name)
{
	FILE *file = input_open(&name);
	bool good;

	if (!file) {
		say("%s: %s", name, strerror(errno));
		return false;
	}
	good = region_read(intervals, file, name);
	input_close(file);
	return good;
}

/* Metrics that were asked for, and that no interval has the words for. */
static void check_amount(const struct region_summary *summary,
			 const char *option, const struct region_amount *amount)
{
	if (amount->given && amount->user > summary->user_count)
		fail("%s: no interval has a word %u of user data; there are %zu",
		     option, amount->user, summary->user_count);
}

static bool print(const struct options *options,
		  const struct region_summary *summary)
{
	const struct region_view view = {
		.summary = summary,
		.parameters = &options->parameters,
		.skip = options->skip,
		.histogram = options->histogram,
	};
	FILE *out = output_open(options->output, false);
	bool written;

	output_replace(out, options->output);
	region_format_write(options->format, out, &view);
	written = output_is_written(out, options->output);
	if (out != stdout)
		fclose(out);
	return written;
}

/* Dumps: ends the tool. */
static void show_dumps(const struct options *options)
{
	struct intervals intervals = { 0 };
	struct region_summary summary;
	bool good = true, written;
	int i;

	if (!options->file_count)
		good = read_file(&intervals, "-");
	for (i = 0; i < options->file_count; i++)
		good &= read_file(&intervals, options->files[i]);
	region_summary_make(&summary, &intervals, options->skip);
	if (!summary.cpu_count) {
		say(intervals.count ?
			    "no intervals left after --skip" :
			    "no intervals: no start has an update after it");
		region_summary_free(&summary);
		intervals_free(&intervals);
		output_finish(STATUS_FAILED);
	}
	check_amount(&summary, "--packets", &options->parameters.packets);
	check_amount(&summary, "--idle-loops", &options->parameters.idle_loops);
	region_summary_warn(&summary);
	written = print(options, &summary);
	region_summary_free(&summary);
	intervals_free(&intervals);
	if (!written)
		output_finish(STATUS_FAILED);
	output_finish(good ? STATUS_GOOD : STATUS_BAD_INPUT);
}

int main(int argc, char **argv)
{
	struct options options;

	setlocale(LC_CTYPE, "");
	status_set_failure(STATUS_FAILED);
	output_begin();
	options_parse(&options, argc, argv);
	program_show(&options);
	profile_show(&options);
	if (!options.format)
		fail("--format: only a profile, or the locations of a program, can be printed so");
	show_dumps(&options);
}
