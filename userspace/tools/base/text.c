// SPDX-License-Identifier: GPL-2.0
/* UTF-8, and copies of texts. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "text.h"

/* How many bytes a character has by its first, and which bits of that are its code's. */
static size_t first_byte(unsigned char first, uint32_t *code)
{
	size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 :
			first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;

	*code = length > 1 ? first & (0x7f >> length) : first;
	return length;
}

/* Not longer than it has to be, no surrogate, and none beyond the last. */
static bool is_character(uint32_t code, size_t length)
{
	static const uint32_t least[] = { 0, 1, 0x80, 0x800, 0x10000 };

	return code >= least[length] && code <= 0x10ffff &&
	       (code < 0xd800 || code > 0xdfff);
}

size_t utf8_character(const char *text, uint32_t *code)
{
	size_t length = first_byte(*text, code), i;

	for (i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3f);
	}
	return is_character(*code, length) ? length : 0;
}

/* What would end a line or be taken for a command by a terminal. */
static bool is_control(uint32_t code)
{
	return code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 ||
	       code == 0x2029;
}

static void print_control(FILE *out, uint32_t code)
{
	if (code == '\n')
		fputs("\\n", out);
	else if (code == '\t')
		fputs("\\t", out);
	else
		fprintf(out, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
}

void utf8_print(FILE *out, const char *text)
{
	while (*text) {
		uint32_t code;
		size_t length = utf8_character(text, &code);

		if (!length)
			fputs(UTF8_REPLACEMENT, out);
		else if (is_control(code))
			print_control(out, code);
		else
			fwrite(text, 1, length, out);
		text += length ? length : 1;
	}
}

size_t utf8_cut(const char *text, size_t most)
{
	size_t kept = 0;

	while (text[kept]) {
		uint32_t code;
		size_t length = utf8_character(text + kept, &code);

		if (!length)
			length = 1;
		if (kept + length > most)
			break;
		kept += length;
	}
	return kept;
}

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
