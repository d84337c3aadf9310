/* SPDX-License-Identifier: GPL-2.0 */
/* Messages, and the exit statuses of all tools. */
#ifndef PERFCNT_TOOLS_MESSAGE_H
#define PERFCNT_TOOLS_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>

/*
 * A tool that runs a command ends with the command's own status, or, as env(1)
 * and timeout(1) do, with one from STATUS_OWN on.  A tool that runs none has 1
 * to 3 for itself.
 */
enum status {
	STATUS_GOOD = 0,
	STATUS_BAD_INPUT = 1,	/* some input was bad, the rest is printed */
	STATUS_FAILED = 2,	/* nothing is printed, or not all could be */
	STATUS_GREW = 3,	/* a count grew by more than its limit */
	STATUS_OWN = 125,	/* the tool itself failed, not the command */
	STATUS_NO_EXEC = 126,	/* the command was found but could not run */
	STATUS_NO_COMMAND = 127,
	STATUS_SIGNAL = 128,	/* signal N killed the command: 128 + N */
};

/* The status of a tool that fails: STATUS_OWN, but STATUS_FAILED in one that runs no command. */
void status_set_failure(enum status status);
enum status status_failure(void);

/* Prints a line on standard error, after the tool's name. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* No notes from now on. */
void message_quiet(void);

/* The same of what is not wrong. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same of a line of a file, from 1. */
void say_at(const char *name, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void vsay_at(const char *name, size_t line, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

/* These end the tool; with status_failure() if they have no status. */
void fail(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

void fail_with(int status, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

__attribute__((noreturn))
void out_of_memory(void);

#endif /* PERFCNT_TOOLS_MESSAGE_H */
