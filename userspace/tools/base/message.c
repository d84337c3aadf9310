// SPDX-License-Identifier: GPL-2.0
/* Lines on standard error. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"

static int failure = STATUS_OWN;

static void line(const char *format, va_list args)
{
	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

void message_set_failure(int status)
{
	failure = status;
}

void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line(format, args);
	va_end(args);
}

void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line(format, args);
	va_end(args);
	exit(failure);
}

void fail_with(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line(format, args);
	va_end(args);
	exit(status);
}
