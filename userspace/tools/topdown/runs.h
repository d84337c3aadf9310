/* SPDX-License-Identifier: GPL-2.0 */
/* Runs that are counted, and where their results go. */
#ifndef PERFCNT_TOPDOWN_RUNS_H
#define PERFCNT_TOPDOWN_RUNS_H

#include "session/sweep.h"
#include "options.h"

/**
 * struct shown - results on their way
 * @options: the options
 * @out: where they go
 * @name: what that is called
 * @begun: was any written?
 * @kept: results of a format that needs all at once
 * @count: how many these are
 */
struct shown {
	const struct options *options;
	FILE *out;
	const char *name;
	bool begun;
	struct topdown *kept;
	size_t count;
};

/**
 * shown_open() - open the file that the options name
 * @shown: comes back
 * @options: stay as long
 * @out: where the results go without a file
 * @name: what that is called
 *
 * Ends the tool if it cannot be opened.
 */
void shown_open(struct shown *shown, const struct options *options,
		FILE *out, const char *name);

/**
 * shown_add() - judge results, and write them
 * @shown: from shown_open()
 * @all: the results; each is taken
 * @count: how many
 */
void shown_add(struct shown *shown, struct topdown *all, size_t count);

/**
 * shown_say_partial() - say why results are partial, unless they say so on standard error
 * @shown: from shown_open()
 * @partial: why, or NULL
 */
void shown_say_partial(const struct shown *shown, const char *partial);

/**
 * shown_close() - write what was kept
 * @shown: from shown_open()
 *
 * Return: whether all was written.
 */
bool shown_close(struct shown *shown);

/**
 * slot_runs_method() - the one of these methods that this machine has
 *
 * Return: its name, or NULL.
 */
const char *slot_runs_method(void);

/**
 * slot_runs() - run the command, or wait, if the kernel counts slots here
 * @options: what is to be done
 * @status: comes back: the tool's exit status
 *
 * Ends the tool after a plan alone, and if it cannot run.
 *
 * Return: whether this machine has the method, or one of them if none was chosen.
 */
bool slot_runs(const struct options *options, int *status);

/**
 * stall_live() - run the command once, and say in between where the cycles went
 * @sweep: has a plan of one run, and the counters, which are closed
 * @shown: where results go; is closed
 *
 * Ends the tool if it cannot run.
 *
 * Return: the tool's exit status.
 */
int stall_live(struct sweep *sweep, struct shown *shown);

/**
 * stall_runs_show() - say where the cycles of a dump went, and end the tool
 * @options: have its name
 */
void stall_runs_show(const struct options *options) __attribute__((noreturn));

/**
 * stall_runs() - run the command as often as it takes
 * @options: what is to be done
 *
 * Ends the tool after a plan alone, and if it cannot run.
 *
 * Return: the tool's exit status.
 */
int stall_runs(const struct options *options);

#endif /* PERFCNT_TOPDOWN_RUNS_H */
