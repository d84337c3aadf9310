/* SPDX-License-Identifier: GPL-2.0 */
/* Runs a command with its regions on. */
#ifndef PERFCNT_REGIONS_RUN_H
#define PERFCNT_REGIONS_RUN_H

#include <stddef.h>

/**
 * struct run - a command that has recorded its regions
 * @name: of the command
 * @files: the recordings of its processes
 * @count: how many
 * @signal: the signal that has ended the tool's wait, or 0
 * @status: what the tool exits with, if all else is well
 */
struct run {
	const char *name;
	char **files;
	size_t count;
	int signal;
	int status;
};

/**
 * run_command() - run a command to its end
 * @run: is filled in
 * @command: its words
 * @events: what is counted, or NULL: what the environment or the library says
 *
 * Ends the tool if it cannot run.
 */
void run_command(struct run *run, char **command, const char *events);

/**
 * run_forget() - remove its files
 * @run: the command
 */
void run_forget(struct run *run);

#endif /* PERFCNT_REGIONS_RUN_H */
