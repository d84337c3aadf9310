// SPDX-License-Identifier: GPL-2.0
/* The files of the recordings are in a folder of their own, which is removed afterwards. */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/event_word.h"
#include "session/command.h"
#include "session/leavers.h"
#include "session/misspelt.h"
#include "run.h"

/* Where the library finds what is to be counted. */
#define EVENTS	"PERFCNT_REGIONS_EVENTS"

static char folder[4096];

static void make_folder(void)
{
	const char *place = getenv("TMPDIR");

	if (!place || !*place)
		place = "/tmp";
	if (snprintf(folder, sizeof(folder), "%s/perfcnt.XXXXXX", place) >=
	    (int)sizeof(folder) || !mkdtemp(folder))
		fail("%s: %s", place, strerror(errno));
}

static void find_files(struct run *run)
{
	char *pattern = formatted("%s/*.regions", folder);
	glob_t found;
	size_t i;

	if (!glob(pattern, 0, NULL, &found)) {
		run->count = found.gl_pathc;
		run->files = zeros(run->count, sizeof(*run->files));
		for (i = 0; i < run->count; i++)
			run->files[i] = copy_text(found.gl_pathv[i]);
		globfree(&found);
	}
	free(pattern);
}

/* Sets of events; what is wrong is not found out by a run that cannot count. */
static void check_events(const char *from, const char *events)
{
	char *all = copy_text(events), *rest = all, *list, *word;

	while ((list = strsep(&rest, ";")))
		while ((word = event_word_next(&list))) {
			const char *wrong = misspelt(word);

			if (wrong)
				fail("%s: '%s': %s", from, word, wrong);
		}
	free(all);
}

/*
 * A program that runs as another user than it was started by takes no folder from the environment.
 * Where perf must not be used nobody knows of it.
 */
static void note_leavers(struct run *run, struct leavers *leavers)
{
	const char *left = leavers ? leavers_end(leavers) : NULL;
	char *before = run->partial;

	if (!left)
		return;
	run->has_left = true;
	run->partial = formatted("%s%sregions can be missing: %s", before ?: "",
				 before ? "; " : "", left);
	free(before);
}

static void describe_end(struct run *run, const struct outcome *outcome)
{
	run->signal = outcome->signal;
	if (outcome->signal) {
		run->partial = formatted("interrupted: %s", strsignal(outcome->signal));
	} else if (WIFSIGNALED(outcome->status)) {
		run->status = STATUS_SIGNAL + WTERMSIG(outcome->status);
		run->partial = formatted("%s was killed by signal %d (%s)", run->name,
					 WTERMSIG(outcome->status),
					 strsignal(WTERMSIG(outcome->status)));
	} else {
		run->status = WEXITSTATUS(outcome->status);
	}
}

void run_command(struct run *run, char **words, const char *events)
{
	struct command command;
	struct outcome outcome;
	struct leavers *leavers;

	*run = (struct run){ .name = *words };
	status_set_failure(STATUS_OWN);
	command_find(&command, words);
	if (events || getenv(EVENTS))
		check_events(events ? "--events" : EVENTS, events ?: getenv(EVENTS));
	make_folder();
	if (setenv("PERFCNT_REGIONS_DIR", folder, 1) ||
	    (events && setenv(EVENTS, events, 1)))
		out_of_memory();
	command_prepare(&command, 1);
	leavers = leavers_new();
	if (leavers)
		command.watch = leavers_watch(leavers);
	outcome = command_run(&command, NULL, NULL);
	if (outcome.error) {
		leavers_free(leavers);
		rmdir(folder);
		command_cannot_run(run->name, outcome.error);
	}
	free(command.path);
	find_files(run);
	describe_end(run, &outcome);
	note_leavers(run, leavers);
	leavers_free(leavers);
	if (run->partial)
		say("%s", run->partial);
}

bool run_names_events(const char *events)
{
	const char *named = events ?: getenv(EVENTS);

	return named && *named;
}

void run_forget(struct run *run)
{
	while (run->count--) {
		unlink(run->files[run->count]);
		free(run->files[run->count]);
	}
	free(run->files);
	free(run->partial);
	rmdir(folder);
}
