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

/**
 * say() - print a line on standard error, after the tool's name
 * @format: as printf(3)
 */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * message_quiet() - print no notes from now on
 */
void message_quiet(void);

/**
 * note() - print a line as say() does, which is about nothing wrong
 * @format: as printf(3)
 *
 * There is none after message_quiet().
 */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * say_at() - print what is wrong at a place of a file, on standard error
 * @name: what the file is called
 * @line: the line, from 1
 * @format: as printf(3)
 */
void say_at(const char *name, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * vsay_at() - say_at() for a function that takes such arguments itself
 * @name: what the file is called
 * @line: the line, from 1
 * @format: as vprintf(3)
 * @args: as vprintf(3)
 */
void vsay_at(const char *name, size_t line, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

/**
 * fail() - print a line on standard error, and end the tool with
 * status_failure()
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

/**
 * out_of_memory() - say so, and end the tool with status_failure()
 */
__attribute__((noreturn))
void out_of_memory(void);

#endif /* PERFCNT_TOOLS_MESSAGE_H */
