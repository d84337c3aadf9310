/* SPDX-License-Identifier: GPL-2.0 */
/* A command, or some time, that is counted while it runs: once, or again and again. */
#ifndef PERFCNT_TOPDOWN_LIVE_H
#define PERFCNT_TOPDOWN_LIVE_H

#include "events/dump.h"
#include "session/command.h"

/**
 * struct live - what is measured, and what has become of it
 * @command: the command; with none in it nothing is run, and a signal ends the run
 * @pid: a process, or a thread, whose end ends a run without a command, or 0
 * @repeats: how many times the command runs; all are counted together
 * @interval: in nanoseconds, or 0 to read the counters at the end alone
 * @start: starts the counters: in the process of the command, just before it begins the
 *	   first time, or before the wait: 0, or -1 with errno set; NULL if nothing is to
 *	   be done
 * @again: is called before each run of the command but the first, or NULL
 * @take: reads the counters: is called with the time since the beginning and since the
 *	  last call, in seconds
 * @argument: for these
 * @also: what else is done while the command runs, or NULL
 * @missing: is called before the counters are read, and when the command has ended: why
 *	     counts of it are missing, in words, or NULL; or NULL if nothing can be missing
 * @measurement: gets the times of the command's runs
 * @begun: when the run began
 * @last: when the counters were read last
 * @run: which run of the command that is, from 0
 * @status: the command's exit status: the first that is not 0
 * @signal: the signal that killed the command, or 0
 * @ended: the signal that ended the run, or 0
 */
struct live {
	struct command *command;
	int pid;
	unsigned int repeats;
	uint64_t interval;
	int (*start)(void *argument);
	void (*again)(void *argument);
	void (*take)(void *argument, double time, double period);
	void *argument;
	const struct command_watch *also;
	const char *(*missing)(void *argument);
	struct measurement *measurement;
	uint64_t begun;
	uint64_t last;
	unsigned int run;
	int status;
	int signal;
	int ended;
};

/**
 * live_run() - run the command, or wait, and have the counters read
 * @live: what is to be measured; what became of it comes back
 *
 * Says that the command has failed.  Ends the tool if it cannot run at all.  Of a
 * command that was killed or interrupted, or of which counts are missing, there is what was
 * counted, and the measurement is partial.
 */
void live_run(struct live *live);

/**
 * live_end() - find the exit status of a tool that has done a run
 * @live: a run that was done
 * @written: were the results written?
 *
 * Does not return if a signal has ended the run of a command: the tool is killed by it
 * then.
 *
 * Return: the status.
 */
int live_end(const struct live *live, bool written);

#endif /* PERFCNT_TOPDOWN_LIVE_H */
