// SPDX-License-Identifier: GPL-2.0
/* A text of its own, as long as it has to be. */
#include <stdarg.h>
#include <stdio.h>

#include "formatted.h"
#include "message.h"

char *formatted(const char *format, ...)
{
	va_list args;
	char *text;
	int size;

	va_start(args, format);
	size = vasprintf(&text, format, args);
	va_end(args);
	if (size < 0)
		out_of_memory();
	return text;
}
