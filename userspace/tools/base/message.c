// SPDX-License-Identifier: GPL-2.0
/* Lines on standard error. */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "utf8.h"

static enum status failure = STATUS_OWN;
static bool is_quiet;

void status_set_failure(enum status status)
{
	failure = status;
}

enum status status_failure(void)
{
	return failure;
}

/* Without memory for its words a message is still a line. */
static void print_line(const char *place, const char *format, va_list args)
{
	char *words, *line;

	fflush(stdout);
	if (vasprintf(&words, format, args) < 0)
		words = NULL;
	if (asprintf(&line, "%s: %s", place, words ? words : format) < 0)
		line = NULL;
	free(words);
	utf8_print(stderr, line ? line : format);
	fputc('\n', stderr);
	free(line);
}

void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(program_invocation_short_name, format, args);
	va_end(args);
}

void message_quiet(void)
{
	is_quiet = true;
}

void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!is_quiet)
		print_line(program_invocation_short_name, format, args);
	va_end(args);
}

void vsay_at(const char *name, size_t line, const char *format, va_list args)
{
	char *place;

	if (asprintf(&place, "%s:%zu", name, line) < 0)
		out_of_memory();
	print_line(place, format, args);
	free(place);
}

void say_at(const char *name, size_t line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsay_at(name, line, format, args);
	va_end(args);
}

void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(program_invocation_short_name, format, args);
	va_end(args);
	exit(status_failure());
}

void fail_with(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(program_invocation_short_name, format, args);
	va_end(args);
	exit(status);
}

void out_of_memory(void)
{
	fail("out of memory");
}
