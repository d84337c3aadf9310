// SPDX-License-Identifier: GPL-2.0
/* Copies of texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "text.h"
#include "utf8.h"

char *text_as_utf8(const char *text)
{
	char *copy = resize(NULL, strlen(text) + 1, strlen(UTF8_REPLACEMENT));
	char *end = copy;

	while (*text) {
		uint32_t code;
		size_t length = utf8_character(text, &code);

		if (length)
			end = mempcpy(end, text, length);
		else
			end = stpcpy(end, UTF8_REPLACEMENT);
		text += length ? length : 1;
	}
	*end = '\0';
	return copy;
}

char *text_printable(const char *text)
{
	char *copy;
	size_t size;
	FILE *out = open_memstream(&copy, &size);

	if (!out)
		out_of_memory();
	utf8_print(out, text);
	if (fclose(out))
		out_of_memory();
	return copy;
}

/*
 * Between apostrophes gnuplot takes all letters for themselves, and two apostrophes
 * for one.
 */

void plot_text_put(FILE *out, const char *text, const char *percent)
{
	char *printable = text_printable(text);
	const char *at;

	fputc('\'', out);
	for (at = printable; *at; at++)
		if (*at == '\'')
			fputs("''", out);
		else if (*at == '%')
			fputs(percent, out);
		else
			fputc(*at, out);
	fputc('\'', out);
	free(printable);
}
