/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a tool says on standard error.  A message is one line: control characters
 * in it, as from a file's name, are escaped.
 */
#ifndef PERFCNT_TOOLS_MESSAGE_H
#define PERFCNT_TOOLS_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>

#include "status.h"

/**
 * say() - print a line on standard error, after the tool's name
 * @format: as printf(3)
 */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

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
