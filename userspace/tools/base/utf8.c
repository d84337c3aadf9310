// SPDX-License-Identifier: GPL-2.0
/* UTF-8, by libunistring. */
#include <stdbool.h>
#include <string.h>
#include <unistr.h>

#include "utf8.h"

#define MOST_BYTES 4 /* of a character */

size_t utf8_character(const char *text, uint32_t *code)
{
	int length = u8_mbtoucr(code, (const uint8_t *)text,
				strnlen(text, MOST_BYTES));

	return length < 0 ? 0 : length;
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
