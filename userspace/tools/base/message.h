/* SPDX-License-Identifier: GPL-2.0 */
/* What a tool says on standard error, and the statuses that it ends with. */
#ifndef PERFCNT_TOOLS_MESSAGE_H
#define PERFCNT_TOOLS_MESSAGE_H

/* A command's own status, or as env(1) and timeout(1) have it. */
enum status {
	STATUS_OWN = 125,	/* the tool itself failed */
	STATUS_NO_EXEC = 126,	/* the command was found but could not run */
	STATUS_NO_COMMAND = 127,
	STATUS_SIGNAL = 128,	/* the command died by signal 128 + N */
};

/**
 * message_set_failure() - choose the status that fail() ends the tool with
 * @status: instead of STATUS_OWN
 */
void message_set_failure(int status);

/**
 * say() - print a line on standard error, after the tool's name
 * @format: as printf(3)
 */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * fail() - print a line on standard error, and end the tool as failed
 * @format: as printf(3)
 */
void fail(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/**
 * fail_with() - print a line on standard error, and end the tool
 * @status: the tool's exit status
 * @format: as printf(3)
 */
void fail_with(int status, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

#endif /* PERFCNT_TOOLS_MESSAGE_H */
