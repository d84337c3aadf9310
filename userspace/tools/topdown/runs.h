/* SPDX-License-Identifier: GPL-2.0 */
/* Runs that are counted, and where their results go. */
#ifndef PERFCNT_TOPDOWN_RUNS_H
#define PERFCNT_TOPDOWN_RUNS_H

#include "session/sweep.h"
#include "options.h"

/* Results on their way. */
struct shown {
	const struct options *options;
	FILE *out; /* where they go */
	const char *name; /* what that is called */
	bool begun; /* was any written? */
	struct topdown *kept; /* results of a format that needs all at once */
	size_t count; /* how many these are */
};

/* Opens the file that the options name, or takes @out.  Ends the tool if it cannot be opened. */
void shown_open(struct shown *shown, const struct options *options,
		FILE *out, const char *name);

/* Judges results, and writes them. */
void shown_add(struct shown *shown, struct topdown *all, size_t count);

/* Says why results are partial, unless they say so on standard error.  @partial: why, or NULL. */
void shown_say_partial(const struct shown *shown, const char *partial);

/* Writes what was kept. */
bool shown_close(struct shown *shown);

/* The one of these methods that this machine has, or NULL. */
const char *slot_runs_method(void);

/*
 * Runs the command, or waits, if the kernel counts slots here.  Ends the tool after a plan alone,
 * and if it cannot run.  Returns whether this machine has the method, or one of them if none was
 * chosen.
 */
bool slot_runs(const struct options *options, int *status);

/*
 * Runs the command once, and says in between where the cycles went.  @sweep has a plan of one
 * run, and the counters, which are closed, as is the file of @shown.  Ends the tool if it cannot
 * run.  Returns the tool's exit status.
 */
int stall_live(struct sweep *sweep, struct shown *shown);

/* Says where the cycles of a dump went, and ends the tool. */
void stall_runs_show(const struct options *options) __attribute__((noreturn));

/*
 * Runs the command as often as it takes.  Ends the tool after a plan alone, and if it cannot
 * run.  Returns the tool's exit status.
 */
int stall_runs(const struct options *options);

#endif /* PERFCNT_TOPDOWN_RUNS_H */
