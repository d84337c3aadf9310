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

/**
 * struct command_watch - what is done while the command runs
 * @signals: signals that are caught, too, and do not end the tool; up to 0
 * @signal: is called for each of these
 * @fd: a descriptor to be polled, or -1
 * @ready: is called when there is something at @fd: takes all of it
 * @argument: for both
 */
struct command_watch {
	int signals[COMMAND_MOST_SIGNALS + 1];
	void (*signal)(void *argument, pid_t command, const siginfo_t *info);
	int fd;
	void (*ready)(void *argument);
	void *argument;
};

/**
 * struct command - what is run
 * @argv: its words
 * @path: the program
 * @caught: the signals that end a sweep
 * @before: the signal mask that the command has
 * @input: where its standard input began, or -1 if it cannot be read again
 * @watch: what is done while it runs, or NULL
 */
struct command {
	char **argv;
	char *path;
	sigset_t caught;
	sigset_t before;
	off_t input;
	const struct command_watch *watch;
};

/**
 * struct outcome - what became of a run
 * @error: why the command could not run, or 0
 * @started: what is called before it begins was a success
 * @status: of wait(2), if it ran
 * @signal: a signal that ended the sweep, or 0
 * @time: how long it took; its run is 0
 */
struct outcome {
	int error;
	bool started;
	int status;
	int signal;
	struct run_time time;
};

/**
 * command_find() - find the program
 * @command: comes back, without a watch
 * @argv: the words of the command
 *
 * Ends the program, with status 127 or 126, if there is no such program.
 */
void command_find(struct command *command, char **argv);

/**
 * command_prepare() - make ready to run
 * @command: the command
 * @runs: how many times it will run
 *
 * From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT wait for command_run(),
 * unless they are ignored.
 */
void command_prepare(struct command *command, unsigned int runs);

/**
 * command_run() - run the command to its end
 * @command: the command
 * @start: is called in the command's process, just before it begins: 0, or -1
 *	   with errno set; or NULL
 * @argument: for @start
 *
 * A signal that ends the sweep is sent on to the command, which has
 * COMMAND_GRACE seconds to end.
 *
 * Return: what became of it.
 */
struct outcome command_run(const struct command *command,
			   int (*start)(void *argument), void *argument);

/**
 * command_run_held() - the same, where the counters are told of the command's process
 * @command: the command
 * @attach: is called in the tool, while the process waits, just before it begins: 0, or -1
 *	    with errno set
 * @argument: for @attach
 *
 * Return: what became of it.
 */
struct outcome command_run_held(const struct command *command,
				int (*attach)(void *argument, pid_t pid), void *argument);

/**
 * command_watch_edges() - what is polled for the watch's descriptor: what is new there
 * @watch: the watch, or NULL
 *
 * So an end, which stays, is told once.
 *
 * Return: a descriptor, or -1 if the watch has none.
 */
int command_watch_edges(const struct command_watch *watch);

/**
 * command_watch_ready() - let the watch take what there is
 * @watch: the watch
 * @edges: its descriptor of command_watch_edges()
 */
void command_watch_ready(const struct command_watch *watch, int edges);

/**
 * command_cannot_run() - end the tool because a command could not run
 * @name: its name
 * @error: of its outcome
 */
void command_cannot_run(const char *name, int error) __attribute__((noreturn));

/**
 * command_signal() - a signal that has come since, and ends the sweep
 * @command: the command
 *
 * Return: the signal, or 0.
 */
int command_signal(const struct command *command);

/**
 * command_end() - let signals through again, when no run comes any more
 * @command: the command
 *
 * The first one that would end the tool is only noted; the second one ends it.
 */
void command_end(const struct command *command);

/**
 * command_interrupted() - the signal that came after command_end()
 *
 * Return: its number, or 0.
 */
int command_interrupted(void);

/**
 * command_die() - end the tool by a signal, as if it had not been held back
 * @signal_number: the signal; 0 does nothing
 */
void command_die(int signal_number);

#endif /* PERFCNT_TOOLS_COMMAND_H */
