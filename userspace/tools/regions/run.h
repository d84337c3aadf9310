/* SPDX-License-Identifier: GPL-2.0 */
/* Runs a command with its regions on. */
#ifndef PERFCNT_REGIONS_RUN_H
#define PERFCNT_REGIONS_RUN_H

#include <stdbool.h>
#include <stddef.h>

/* A command that has recorded its regions. */
struct run {
	const char *name; /* of the command */
	char **files; /* the recordings of its processes */
	size_t count;
	int signal; /* the signal that has ended the tool's wait, or 0 */
	char *partial; /* why regions can be missing, in words, or NULL */
	bool has_left; /* as a program ran that is not followed, for all that is known */
	int status; /* what the tool exits with, if all else is well */
};

/*
 * Runs a command to its end.  What is counted is @events, or, if that is NULL, what the
 * environment or the library says.  Ends the tool if it cannot run, or if no machine has an
 * event of that name.
 */
void run_command(struct run *run, char **command, const char *events);

/* Are the events named, by @events or in the environment? */
bool run_names_events(const char *events);

/* Removes its files. */
void run_forget(struct run *run);

#endif /* PERFCNT_REGIONS_RUN_H */
