/* SPDX-License-Identifier: GPL-2.0 */
/* A process that runs already, and is none of ours. */
#ifndef PERFCNT_TOOLS_PROCESS_H
#define PERFCNT_TOOLS_PROCESS_H

#include "command.h"

/**
 * process_check() - see whether there is such a process
 * @pid: its number
 *
 * Ends the tool with a message if there is none, or if the number is that of a thread that
 * is not its first.
 */
void process_check(int pid);

/**
 * process_wait() - wait until it ends, or for a signal that ends the tool
 * @command: has the signals and the watch, after command_prepare(); nothing is run
 * @pid: the process, or the thread; 0 waits for a signal alone
 * @start: is called once it is known to be there: 0, or -1 with errno set; or NULL
 * @argument: for @start
 *
 * A signal is the usual end: it is none in the outcome, and waits for command_end().
 *
 * Return: what became of it: the time that it took, or why it could not be waited for.
 */
struct outcome process_wait(const struct command *command, int pid,
			    int (*start)(void *argument), void *argument);

#endif /* PERFCNT_TOOLS_PROCESS_H */
