/* SPDX-License-Identifier: GPL-2.0 */
/* A command, or some time, that is counted while it runs: once, or again and again. */
#ifndef PERFCNT_TOPDOWN_LIVE_H
#define PERFCNT_TOPDOWN_LIVE_H

#include "events/dump.h"
#include "session/command.h"

/* What is measured, and what has become of it. */
struct live {
	/* the command; with none in it nothing is run, and a signal ends the run */
	struct command *command;
	int pid; /* a process, or a thread, whose end ends a run without a command, or 0 */
	unsigned int repeats; /* how many times the command runs; all are counted together */
	uint64_t interval; /* in nanoseconds, or 0 to read the counters at the end alone */
	/*
	 * starts the counters: in the process of the command, just before it begins the first
	 * time, or before the wait: 0, or -1 with errno set; NULL if nothing is to be done
	 */
	int (*start)(void *argument);
	/* is called before each run of the command but the first, or NULL */
	void (*again)(void *argument);
	/*
	 * reads the counters: is called with the time since the beginning and since the last call,
	 * in seconds
	 */
	void (*take)(void *argument, double time, double period);
	void *argument; /* for these */
	const struct command_watch *also; /* what else is done while the command runs, or NULL */
	/*
	 * is called before the counters are read, and when the command has ended: why counts of it
	 * are missing, in words, or NULL; or NULL if nothing can be missing
	 */
	const char *(*missing)(void *argument);
	struct measurement *measurement; /* gets the times of the command's runs */
	uint64_t begun; /* when the run began */
	uint64_t last; /* when the counters were read last */
	unsigned int run; /* which run of the command that is, from 0 */
	int status; /* the command's exit status: the first that is not 0 */
	int signal; /* the signal that killed the command, or 0 */
	int ended; /* the signal that ended the run, or 0 */
};

/*
 * Runs the command, or waits, and has the counters read.  Says that the command has failed.  Ends
 * the tool if it cannot run at all.  Of a command that was killed or interrupted, or of which
 * counts are missing, there is what was counted, and the measurement is partial.
 */
void live_run(struct live *live);

/*
 * The exit status of a tool that has done a run.  Does not return if a signal has ended the run
 * of a command: the tool is killed by it then.
 */
int live_end(const struct live *live, bool written);

#endif /* PERFCNT_TOPDOWN_LIVE_H */
