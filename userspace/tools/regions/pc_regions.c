// SPDX-License-Identifier: GPL-2.0
/* pc_regions: what the regions of programs have counted. */
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/output.h"
#include "session/command.h"
#include "symbols/place_table.h"
#include "format.h"
#include "options.h"
#include "reader.h"
#include "ring_file.h"
#include "run.h"

/* The file of locations that a build makes: it needs no run. */

static bool is_program(const char *path)
{
	char magic[SELFMAG];
	struct stat status;
	FILE *file;
	bool is;

	/* what comes through a pipe comes once */
	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return false;
	file = fopen(path, "re");
	is = file && fread(magic, sizeof(magic), 1, file) == 1 &&
	     !memcmp(magic, ELFMAG, SELFMAG);
	if (file)
		fclose(file);
	return is;
}

/* Returns whether the places could be read; what is wrong is said. */
static bool print_locations(struct csv *csv, const char *path)
{
	struct place_table table;
	const char *why = place_table_read(&table, path), *end = strrchr(path, '/');
	size_t i;

	if (why)
		say("%s: %s", path, why);
	for (i = 0; i < table.count; i++) {
		const struct location location = {
			.id = table.rows[i].id,
			.file = table.rows[i].file,
			.line = table.rows[i].line,
			.function = table.rows[i].function,
			.region = table.rows[i].name,
			.object = end ? end + 1 : path,
		};

		location_print(csv, &location);
	}
	place_table_free(&table);
	return !why;
}

static FILE *open_output(const struct options *options)
{
	return options->shared.output ? output_open(options->shared.output, false) : stderr;
}

/* Returns whether all was written. */
static bool close_output(FILE *out, const struct options *options)
{
	bool written = output_is_written(out, options->shared.output ?: "standard error");

	if (out != stdout && out != stderr)
		fclose(out);
	return written;
}

/* Print where the regions of programs are, if there is a program among the files. */
static void program_show(const struct options *options)
{
	bool good = true, written;
	int i, count = 0;
	struct csv csv = { 0 };
	FILE *out;

	for (i = 0; i < options->file_count; i++)
		count += is_program(options->files[i]);
	if (!count)
		return;
	for (i = 0; i < options->file_count; i++)
		if (count < options->file_count && is_program(options->files[i]))
			fail("%s: a program is shown without dumps and recordings beside it",
			     options->files[i]);
	if (options->ring_format != ring_locations)
		fail("%s: a program, which has nothing but locations: use --format locations",
		     options->files[0]);
	out = open_output(options);
	output_replace(out, options->shared.output);
	csv.out = out;
	location_heading(&csv);
	for (i = 0; i < options->file_count; i++)
		good &= print_locations(&csv, options->files[i]);
	written = close_output(out, options);
	if (!written)
		output_finish(STATUS_FAILED);
	output_finish(good ? STATUS_GOOD : STATUS_BAD_INPUT);
}

/* Finds a recording, sums it up and prints it. */

/* A process keeps the file of its recording open: here it is, or -1. */
static int find_live(pid_t pid)
{
	char path[64 + sizeof(((struct dirent *)NULL)->d_name)];
	struct dirent *entry;
	int fd = -1;
	DIR *folder;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	folder = opendir(path);
	if (!folder)
		fail("--live: process %d: %s", (int)pid, strerror(errno));
	while (fd < 0 && (entry = readdir(folder))) {
		char target[4096];
		ssize_t length;

		snprintf(path, sizeof(path), "/proc/%d/fd/%s", (int)pid,
			 entry->d_name);
		length = readlink(path, target, sizeof(target) - 1);
		if (length < 0)
			continue;
		target[length] = '\0';
		/* others may wait for somebody who opens them */
		if (!strstr(target, ".regions"))
			continue;
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd >= 0 && !ring_file_is(fd)) {
			close(fd);
			fd = -1;
		}
	}
	closedir(folder);
	return fd;
}

static void check_options(const struct options *options)
{
	if (!options->ring_format)
		fail("--format: not of a recording; use table, csv, json, trace or ver1.1");
	if (options->parameters.mhz)
		fail("--mhz applies to dumps only: a recording has times");
}

/* Metrics that were asked for, and that no record has the words for. */
static void check_record_amount(const struct ring_recording *recording, const char *option,
				const struct region_amount *amount)
{
	if (amount->given && amount->user > recording->head->user)
		fail("%s: no record has a word %u of user data; there is room for %u",
		     option, amount->user, recording->head->user);
}

static void print_recording(FILE *out, const struct options *options,
			    const struct ring_recording *recording)
{
	struct ring_summary summary;
	struct ring_view view = {
		.summary = &summary,
		.parameters = &options->parameters,
		.skip = options->skip,
		.histogram = options->histogram,
	};

	ring_summary_make(&summary, recording, options->skip);
	options->ring_format(out, &view);
	ring_summary_free(&summary);
}

/* How many threads could not be counted, and why, in words, or NULL if all were. */
static char *why_uncounted(const struct ring_recording *recording)
{
	const struct perfcnt_regions_thread *first = NULL;
	size_t i, uncounted = 0;

	for (i = 0; i < recording->part_count; i++) {
		const struct perfcnt_regions_thread *ring = &recording->parts[i].ring;

		if (!ring->error)
			continue;
		first = first ?: ring;
		uncounted++;
	}
	return first ? formatted("%zu of %zu threads could not be counted: %s", uncounted,
				 recording->part_count, ring_not_counted(first)) : NULL;
}

/* What is missing in a recording, in words, or NULL; whoever names events wants counts. */
static char *why_partial(const struct ring_recording *recording, bool wants_counts)
{
	const uint64_t lost = recording->head->lost_threads;

	if (lost)
		return formatted("%" PRIu64 " threads had no room in it", lost);
	return wants_counts ? why_uncounted(recording) : NULL;
}

static bool print_alone(const struct options *options, struct ring_recording *recording)
{
	FILE *out = open_output(options);
	char *missing = why_partial(recording, recording->head->events);

	output_replace(out, options->shared.output);
	recording->partial = missing;
	print_recording(out, options, recording);
	free(missing);
	return close_output(out, options);
}

__attribute__((noreturn))
static void show_recording(const struct options *options, int fd, const char *name)
{
	struct ring_recording recording;
	bool good, written = false;

	check_options(options);
	good = ring_file_read(&recording, fd, name);
	close(fd);
	check_record_amount(&recording, "--packets", &options->parameters.packets);
	check_record_amount(&recording, "--idle-loops", &options->parameters.idle_loops);
	if (recording.part_count)
		written = print_alone(options, &recording);
	else if (good)
		say("%s: no thread has made a record", name);
	ring_file_free(&recording);
	if (!written)
		output_finish(STATUS_FAILED);
	output_finish(good ? STATUS_GOOD : STATUS_BAD_INPUT);
}

/*
 * One of several: returns whether it was whole, and what was asked for was counted.  What is
 * missing is said, whatever the format.
 */
static bool print_one(FILE *out, const struct options *options, const struct run *run,
		      const char *file)
{
	struct ring_recording recording;
	/* a command may have put anything there */
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status;
	char *missing;
	bool good;

	if (fd < 0)
		fail("%s: %s", file, strerror(errno));
	if (fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		say("%s: this is no file", file);
		close(fd);
		return false;
	}
	good = ring_file_read(&recording, fd, file);
	close(fd);
	if (!good && !recording.part_count) {
		ring_file_free(&recording);
		return false;
	}
	check_record_amount(&recording, "--packets", &options->parameters.packets);
	check_record_amount(&recording, "--idle-loops", &options->parameters.idle_loops);
	missing = why_partial(&recording, run_names_events(options->events));
	recording.partial = missing ?: run->partial;
	print_recording(out, options, &recording);
	if (missing)
		say("%s, process %u: %s", recording.head->program, recording.head->pid, missing);
	good &= !missing;
	free(missing);
	ring_file_free(&recording);
	return good;
}

/* What is between two recordings: a table and the next have an empty line. */
static const char *separator(ring_format *format)
{
	return format == ring_table ? "\n" : format == ring_csv ? "\r\n" : "";
}

/* A command and its children: ends the tool as the command has ended. */
static void show_run(const struct options *options)
{
	const bool has_one = options->ring_format == ring_trace ||
			     options->ring_format == ring_locations;
	bool good = true, written;
	struct run run;
	FILE *out;
	size_t i;

	check_options(options);
	out = open_output(options);
	run_command(&run, options->files, options->events);
	if (!run.count)
		say("%s has recorded no region", run.name);
	if (run.count > 1 && has_one)
		say("%zu processes have recorded regions: this format has the first alone; "
		    "use table, csv, json or ver1.1", run.count);
	if (options->shared.output)
		output_replace(out, options->shared.output);
	for (i = 0; i < run.count && (!i || !has_one); i++) {
		if (i)
			fputs(separator(options->ring_format), out);
		good &= print_one(out, options, &run, run.files[i]);
	}
	good &= run.count > 0 && !run.has_left && !(run.count > 1 && has_one);
	written = close_output(out, options);
	run_forget(&run);
	command_die(run.signal);
	output_finish(run.status ?: written && good ? STATUS_GOOD : STATUS_OWN);
}

/* Print a recording, if there is one among the files. */
static void recording_show(const struct options *options)
{
	struct stat status;
	int i, fd;

	if (options->live) {
		fd = find_live(options->live);
		if (fd < 0)
			fail("--live: process %d has no recording",
			     (int)options->live);
		show_recording(options, fd, "recording");
	}
	for (i = 0; i < options->file_count; i++) {
		/* what comes through a pipe comes once */
		if (stat(options->files[i], &status) || !S_ISREG(status.st_mode))
			continue;
		fd = open(options->files[i], O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (ring_file_is(fd)) {
			if (options->file_count > 1)
				fail("%s: a recording is shown alone, without other files",
				     options->files[i]);
			show_recording(options, fd, options->files[i]);
		}
		close(fd);
	}
}

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
	FILE *out = open_output(options);

	output_replace(out, options->shared.output);
	options->format(out, &view);
	return close_output(out, options);
}

/* Dumps: ends the tool. */
static void show_dumps(const struct options *options)
{
	struct intervals intervals = { 0 };
	struct region_summary summary;
	bool good = true, written;
	size_t repeated;
	int i;

	if (!options->file_count)
		good = read_file(&intervals, "-");
	for (i = 0; i < options->file_count; i++)
		good &= read_file(&intervals, options->files[i]);
	repeated = intervals_drop_repeated(&intervals);
	if (repeated)
		say("%zu intervals are in several dumps: they are counted once", repeated);
	if (intervals.nanoseconds && intervals.clocks)
		say("some dumps have cycles, others nanoseconds: averages of both have no meaning");
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

/* What is there is neither a recording nor a program. */
__attribute__((noreturn))
static void cannot_format(const struct options *options)
{
	int i;

	for (i = 0; i < options->file_count; i++)
		if (strcmp(options->files[i], "-") && access(options->files[i], R_OK))
			fail("%s: %s", options->files[i], strerror(errno));
	fail("--format: only a recording, or locations of a program, can be printed so");
}

int main(int argc, char **argv)
{
	struct options options;

	status_set_failure(STATUS_FAILED);
	output_begin();
	options_parse(&options, argc, argv);
	if (options.runs)
		show_run(&options);
	program_show(&options);
	recording_show(&options);
	if (!options.format)
		cannot_format(&options);
	show_dumps(&options);
}
