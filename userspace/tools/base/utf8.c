// SPDX-License-Identifier: GPL-2.0
/* Characters of one to four bytes. */
#include <stdbool.h>

#include "utf8.h"

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

	return code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
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
	return code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
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
