// SPDX-License-Identifier: GPL-2.0
/* Lines on standard error. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"

static void line(const char *format, va_list args)
{
	fflush(stdout);
	fputs("pc_sweep: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line(format, args);
	va_end(args);
}

void fail(enum status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line(format, args);
	va_end(args);
	exit(status);
}
