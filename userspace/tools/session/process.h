/* SPDX-License-Identifier: GPL-2.0 */
/* A process that runs already, and is none of ours. */
#ifndef PERFCNT_TOOLS_PROCESS_H
#define PERFCNT_TOOLS_PROCESS_H

#include "command.h"

/*
 * Ends the tool with a message if there is no such process, or if the number is that of a thread
 * that is not its first.
 */
void process_check(int pid);

/*
 * Waits until a process or a thread ends, or for a signal that ends the tool; 0 waits for a signal
 * alone.  The command has the signals and the watch, after command_prepare(); nothing is run.
 * @start is called once the process is known to be there: 0, or -1 with errno set; it may be NULL.
 * A signal is the usual end: it is none in the outcome, and waits for command_end().  Returns the
 * time that it took, or why the process could not be waited for.
 */
struct outcome process_wait(const struct command *command, int pid,
			    int (*start)(void *argument), void *argument);

#endif /* PERFCNT_TOOLS_PROCESS_H */
