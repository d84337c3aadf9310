// SPDX-License-Identifier: GPL-2.0
/* Memory, or an end in words. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"

static void *have(void *memory)
{
	if (!memory)
		out_of_memory();
	return memory;
}

void *grow(void *array, size_t count, size_t size)
{
	/* A power of two, so that it moves seldom. */
	if (count & (count - 1))
		return array;
	return resize(array, 2 * count, size);
}

void *resize(void *array, size_t count, size_t size)
{
	return have(reallocarray(array, count ? count : 1, size));
}

void *zeros(size_t count, size_t size)
{
	return have(calloc(count ? count : 1, size));
}

char *copy_text(const char *text)
{
	return have(strdup(text));
}

char *vformatted(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0)
		out_of_memory();
	return text;
}

char *formatted(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = vformatted(format, args);
	va_end(args);
	return text;
}
