/* SPDX-License-Identifier: GPL-2.0 */
/* The exit statuses of all tools. */
#ifndef PERFCNT_TOOLS_STATUS_H
#define PERFCNT_TOOLS_STATUS_H

/*
 * A tool that runs a command ends with the command's own status, or, as env(1)
 * and timeout(1) do, with one from STATUS_OWN on.  A tool that runs none has 1
 * and 2 for itself.
 */
enum status {
	STATUS_GOOD = 0,
	STATUS_BAD_INPUT = 1,	/* some input was bad, the rest is printed */
	STATUS_FAILED = 2,	/* nothing is printed, or not all could be */
	STATUS_OWN = 125,	/* the tool itself failed, not the command */
	STATUS_NO_EXEC = 126,	/* the command was found but could not run */
	STATUS_NO_COMMAND = 127,
	STATUS_SIGNAL = 128,	/* signal N killed the command: 128 + N */
};

/**
 * status_set_failure() - choose the status of a tool that fails
 * @status: STATUS_FAILED in a tool that runs no command; STATUS_OWN without this
 */
void status_set_failure(enum status status);

/**
 * status_failure() - the status of a tool that fails
 *
 * Return: what status_set_failure() has chosen.
 */
enum status status_failure(void);

#endif /* PERFCNT_TOOLS_STATUS_H */
