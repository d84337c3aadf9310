/* SPDX-License-Identifier: GPL-2.0 */
/* The command that is measured: it runs once, with the counters. */
#ifndef PERFCNT_TOOLS_COMMAND_H
#define PERFCNT_TOOLS_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "events/dump.h"

/* What the command has to end after a signal, in seconds. */
#define COMMAND_GRACE	5

/* The most signals of struct command_watch. */
#define COMMAND_MOST_SIGNALS	4

/* What is done while the command runs. */
struct command_watch {
	/* signals that are caught, too, and do not end the tool; up to 0 */
	int signals[COMMAND_MOST_SIGNALS + 1];
	/* is called for each of @signals */
	void (*signal)(void *argument, pid_t command, const siginfo_t *info);
	int fd; /* a descriptor to be polled, or -1 */
	/* is called when there is something at @fd: takes all of it */
	void (*ready)(void *argument);
	void *argument; /* for both */
};

/* What is run. */
struct command {
	char **argv;
	char *path; /* the program */
	sigset_t caught; /* the signals that end a sweep */
	sigset_t before; /* the signal mask that the command has */
	off_t input; /* where its standard input began, or -1 if it cannot be read again */
	const struct command_watch *watch; /* what is done while it runs, or NULL */
};

/* What became of a run. */
struct outcome {
	int error; /* why the command could not run, or 0 */
	bool started; /* was what is called before it begins a success? */
	int status; /* of wait(2), if it ran */
	int signal; /* a signal that ended the sweep, or 0 */
	struct run_time time; /* how long it took; its run is 0 */
};

/*
 * Finds the program of a command, whose watch is NULL then.  Ends the tool, with status 127 or 126,
 * if there is no such program.
 */
void command_find(struct command *command, char **argv);

/*
 * Makes ready to run the command so many times.  From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT
 * wait for command_run(), unless they are ignored.
 */
void command_prepare(struct command *command, unsigned int runs);

/*
 * Runs the command to its end.  @start is called in the command's process, just before it begins:
 * 0, or -1 with errno set; it may be NULL.  A signal that ends the sweep is sent on to the command,
 * which has COMMAND_GRACE seconds to end.
 */
struct outcome command_run(const struct command *command,
			   int (*start)(void *argument), void *argument);

/*
 * The same, where the counters are told of the command's process.  @attach is called in the tool,
 * while the process waits, just before it begins: 0, or -1 with errno set.
 */
struct outcome command_run_held(const struct command *command,
				int (*attach)(void *argument, pid_t pid), void *argument);

/*
 * What is polled for the watch's descriptor: what is new there, so that an end, which stays, is
 * told once.  The watch may be NULL; returns -1 if it has no descriptor.
 */
int command_watch_edges(const struct command_watch *watch);

/* Lets the watch take what there is; @edges is from command_watch_edges(). */
void command_watch_ready(const struct command_watch *watch, int edges);

/* Ends the tool because a command could not run; @error is that of its outcome. */
void command_cannot_run(const char *name, int error) __attribute__((noreturn));

/* A signal that has come since, and ends the sweep, or 0. */
int command_signal(const struct command *command);

/*
 * Lets signals through again, when no run comes any more.  The first one that would end the tool is
 * only noted; the second one ends it.
 */
void command_end(const struct command *command);

/* The signal that came after command_end(), or 0. */
int command_interrupted(void);

/* Ends the tool by a signal, as if it had not been held back; 0 does nothing. */
void command_die(int signal_number);

#endif /* PERFCNT_TOOLS_COMMAND_H */
