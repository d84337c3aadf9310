// SPDX-License-Identifier: GPL-2.0
/* pc_profile: where the events of a command are. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/lines.h"
#include "base/message.h"
#include "base/output.h"
#include "metrics/metrics.h"
#include "session/preview.h"
#include "session/process.h"
#include "format.h"
#include "measurement.h"
#include "names.h"
#include "options.h"
#include "recording.h"
#include "samples.h"

/* Returns whether all was written. */
static bool print(const struct options *options, const struct samples *samples,
		  FILE *out, const char *path)
{
	const struct settings *settings = &options->settings;
	struct names *names = names_open(samples, options->symfs, settings->details >=
					 SAMPLE_DETAILS_INSTRUCTION);
	const struct sample_view view = {
		.samples = samples,
		.places = names_places(names),
		.cutoff = settings->cutoff,
		.detail_cutoff = settings->detail_cutoff,
		.details = settings->details,
		.context = settings->context,
		.event = settings_event(settings, samples),
		.columns = settings->columns,
	};

	options->format(out, &view);
	names_close(names);
	samples_say_partial(samples);
	return output_is_written(out, path);
}

/* Made, or emptied, before the command begins. */
static FILE *open_output(const char *path)
{
	FILE *out = output_open(path, false);

	output_replace(out, path);
	return out;
}

static void report(const struct options *options)
{
	const char *name = options->saved, *path = options->shared.output ?: "-";
	FILE *file = input_open(&name), *out;
	struct samples samples = { .keeps_each = sample_format_lists(options->format) };
	bool written;

	if (!file)
		fail("%s: %s", name, strerror(errno));
	if (!samples_read(&samples, file, name))
		exit(STATUS_FAILED);
	input_close(file);
	out = open_output(path);
	written = print(options, &samples, out, path);
	written &= !samples.broken_off;
	samples_free(&samples);
	output_finish(written ? STATUS_GOOD : STATUS_FAILED);
}

/* What a run is saved in while it is made: standard output is the command's till that has ended. */
static FILE *open_saved(const char *path)
{
	FILE *out;

	if (!path)
		return NULL;
	out = open_output(path);
	if (out != stdout)
		return out;
	out = tmpfile();
	if (!out)
		fail("tmpfile: %s", strerror(errno));
	return out;
}

/* Returns whether all of it was written. */
static bool end_saved(FILE *out, const char *path)
{
	char bytes[4096];
	size_t size;

	if (!out)
		return true;
	if (strcmp(path, "-"))
		return output_is_written(out, path);
	rewind(out);
	while ((size = fread(bytes, 1, sizeof(bytes), out)))
		fwrite(bytes, 1, size, stdout);
	return !ferror(out) && output_is_written(stdout, path);
}

static int run(const struct options *options)
{
	const char *path = options->shared.output;
	struct samples samples = { .keeps_each = sample_format_lists(options->format) };
	struct samples_file saved = { 0 };
	FILE *out = stderr;
	struct command command;
	struct machine machine;
	struct outcome outcome;
	bool written, partial;

	if (options->pid)
		process_check(options->pid);
	command = (struct command){ .argv = options->command };
	if (*options->command)
		command_find(&command, options->command);
	machine_open(&machine, "");
	if (path)
		out = open_output(path);
	saved.out = open_saved(options->save);
	outcome = recording_run(options, &machine, &command, &saved, &samples);
	written = end_saved(saved.out, options->save);
	written &= print(options, &samples, out, path ?: "standard error");
	partial = samples.partial;
	samples_free(&samples);
	machine_close(&machine);
	command_die(outcome.signal ?: command_interrupted());
	if (!written)
		return STATUS_OWN;
	if (WIFSIGNALED(outcome.status))
		return STATUS_SIGNAL + WTERMSIG(outcome.status);
	return WEXITSTATUS(outcome.status) ?: partial ? STATUS_OWN : 0;
}

/* Events are those of a machine, if it has counters. */
static void list(void)
{
	struct machine machine;

	printf("Measurements:\n");
	measurement_list(stdout);
	printf("\nEvents:\n");
	if (output_is_written(stdout, "-")) {
		machine_open(&machine, "");
		event_list_print(stdout, &machine, NULL);
		machine_close(&machine);
	}
	output_finish(STATUS_GOOD);
}

int main(int argc, char **argv)
{
	struct options options;

	if (argc > 1 && !strcmp(argv[1], "report"))
		status_set_failure(STATUS_FAILED);
	output_begin();
	options_parse(&options, argc, argv);
	if (options.shared.given[OPTION_LIST])
		list();
	if (options.settings.metrics)
		metrics_choose(options.settings.metrics);
	if (options.saved)
		report(&options);
	output_finish(run(&options));
}
