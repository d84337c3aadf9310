// SPDX-License-Identifier: GPL-2.0
/* Finds a profile, sums it up and prints it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/output.h"
#include "profile.h"
#include "ring_file.h"

/* A process keeps the file of its profile open: here it is, or -1. */
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

static void check(const struct options *options)
{
	if (!options->ring_format)
		fail("--format: a profile cannot be printed as summaries of dumps were");
	if (options->parameters.mhz)
		fail("--mhz applies to dumps only: a profile has times");
}

/* Metrics that were asked for, and that no record has the words for. */
static void check_amount(const struct ring_profile *profile, const char *option,
			 const struct region_amount *amount)
{
	if (amount->given && amount->user > profile->head->user)
		fail("%s: no record has a word %u of user data; there is room for %u",
		     option, amount->user, profile->head->user);
}

static bool print(const struct options *options,
		  const struct ring_profile *profile)
{
	FILE *out = output_open(options->output, false);
	struct ring_summary summary;
	struct ring_view view = {
		.summary = &summary,
		.parameters = &options->parameters,
		.skip = options->skip,
		.histogram = options->histogram,
	};
	bool written;

	ring_summary_make(&summary, profile, options->skip);
	output_replace(out, options->output);
	ring_format_write(options->ring_format, out, &view);
	written = output_is_written(out, options->output);
	if (out != stdout)
		fclose(out);
	ring_summary_free(&summary);
	return written;
}

__attribute__((noreturn))
static void show(const struct options *options, int fd, const char *name)
{
	struct ring_profile profile;
	bool good, written = false;

	check(options);
	good = ring_file_read(&profile, fd, name);
	close(fd);
	check_amount(&profile, "--packets", &options->parameters.packets);
	check_amount(&profile, "--idle-loops", &options->parameters.idle_loops);
	if (profile.part_count)
		written = print(options, &profile);
	else if (good)
		say("%s: no thread has made a record", name);
	ring_file_free(&profile);
	if (!written)
		output_finish(STATUS_FAILED);
	output_finish(good ? STATUS_GOOD : STATUS_BAD_INPUT);
}

void profile_show(const struct options *options)
{
	struct stat status;
	int i, fd;

	if (options->live) {
		fd = find_live(options->live);
		if (fd < 0)
			fail("--live: process %d has no profile",
			     (int)options->live);
		show(options, fd, "profile");
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
				fail("%s: a profile is shown alone, without other files",
				     options->files[i]);
			show(options, fd, options->files[i]);
		}
		close(fd);
	}
}
